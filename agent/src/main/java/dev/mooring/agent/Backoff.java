package dev.mooring.agent;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * How an agent retries a model turn that fails for a transient reason: exponential backoff, with jitter of up to a quarter.
 *
 * @param attempts the maximum number of attempts, including the first
 * @param firstDelay the delay before the second attempt; each further delay is twice as long
 * @param maxDelay the maximum delay, unless the provider requests a longer one
 * @param maxRetryAfter the maximum delay that the provider may request; the agent fails if it requests more
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record Backoff(int attempts, Duration firstDelay, Duration maxDelay, Duration maxRetryAfter) {
    private static final Backoff STANDARD =
            new Backoff(6, Duration.ofSeconds(1), Duration.ofSeconds(30), Duration.ofMinutes(2));

    /** Checks the values. */
    public Backoff {
        if (attempts < 1 || firstDelay.isNegative() || maxDelay.isNegative() || maxRetryAfter.isNegative()) {
            throw new IllegalArgumentException("A backoff has at least 1 attempt and no negative durations");
        }
    }

    /** Returns six attempts with delays of up to 1, 2, 4, 8 and 16 s. */
    public static Backoff standard() {
        return STANDARD;
    }

    /** Returns a single attempt without retries. */
    public static Backoff none() {
        return new Backoff(1, Duration.ZERO, Duration.ZERO, Duration.ZERO);
    }

    /**
     * Returns the delay after a failed attempt; null if there is no further attempt.
     *
     * @param requested the delay that the provider requests; null if it requests none
     */
    @Nullable
    Duration delayAfter(int attempt, @Nullable Duration requested) {
        if (attempt >= attempts || (requested != null && requested.compareTo(maxRetryAfter) > 0)) {
            return null;
        }
        if (requested != null) {
            return requested;
        }
        Duration doubled = firstDelay.multipliedBy(1L << Math.min(attempt - 1, 20));
        long millis = Math.min(doubled.toMillis(), maxDelay.toMillis());
        return Duration.ofMillis(millis - ThreadLocalRandom.current().nextLong(millis / 4 + 1));
    }
}
