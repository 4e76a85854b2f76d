package dev.mooring.run;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The rounds, calls and tokens that a scope has used, and the decision whether more are allowed. A call must be within the
 * limits of the scope and of all scopes that enclose it. Callers request each call; the budget does not stop anything by
 * itself. Thread-safe.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class Budget {
    private final @Nullable Budget parent;
    private final Limits limits;
    private final String scopeLabel;
    private final LongSupplier nanos;
    private final long start;
    private final Object lock; // the lock of the root, so that a decision over the whole chain is atomic

    private long rounds;
    private long calls;
    private long tokens;
    private final ArrayDeque<Long> recent = new ArrayDeque<>(); // start times of the calls in the current period

    Budget(@Nullable Budget parent, Limits limits, String scopeLabel, LongSupplier nanos) {
        this.parent = parent;
        this.limits = limits;
        this.scopeLabel = scopeLabel;
        this.nanos = nanos;
        this.start = nanos.getAsLong();
        this.lock = parent == null ? new Object() : parent.lock;
    }

    /** Requests one call. An allowed call is counted in this scope and all enclosing scopes; a refused one is not counted. */
    public BudgetDecision request() {
        synchronized (lock) {
            BudgetDecision decision = decide(Budget::refusal);
            if (decision instanceof BudgetDecision.Allowed) {
                for (Budget budget = this; budget != null; budget = budget.parent) {
                    budget.take();
                }
            }
            return decision;
        }
    }

    /**
     * Requests one round, such as a model turn. An allowed round is counted in this scope and all enclosing scopes; a refused
     * one is not counted. Rounds and calls are counted separately, so that a model can still process results when the limit
     * on calls is reached.
     */
    public BudgetDecision requestRound() {
        synchronized (lock) {
            BudgetDecision decision = decide(Budget::roundRefusal);
            if (decision instanceof BudgetDecision.Allowed) {
                for (Budget budget = this; budget != null; budget = budget.parent) {
                    budget.rounds++;
                }
            }
            return decision;
        }
    }

    /** Returns the time left in this and all enclosing scopes, at least zero; null if none has a time limit. */
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

    /** Returns what {@link #request} would return, without counting a call. */
    public BudgetDecision check() {
        synchronized (lock) {
            return decide(Budget::refusal);
        }
    }

    void spendTokens(long spent) {
        synchronized (lock) {
            for (Budget budget = this; budget != null; budget = budget.parent) {
                budget.tokens += spent;
            }
        }
    }

    private BudgetDecision decide(Function<Budget, BudgetDecision.@Nullable Refused> check) {
        for (Budget budget = this; budget != null; budget = budget.parent) {
            BudgetDecision.Refused refused = check.apply(budget);
            if (refused != null) {
                return refused;
            }
        }
        return new BudgetDecision.Allowed();
    }

    private BudgetDecision.@Nullable Refused roundRefusal() {
        if (rounds >= limits.rounds()) {
            return refuse(BudgetDecision.Limit.ROUNDS, "all " + limits.rounds() + " rounds are used", null);
        }
        return spentRefusal();
    }

    /** Checks time and tokens, which limit rounds and calls alike. */
    private BudgetDecision.@Nullable Refused spentRefusal() {
        Duration time = limits.time();
        if (time != null && Duration.ofNanos(nanos.getAsLong() - start).compareTo(time) >= 0) {
            return refuse(BudgetDecision.Limit.TIME, "the time limit of " + seconds(time) + " has passed", null);
        }
        if (tokens >= limits.tokens()) {
            return refuse(BudgetDecision.Limit.TOKENS, tokens + " of " + limits.tokens() + " tokens are used", null);
        }
        return null;
    }

    private BudgetDecision.@Nullable Refused refusal() {
        BudgetDecision.Refused spent = spentRefusal();
        if (spent != null) {
            return spent;
        }
        if (calls >= limits.calls()) {
            return refuse(BudgetDecision.Limit.CALLS, "all " + limits.calls() + " calls are used", null);
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
                        BudgetDecision.Limit.RATE,
                        rate.calls() + " calls in " + seconds(rate.period()) + " are used",
                        wait);
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

    private BudgetDecision.Refused refuse(BudgetDecision.Limit limit, String reason, @Nullable Duration retryAfter) {
        return new BudgetDecision.Refused(limit, "Limit of " + scopeLabel + " reached: " + reason + ".", retryAfter);
    }

    private static String seconds(Duration duration) {
        return duration.toMillis() % 1000 == 0 ? duration.toSeconds() + " s" : duration.toMillis() + " ms";
    }
}
