package dev.mooring.vault.search;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How long a search may take.
 *
 * @param nanoTime the clock, as {@link System#nanoTime()}
 */
public record TimeLimit(Duration longest, LongSupplier nanoTime) {

    public static final TimeLimit DEFAULT = new TimeLimit(Duration.ofSeconds(10), System::nanoTime);

    /** The limit of a search that begins now. */
    public Deadline start() {
        return new Deadline(nanoTime.getAsLong() + longest.toNanos(), nanoTime);
    }

    /** When one search is to end, whatever it has found by then. For many threads, if the clock is. */
    public static final class Deadline {
        private final long end;
        private final LongSupplier nanoTime;

        private Deadline(long end, LongSupplier nanoTime) {
            this.end = end;
            this.nanoTime = nanoTime;
        }

        public void check() {
            if (nanoTime.getAsLong() - end >= 0) {
                throw new Exceeded();
            }
        }
    }

    /** Ends a search, be it in the middle of a text. */
    public static final class Exceeded extends RuntimeException {
        Exceeded() {
            super("The search took too long", null, false, false);
        }
    }
}
