package dev.mooring.vault.search;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The longest time that a search may take.
 *
 * @param nanoTime the clock, such as {@link System#nanoTime()}
 */
public record TimeLimit(Duration duration, LongSupplier nanoTime) {

    /** Ten seconds by the system's clock. */
    public static final TimeLimit DEFAULT = new TimeLimit(Duration.ofSeconds(10), System::nanoTime);

    /** Returns the deadline of a search that starts now. */
    public Deadline start() {
        return new Deadline(nanoTime.getAsLong() + duration.toNanos(), nanoTime);
    }

    /** The time at which one search must end. Thread-safe if the clock is. */
    public static final class Deadline {
        private final long end;
        private final LongSupplier nanoTime;

        private Deadline(long end, LongSupplier nanoTime) {
            this.end = end;
            this.nanoTime = nanoTime;
        }

        /** Throws {@link Exceeded} if the deadline has passed. */
        public void check() {
            if (nanoTime.getAsLong() - end >= 0) {
                throw new Exceeded();
            }
        }
    }

    /** Thrown in the middle of a search whose deadline has passed. */
    public static final class Exceeded extends RuntimeException {
        Exceeded() {
            super("The search exceeded its time limit", null, false, false);
        }
    }
}
