package dev.mooring.session;

import dev.mooring.mcp.Failure;
import dev.mooring.mcp.McpError;
import java.time.Duration;
import org.apiguardian.api.API;
import tools.jackson.databind.node.ObjectNode;

/** The outcome of one tool call or other request. No outcome ends a run, and no call is ever sent twice. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public sealed interface CallOutcome {
    /** Returns the outcome as text for a model: all content blocks of a result, or the explanation of a failure. */
    String text();

    /** Returns true unless the tool succeeded. */
    default boolean isError() {
        return !(this instanceof Answered);
    }

    /**
     * Returns whether the session may hold state from this call: false if nothing was sent, if the server rejected the call, or if
     * the session is lost.
     */
    default boolean mayHaveLeftState() {
        return switch (this) {
            case NoAnswer(String _, Failure.ConnectionLost broken, String _) -> broken.mayHaveArrived();
            case WithResult _, TimedOut _, NoAnswer _ -> true;
            case Rejected _, SessionLost _, NotOpened _, NotAllowed _ -> false;
        };
    }

    /** The server returned a result. */
    sealed interface WithResult extends CallOutcome {
        /** Returns the result as the server sent it, with secrets redacted. */
        ObjectNode result();

        @Override
        default String text() {
            return ResultText.of(result());
        }
    }

    /** The call has no result. */
    sealed interface WithoutResult extends CallOutcome {
        /** Returns the name of the server. */
        String server();

        /** Explains to a person or a model what failed, whether the call may have happened, and what to do next. */
        String message();

        @Override
        default String text() {
            return message();
        }
    }

    /** The tool succeeded. */
    record Answered(ObjectNode result) implements WithResult {}

    /** The tool reports an error ({@code isError}); the result has the reason. */
    record ToolFailed(ObjectNode result) implements WithResult {}

    /** The server returned a protocol error: unknown tool, invalid arguments, internal error. */
    record Rejected(String server, McpError error) implements WithoutResult {
        @Override
        public String message() {
            return error.message() + " (" + server + ", code " + error.code() + ")";
        }
    }

    /**
     * The session is lost, and with it the state behind it. The next call opens a new session.
     *
     * @param mayHaveHappened whether the server may have executed this call; false means that it did not: the call was not
     *     sent, or the server rejected it because it had forgotten the session
     */
    record SessionLost(String server, boolean mayHaveHappened, String message) implements WithoutResult {}

    /** The call timed out and was cancelled. The session stays open. */
    record TimedOut(String server, Duration after) implements WithoutResult {
        @Override
        public String message() {
            return server + " did not answer within " + after.toMillis() / 1000.0
                    + " s. The call may or may not have happened; the session stays open.";
        }
    }

    /** No session could be opened. Nothing was sent. */
    record NotOpened(String server, Failure failure, String message) implements WithoutResult {}

    /** The setting {@code approve} does not allow the call, or a person refused it. Nothing was sent. */
    record NotAllowed(String server, String message) implements WithoutResult {}

    /** The session stays open, but this call has no usable answer. */
    record NoAnswer(String server, Failure failure, String message) implements WithoutResult {}
}
