package dev.mooring.run;

import java.time.Duration;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** The limits of a scope and all scopes below it. {@link Budget} counts against them. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class Limits {
    private static final Limits NONE = builder().build();

    private final long rounds;
    private final long calls;
    private final long tokens;
    private final @Nullable Duration time;
    private final @Nullable Rate rate;

    private Limits(Builder builder) {
        rounds = builder.rounds;
        calls = builder.calls;
        tokens = builder.tokens;
        time = builder.time;
        rate = builder.rate;
        if (rounds < 0 || calls < 0 || tokens < 0 || (time != null && time.isNegative())) {
            throw new IllegalArgumentException("Limits must not be negative: rounds %d, calls %d, tokens %d, time %s"
                    .formatted(rounds, calls, tokens, time));
        }
    }

    /**
     * A limit on the number of calls in any period of the given length.
     *
     * @param calls at least 1
     * @param period greater than zero
     */
    public record Rate(int calls, Duration period) {
        /**
         * Checks the rate.
         *
         * @throws IllegalArgumentException if a component is out of range
         */
        public Rate {
            if (calls < 1 || !period.isPositive()) {
                throw new IllegalArgumentException("A rate must allow at least one call in a period greater than zero: "
                        + calls + " in " + period);
            }
        }
    }

    /** Returns limits that allow everything. */
    public static Limits none() {
        return NONE;
    }

    /** Returns a builder that starts without limits. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns how many rounds, such as model turns, are allowed; {@link Long#MAX_VALUE} for no limit. */
    public long rounds() {
        return rounds;
    }

    /** Returns how many calls are allowed; {@link Long#MAX_VALUE} for no limit. */
    public long calls() {
        return calls;
    }

    /** Returns after how many tokens, in and out together, calls are refused; {@link Long#MAX_VALUE} for no limit. */
    public long tokens() {
        return tokens;
    }

    /** Returns how long after the start of the scope calls are allowed; null for no limit. */
    public @Nullable Duration time() {
        return time;
    }

    /** Returns how many calls are allowed per period; null for no limit. */
    public @Nullable Rate rate() {
        return rate;
    }

    /** Builds {@link Limits}. Not thread-safe. */
    public static final class Builder {
        private long rounds = Long.MAX_VALUE;
        private long calls = Long.MAX_VALUE;
        private long tokens = Long.MAX_VALUE;
        private @Nullable Duration time;
        private @Nullable Rate rate;

        private Builder() {}

        /** Limits the number of rounds. */
        public Builder rounds(long value) {
            rounds = value;
            return this;
        }

        /** Limits the number of calls. */
        public Builder calls(long value) {
            calls = value;
            return this;
        }

        /** Limits the number of tokens, in and out together. */
        public Builder tokens(long value) {
            tokens = value;
            return this;
        }

        /** Limits the time since the start of the scope. */
        public Builder time(Duration value) {
            time = value;
            return this;
        }

        /** Limits the number of calls in any period of the given length. */
        public Builder rate(int maxCalls, Duration period) {
            rate = new Rate(maxCalls, period);
            return this;
        }

        /**
         * Returns the limits.
         *
         * @throws IllegalArgumentException if a limit is negative
         */
        public Limits build() {
            return new Limits(this);
        }
    }
}
