package dev.mooring.run;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a scope and everything below it may spend. {@link Budget} keeps count.
 *
 * @param rounds how many rounds of thinking in all; {@link Long#MAX_VALUE} for any number
 * @param calls how many calls in all; {@link Long#MAX_VALUE} for any number
 * @param tokens after how many tokens, in and out together, no further call is allowed; {@link Long#MAX_VALUE} for any number
 * @param time how long after its start no further call is allowed; null for no limit
 * @param rate how many calls in a period; null for no limit
 */
public record Limits(
        long rounds,
        long calls,
        long tokens,
        @Nullable Duration time,
        @Nullable Rate rate) {
    private static final Limits NONE = new Limits(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, null, null);

    /**
     * At most so many calls in any stretch of time of that length.
     *
     * @param calls at least 1
     * @param period longer than zero
     */
    public record Rate(int calls, Duration period) {
        public Rate {
            if (calls < 1 || !period.isPositive()) {
                throw new IllegalArgumentException(
                        "A rate needs at least one call in a positive period: " + calls + " in " + period);
            }
        }
    }

    public Limits {
        if (rounds < 0 || calls < 0 || tokens < 0 || (time != null && time.isNegative())) {
            throw new IllegalArgumentException("A limit is negative: rounds %d, calls %d, tokens %d, time %s"
                    .formatted(rounds, calls, tokens, time));
        }
    }

    public static Limits none() {
        return NONE;
    }

    public Limits rounds(long rounds) {
        return new Limits(rounds, calls, tokens, time, rate);
    }

    public Limits calls(long calls) {
        return new Limits(rounds, calls, tokens, time, rate);
    }

    public Limits tokens(long tokens) {
        return new Limits(rounds, calls, tokens, time, rate);
    }

    public Limits time(Duration time) {
        return new Limits(rounds, calls, tokens, time, rate);
    }

    public Limits rate(int calls, Duration period) {
        return new Limits(rounds, this.calls, tokens, time, new Rate(calls, period));
    }
}
