package dev.mooring.agent;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * How a model is asked again that could not answer.
 *
 * @param attempts how often it is asked in all
 * @param first the pause before the second time; each one after is twice as long, and a part of it is left to chance
 * @param longest the longest pause of our own
 * @param patience the longest pause that a provider may ask for; if it wants more, that is the end
 */
public record Backoff(int attempts, Duration first, Duration longest, Duration patience) {
    private static final Backoff STANDARD =
            new Backoff(6, Duration.ofSeconds(1), Duration.ofSeconds(30), Duration.ofMinutes(2));

    public Backoff {
        if (attempts < 1 || first.isNegative() || longest.isNegative() || patience.isNegative()) {
            throw new IllegalArgumentException("a backoff needs an attempt, and no negative time");
        }
    }

    /** Six attempts, after 1, 2, 4, 8 and 16 s. */
    public static Backoff standard() {
        return STANDARD;
    }

    /** One attempt. */
    public static Backoff none() {
        return new Backoff(1, Duration.ZERO, Duration.ZERO, Duration.ZERO);
    }

    /** The pause after an attempt that failed; null to give up. */
    @Nullable
    Duration after(int attempt, @Nullable Duration asked) {
        if (attempt >= attempts || (asked != null && asked.compareTo(patience) > 0)) {
            return null;
        }
        if (asked != null) {
            return asked;
        }
        Duration doubled = first.multipliedBy(1L << Math.min(attempt - 1, 20));
        long most = Math.min(doubled.toMillis(), longest.toMillis());
        return Duration.ofMillis(most - ThreadLocalRandom.current().nextLong(most / 4 + 1));
    }
}
