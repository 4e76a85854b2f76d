package dev.mooring.gateway;

import dev.mooring.gateway.schema.SessionArgument;
import dev.mooring.handle.HandleEnd;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/** Messages that tell a caller why its call has no session: nothing was done, what is gone, how to start anew. */
final class EndMessages {
    private EndMessages() {}

    /** Returns the message for a handle that is unknown, has ended long ago, or belongs to another caller. */
    static String unknown(Duration idle, String argument) {
        return "This session is unknown or has ended (a session ends after " + SessionArgument.inWords(idle)
                + " without use)." + nothingDone(argument);
    }

    /**
     * Returns the message for the owner of a handle that has ended.
     *
     * @param isReplicated whether the gateway has replicas
     */
    static String ended(HandleEnd end, Duration idle, String argument, boolean isReplicated) {
        String at = " at " + end.at().truncatedTo(ChronoUnit.SECONDS);
        String what = switch (end.reason()) {
            case EXPIRED -> "This session expired" + at + ", after " + SessionArgument.inWords(idle) + " without use.";
            case ENDED -> "This session was ended" + at + ".";
            case EVICTED -> "This session was ended" + at + " to make room for others.";
            case LOST ->
                "This session was lost" + at + ", when "
                        + (isReplicated ? "its replica of the gateway stopped." : "the gateway restarted.");
        };
        return what + nothingDone(argument);
    }

    private static String nothingDone(String argument) {
        return " This call was NOT sent and nothing was done. The state of the session is gone. To start a new session,"
                + " call a tool without " + argument + "; the result ends with the new session id.";
    }
}
