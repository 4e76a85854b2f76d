package dev.mooring.run;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A budget's answer to a call or a round that somebody wants to make. */
public sealed interface Decision {
    /** Which of the {@link Limits} stands in the way. */
    enum Limit {
        ROUNDS,
        CALLS,
        TOKENS,
        TIME,
        RATE
    }

    record Allowed() implements Decision {}

    /**
     * No.
     *
     * @param limit the limit that was reached
     * @param reason a sentence for people and models
     * @param retryAfter when it is worth asking again; null if it never is
     */
    record Refused(Limit limit, String reason, @Nullable Duration retryAfter) implements Decision {}
}
