package dev.mooring.run;

import java.time.Duration;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** The decision of a budget about a call or a round. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public sealed interface BudgetDecision {
    /** The kinds of {@link Limits}. */
    enum Limit {
        ROUNDS,
        CALLS,
        TOKENS,
        TIME,
        RATE
    }

    /** The call or round is within all limits. */
    record Allowed() implements BudgetDecision {}

    /**
     * A limit is reached.
     *
     * @param limit the limit that was reached
     * @param reason a sentence for people and models
     * @param retryAfter how long until a new request can succeed; null if waiting does not help
     */
    record Refused(Limit limit, String reason, @Nullable Duration retryAfter) implements BudgetDecision {}
}
