package dev.mooring.session;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The time between two losses of a session, for one party. Knows who relies on the session, and who must still learn of the last loss. */
final class Generation {
    /** The invocations that have sent a call in this generation. */
    private final Set<String> users = ConcurrentHashMap.newKeySet();

    /** The loss that started this generation; null for the first one. */
    private final @Nullable Loss loss;

    /**
     * A loss.
     *
     * @param number the number of the loss among all losses of the registry
     * @param untold the invocations that relied on the lost session and have not been told
     */
    private record Loss(long number, String message, Set<String> untold) {}

    private Generation(@Nullable Loss loss) {
        this.loss = loss;
    }

    static Generation first() {
        return new Generation(null);
    }

    /** Returns the generation after a loss, or this one if no call was sent, so that no state is lost. */
    Generation afterLoss(long number, String message) {
        if (users.isEmpty()) {
            return this;
        }
        // The set itself, not a copy: a call that is recorded from now on is sent on the lost session.
        if (loss != null) {
            users.addAll(loss.untold());
        }
        return new Generation(new Loss(number, message, users));
    }

    /**
     * Returns the message for a call that must not be sent, because its caller decided on it before it was told of a loss;
     * otherwise null. The message counts as told.
     *
     * @param decidedAt the number of losses when the caller decided on the call
     */
    @Nullable
    String lossSince(long decidedAt, String invocation) {
        if (loss == null) {
            return null;
        }
        boolean untold = loss.untold().remove(invocation);
        return untold || loss.number() > decidedAt ? loss.message() : null;
    }

    /** Records that an invocation sends a call and so may rely on the session. */
    void recordCall(String invocation) {
        users.add(invocation);
    }
}
