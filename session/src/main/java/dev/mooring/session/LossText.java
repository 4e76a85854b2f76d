package dev.mooring.session;

import dev.mooring.mcp.Era;

/** How a loss is told to a model, so that it knows what to count on. */
final class LossText {
    private LossText() {}

    /** The call was not sent. */
    static String nothingDone(String server, Era era, String reason) {
        return "The session with " + server + " was lost (" + reason + "). " + state(era)
                + " This call was NOT sent and nothing was done. Calling again starts a new session.";
    }

    /** The call was under way. */
    static String mayHaveHappened(String server, Era era, String reason) {
        return "The session with " + server + " was lost during this call (" + reason
                + "). The call may or may not have happened. " + state(era)
                + " Calling again starts a new session; check first what has been done.";
    }

    private static String state(Era era) {
        return era == Era.LEGACY
                ? "Everything the server kept for this session is gone."
                : "What the server gave out handles for may still be there.";
    }
}
