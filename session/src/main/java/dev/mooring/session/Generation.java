package dev.mooring.session;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The time between two losses of a session, as one party sees it. Records which invocations rely on the session, and when
 * each of them was told of the last loss.
 */
final class Generation {
    private static final long NOT_TOLD = Long.MAX_VALUE;

    /** The invocations that have sent a call in this generation, with the time at which each was told of its loss. */
    private final Map<String, Long> users = new ConcurrentHashMap<>();

    /** The loss that started this generation; null for the first one. */
    private final @Nullable Loss loss;

    /**
     * A loss.
     *
     * @param time when the loss became known
     * @param told when each invocation that relied on the lost session was told, or {@link #NOT_TOLD}
     */
    private record Loss(long time, String message, Map<String, Long> told) {}

    private Generation(@Nullable Loss loss) {
        this.loss = loss;
    }

    static Generation first() {
        return new Generation(null);
    }

    /** Returns the generation after a loss, or this one if no call was sent, so that no state is lost. */
    Generation afterLoss(long time, String message) {
        if (users.isEmpty()) {
            return this;
        }
        if (loss != null) {
            loss.told().forEach((invocation, told) -> {
                if (told == NOT_TOLD) {
                    users.put(invocation, NOT_TOLD);
                }
            });
        }
        // The map itself, not a copy: a call that is recorded from now on is sent on the lost session.
        return new Generation(new Loss(time, message, users));
    }

    /**
     * Returns the message for a call that must not be sent, because the caller decided on the call before the caller was
     * told of the loss; otherwise null. The message counts as told now.
     *
     * @param decidedAt when the caller decided on the call
     */
    @Nullable
    String lossSince(long decidedAt, String invocation, LossClock clock) {
        if (loss == null) {
            return null;
        }
        long told = loss.told().getOrDefault(invocation, loss.time());
        if (told == NOT_TOLD) {
            // Other calls that were decided before this moment report the loss as well.
            loss.told().replace(invocation, NOT_TOLD, clock.tick());
        }
        return decidedAt < told ? loss.message() : null;
    }

    /** Records that an invocation sends a call and so may rely on the session. */
    void recordCall(String invocation) {
        users.putIfAbsent(invocation, NOT_TOLD);
    }
}
