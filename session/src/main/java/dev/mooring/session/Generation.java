package dev.mooring.session;

import dev.mooring.run.RunScope;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The time between two losses of a session, as one party sees it. Records who relies on the session, and when each of them was
 * told of the last loss.
 *
 * <p>An invocation relies on the session if it calls, and so does the conversation in which a call was decided. The scopes above
 * an invocation rely on its results. An invocation without calls relies on what the scopes above it have done, unless they
 * were told of the loss before it started.
 */
final class Generation {
    private static final Long NOT_TOLD = Long.MAX_VALUE;

    /** Like {@link #NOT_TOLD}, for a scope that has made no calls itself, so it learns of the loss from a scope below it. */
    private static final Long NOT_TOLD_FROM_BELOW = Long.MAX_VALUE - 1;

    /** The invocations, scopes and conversations that rely on the session, with the time at which each was told of its loss. */
    private final Map<Object, Long> users = new ConcurrentHashMap<>();

    /** The loss that started this generation; null for the first one. */
    private final @Nullable Loss loss;

    /**
     * A loss.
     *
     * @param time when the loss became known
     * @param told when each user of the lost session was told, or {@link #NOT_TOLD} or {@link #NOT_TOLD_FROM_BELOW}
     */
    private record Loss(long time, String message, Map<Object, Long> told) {}

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
            loss.told().forEach((user, told) -> {
                if (!isTold(told)) {
                    users.merge(user, told, Math::max);
                }
            });
        }
        // The map itself, not a copy: a call that is recorded from now on is sent on the lost session.
        return new Generation(new Loss(time, message, users));
    }

    /**
     * Returns the message for a call that must not be sent, because it was decided before the caller was told of the loss;
     * otherwise null. The message counts as told now.
     *
     * @param decidedAt when the caller decided on the call
     */
    @Nullable
    String lossSince(long decidedAt, CallSource source, LossClock clock) {
        if (loss == null) {
            return null;
        }
        long told = toldAt(loss, source);
        if (!isTold(told)) {
            // Other calls that were decided before this moment report the loss as well.
            tell(loss.told(), source, clock.tick());
        }
        return decidedAt < told ? loss.message() : null;
    }

    /** Returns when the last of those from whom a call comes was told of the loss. */
    private static long toldAt(Loss loss, CallSource source) {
        Long own = loss.told().get(source.invocation());
        long told = own != null ? own : isKnownAbove(loss.told(), source.scope()) ? loss.time() : NOT_TOLD;
        for (Object conversation : source.conversations()) {
            told = Math.max(told, loss.told().getOrDefault(conversation, loss.time()));
        }
        return told;
    }

    /** Returns whether the scopes for which an invocation works had been told of the loss when it started, or did not rely. */
    private static boolean isKnownAbove(Map<Object, Long> told, @Nullable RunScope invocation) {
        if (invocation == null) {
            return true;
        }
        for (RunScope above = CallSource.above(invocation); above != null; above = CallSource.above(above)) {
            Long time = told.get(above.id());
            if (time != null) {
                return time <= LossClock.timeOf(invocation.startedAt());
            }
        }
        return true;
    }

    private static void tell(Map<Object, Long> told, CallSource source, long time) {
        told.merge(source.invocation(), time, Math::min);
        source.conversations().forEach(conversation -> told.merge(conversation, time, Math::min));
        for (RunScope above = CallSource.above(source.scope()); above != null; above = CallSource.above(above)) {
            told.replace(above.id(), NOT_TOLD_FROM_BELOW, time);
        }
    }

    private static boolean isTold(long time) {
        return time < NOT_TOLD_FROM_BELOW;
    }

    /** Records that a call is sent, and so who may rely on the session. */
    void recordCall(CallSource source) {
        for (RunScope above = CallSource.above(source.scope()); above != null; above = CallSource.above(above)) {
            users.putIfAbsent(above.id(), NOT_TOLD_FROM_BELOW);
        }
        source.conversations().forEach(this::recordUser);
        recordUser(source.invocation());
    }

    private void recordUser(Object user) {
        if (NOT_TOLD_FROM_BELOW.equals(users.putIfAbsent(user, NOT_TOLD))) {
            users.replace(user, NOT_TOLD_FROM_BELOW, NOT_TOLD);
        }
    }
}
