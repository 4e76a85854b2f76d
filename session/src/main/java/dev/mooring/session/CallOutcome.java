package dev.mooring.session;

import dev.mooring.mcp.Failure;
import dev.mooring.mcp.McpError;
import java.time.Duration;
import tools.jackson.databind.node.ObjectNode;

/** What became of a tool call, for the model to read. Nothing of it ends a run, and nothing is ever sent twice. */
public sealed interface CallOutcome {
    /** The tool did it; the result is as the server gave it. */
    record Answered(ObjectNode result) implements CallOutcome {}

    /** The tool says that it failed; the result has the reason. */
    record ToolFailed(ObjectNode result) implements CallOutcome {}

    /** The server did not take the call: an unknown tool, wrong arguments, a fault of its own. */
    record Rejected(String server, McpError error) implements CallOutcome {
        public String message() {
            return error.message() + " (" + server + ", code " + error.code() + ")";
        }
    }

    /**
     * The session is gone, and with it the state behind it. The next call opens a new one.
     *
     * @param mayHaveHappened whether this call may have been carried out; false means that it was not sent
     */
    record SessionLost(String server, boolean mayHaveHappened, String message) implements CallOutcome {}

    /** No answer in time. The server was told to stop; the session goes on. */
    record TimedOut(String server, Duration after) implements CallOutcome {
        public String message() {
            return server + " did not answer within " + after.toMillis() / 1000.0
                    + " s. The call may or may not have had an effect; the session goes on.";
        }
    }

    /** There is no session, so nothing was done. */
    record NotOpened(String server, Failure failure, String message) implements CallOutcome {}

    /** The session goes on, but this call has no usable answer. */
    record NoAnswer(String server, Failure failure, String message) implements CallOutcome {}
}
