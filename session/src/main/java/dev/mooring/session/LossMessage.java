package dev.mooring.session;

import dev.mooring.mcp.Era;

/** Messages that tell a model about a lost session: whether the call happened, what is gone, what to do next. */
final class LossMessage {
    private LossMessage() {}

    static String notSent(String server, Era era, String reason) {
        return "The session with " + server + " was lost (" + reason + "). " + lostState(era)
                + " This call was NOT sent and nothing was done. Calling again uses a new session.";
    }

    /** Returns the message for a call that the server rejected because it had forgotten the session. */
    static String notExecuted(String server, Era era, String reason) {
        return "The session with " + server + " was lost (" + reason + "). " + lostState(era)
                + " This call was NOT executed and nothing was done. Calling again uses a new session.";
    }

    static String mayHaveHappened(String server, Era era, String reason) {
        return "The session with " + server + " was lost during this call (" + reason
                + "). The call may or may not have happened. " + lostState(era)
                + " Calling again uses a new session; check first what has been done.";
    }

    private static String lostState(Era era) {
        return era == Era.LEGACY
                ? "Everything the server kept for this session is gone."
                : "State behind handles that the server returned may still exist.";
    }
}
