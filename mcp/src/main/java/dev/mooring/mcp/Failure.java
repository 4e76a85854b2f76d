package dev.mooring.mcp;

import java.time.Duration;

/** Why a request, or an opening, has no answer from the server. */
public sealed interface Failure {
    /** In words for a person, without secrets. */
    String message();

    /** The server took longer than it was given; it was told to stop. The connection stays usable. */
    record TimedOut(Duration after) implements Failure {
        @Override
        public String message() {
            return "no answer within " + describe(after);
        }

        private static String describe(Duration time) {
            return time.toMillis() % 1000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
        }
    }

    /**
     * The connection, or the process behind it, is gone or could not be had.
     *
     * @param mayHaveArrived whether the server may have seen the request, and so may have acted on it
     */
    record ConnectionLost(String message, boolean mayHaveArrived) implements Failure {}

    /** A legacy server no longer knows the session, so its state is gone; the request was not carried out. */
    record SessionForgotten(String message) implements Failure {}

    /** The server, or something before it, refused with an HTTP status. */
    record Refused(int status, String message) implements Failure {}

    /** The answer was larger than the limit and was thrown away. */
    record Oversized(long limitBytes) implements Failure {
        @Override
        public String message() {
            return "the answer is larger than the limit of " + limitBytes + " bytes";
        }
    }

    /** The answer breaks the protocol. */
    record Malformed(String message) implements Failure {}

    /** The server needed input from this client, and it was not given. The request may have been begun. */
    record InputRefused(String message) implements Failure {}
}
