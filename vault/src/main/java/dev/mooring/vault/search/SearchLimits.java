package dev.mooring.vault.search;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The limits of a search.
 *
 * @param duration the longest time, which includes the time in the queue
 * @param steps the most steps; reading a byte in a known state is not a step, computing a new state is many
 * @param nanoTime the clock, such as {@link System#nanoTime()}
 */
public record SearchLimits(Duration duration, long steps, LongSupplier nanoTime) {

    /** Ten seconds by the system's clock, and steps for a few seconds on one core. */
    public static final SearchLimits DEFAULT =
            new SearchLimits(Duration.ofSeconds(10), 1_000_000_000L, System::nanoTime);

    /** Returns the budget of a search that a caller requests now. */
    public Budget start() {
        return new Budget(this);
    }

    /** The rest of the time and steps that one search may use, on all its threads. Thread-safe if the clock is. */
    public static final class Budget {
        private final SearchLimits limits;
        private final long end;
        private final AtomicLong used = new AtomicLong();
        private volatile boolean cancelled;

        private Budget(SearchLimits limits) {
            this.limits = limits;
            this.end = limits.nanoTime.getAsLong() + limits.duration.toNanos();
        }

        /** Returns the rest of the time in nanoseconds; negative after the deadline. */
        public long remainingNanos() {
            return end - limits.nanoTime.getAsLong();
        }

        /** Ends the search on all its threads, as if its time were over. */
        public Exceeded cancel() {
            cancelled = true;
            return new Exceeded(false);
        }

        /** Throws {@link Exceeded} if the deadline has passed or the search is cancelled. */
        public void check() {
            if (cancelled || remainingNanos() <= 0) {
                throw new Exceeded(false);
            }
        }

        /** Counts steps. Throws {@link Exceeded} if no steps are left, and in the cases in which {@link #check} does. */
        void spend(long steps) {
            if (used.addAndGet(steps) > limits.steps) {
                throw new Exceeded(true);
            }
            check();
        }
    }

    /** Thrown in the middle of a search that has reached a limit. */
    public static final class Exceeded extends RuntimeException {
        private final boolean bySteps;

        Exceeded(boolean bySteps) {
            super("The search exceeded a limit", null, false, false);
            this.bySteps = bySteps;
        }

        /** Returns true if the search has used all its steps, false if its time is over. */
        public boolean isBySteps() {
            return bySteps;
        }
    }
}
