package dev.mooring.run;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps count of what a scope spends and says whether it may go on: a call must be within the limits of the scope and of
 * every scope around it, up to the run's. Advice for those who ask; nothing is stopped by force. Safe for use by many threads.
 */
public final class Budget {
    private final @Nullable Budget parent;
    private final Limits limits;
    private final String whose;
    private final LongSupplier nanos;
    private final long start;
    private final Object count; // the root's, so that a decision over the whole chain is one step

    private long rounds;
    private long calls;
    private long tokens;
    private final ArrayDeque<Long> recent = new ArrayDeque<>(); // when the calls of the last period were allowed

    Budget(@Nullable Budget parent, Limits limits, String whose, LongSupplier nanos) {
        this.parent = parent;
        this.limits = limits;
        this.whose = whose;
        this.nanos = nanos;
        this.start = nanos.getAsLong();
        this.count = parent == null ? new Object() : parent.count;
    }

    /** Asks for one call, and counts it everywhere if it is allowed, nowhere if it is refused. */
    public Decision request() {
        synchronized (count) {
            Decision decision = decide(Budget::refusal);
            if (decision instanceof Decision.Allowed) {
                for (Budget budget = this; budget != null; budget = budget.parent) {
                    budget.take();
                }
            }
            return decision;
        }
    }

    /**
     * Asks for one round of thinking, such as a model's turn, and counts it everywhere if it is allowed, nowhere if it is refused. Rounds
     * and calls are counted apart: that all calls are made does not keep anybody from thinking about their results.
     */
    public Decision requestRound() {
        synchronized (count) {
            Decision decision = decide(Budget::roundRefusal);
            if (decision instanceof Decision.Allowed) {
                for (Budget budget = this; budget != null; budget = budget.parent) {
                    budget.rounds++;
                }
            }
            return decision;
        }
    }

    /** How much time this scope and those around it leave; null if they set no limit. Never negative. */
    public @Nullable Duration timeLeft() {
        Duration left = null;
        for (Budget budget = this; budget != null; budget = budget.parent) {
            Duration time = budget.limits.time();
            if (time != null) {
                Duration own = time.minusNanos(nanos.getAsLong() - budget.start);
                left = left == null || own.compareTo(left) < 0 ? own : left;
            }
        }
        return left != null && left.isNegative() ? Duration.ZERO : left;
    }

    /** What {@link #request} would say now, without counting anything. */
    public Decision check() {
        synchronized (count) {
            return decide(Budget::refusal);
        }
    }

    void spend(long spent) {
        synchronized (count) {
            for (Budget budget = this; budget != null; budget = budget.parent) {
                budget.tokens += spent;
            }
        }
    }

    private Decision decide(Function<Budget, Decision.@Nullable Refused> question) {
        for (Budget budget = this; budget != null; budget = budget.parent) {
            Decision.Refused refused = question.apply(budget);
            if (refused != null) {
                return refused;
            }
        }
        return new Decision.Allowed();
    }

    private Decision.@Nullable Refused roundRefusal() {
        if (rounds >= limits.rounds()) {
            return refuse(Decision.Limit.ROUNDS, "all " + limits.rounds() + " rounds are over", null);
        }
        return spentRefusal();
    }

    /** Time and tokens, which bind everything. */
    private Decision.@Nullable Refused spentRefusal() {
        Duration time = limits.time();
        if (time != null && Duration.ofNanos(nanos.getAsLong() - start).compareTo(time) >= 0) {
            return refuse(Decision.Limit.TIME, "the time of " + seconds(time) + " is over", null);
        }
        if (tokens >= limits.tokens()) {
            return refuse(Decision.Limit.TOKENS, tokens + " of " + limits.tokens() + " tokens are spent", null);
        }
        return null;
    }

    private Decision.@Nullable Refused refusal() {
        Decision.Refused spent = spentRefusal();
        if (spent != null) {
            return spent;
        }
        if (calls >= limits.calls()) {
            return refuse(Decision.Limit.CALLS, "all " + limits.calls() + " calls are made", null);
        }
        Limits.Rate rate = limits.rate();
        if (rate != null) {
            long period = rate.period().toNanos();
            long now = nanos.getAsLong();
            while (!recent.isEmpty() && now - recent.getFirst() >= period) {
                recent.removeFirst();
            }
            if (recent.size() >= rate.calls()) {
                Duration wait = Duration.ofNanos(period - (now - recent.getFirst()));
                return refuse(
                        Decision.Limit.RATE, rate.calls() + " calls in " + seconds(rate.period()) + " are made", wait);
            }
        }
        return null;
    }

    private void take() {
        calls++;
        if (limits.rate() != null) {
            recent.addLast(nanos.getAsLong());
        }
    }

    private Decision.Refused refuse(Decision.Limit limit, String reason, @Nullable Duration retryAfter) {
        return new Decision.Refused(limit, "Limit of " + whose + " reached: " + reason + ".", retryAfter);
    }

    private static String seconds(Duration duration) {
        return duration.toMillis() % 1000 == 0 ? duration.toSeconds() + " s" : duration.toMillis() + " ms";
    }
}
