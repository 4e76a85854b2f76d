package dev.mooring.gateway;

import dev.mooring.handle.cluster.protocol.NotSentReason.Reason;

/** Messages that tell a caller what the replicas of a gateway did with its call. */
final class ReplicaMessages {
    private static final String NOT_SENT = "This call was NOT sent and nothing was done: ";

    private ReplicaMessages() {}

    /** Returns the message for a call whose handle cannot be served now. */
    static String tryAgain(Reason reason) {
        return NOT_SENT + explain(reason) + " The session may still exist. Try again in a few seconds.";
    }

    /** Returns the message for a call that needs a new handle, which cannot be minted now. */
    static String notMinted(Reason reason) {
        String why = reason == Reason.MOVING ? "this replica of the gateway is about to stop." : explain(reason);
        return NOT_SENT + "a new session cannot be started now, because " + why + " Try again in a few seconds.";
    }

    private static String explain(Reason reason) {
        return switch (reason) {
            case NO_LEASE -> "the gateway has no contact with its store.";
            case OWNER_UNREACHABLE -> "the replica of the gateway that holds the session does not answer.";
            case STORE_UNREACHABLE -> "the gateway cannot reach its store.";
            case MOVING -> "the session moves to another replica of the gateway.";
        };
    }

    /** Returns the message for a call whose replica stopped answering. */
    static String inDoubt() {
        return "The replica of the gateway that ran this call stopped answering. The call may or may not have happened."
                + " Check before you repeat it. The next call says whether the session was lost.";
    }

    /** Returns the message for a caller that answers a call whose replica has stopped. */
    static String parkedCallLost() {
        return "The replica of the gateway that ran this call has stopped, so the call has ended. It may or may not have"
                + " happened. The next call says whether the session was lost.";
    }
}
