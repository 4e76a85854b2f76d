package dev.mooring.mcp;

import java.time.Duration;
import org.apiguardian.api.API;

/** The reason why a request has no response, or why a connection could not be opened. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public sealed interface Failure {
    /** Returns a description for people, without secrets. */
    String message();

    /**
     * The timeout passed, and the client cancelled the request. An open connection stays usable.
     *
     * @param detail further information with secrets redacted, such as the last output of a server that could not be
     *     opened; may be empty
     */
    record TimedOut(Duration after, String detail) implements Failure {
        /** Creates a failure without detail. */
        public TimedOut(Duration after) {
            this(after, "");
        }

        @Override
        public String message() {
            return "no response within " + describe(after) + (detail.isEmpty() ? "" : "; " + detail);
        }

        private static String describe(Duration time) {
            return time.toMillis() % 1000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
        }
    }

    /**
     * The connection could not be opened or broke, the server's process exited, or a limit of the client was reached.
     *
     * @param mayHaveArrived whether the server may have received the request and acted on it
     */
    record ConnectionLost(String message, boolean mayHaveArrived) implements Failure {}

    /** A legacy server no longer knows the session. Its state is lost, and the server did not execute the request. */
    record SessionForgotten(String message) implements Failure {}

    /** The server or a proxy rejected the request with an HTTP status. */
    record Refused(int status, String message) implements Failure {}

    /** The response exceeds the size limit, and the client discarded it. */
    record Oversized(long limitBytes) implements Failure {
        @Override
        public String message() {
            return "the response is larger than the limit of " + limitBytes + " bytes";
        }
    }

    /** The response violates the protocol. */
    record Malformed(String message) implements Failure {}

    /** The server requested input that this client did not give. The server may have started to execute the request. */
    record InputRefused(String message) implements Failure {}
}
