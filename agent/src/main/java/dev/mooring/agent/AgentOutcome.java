package dev.mooring.agent;

import dev.mooring.run.BudgetDecision;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The outcome of an invocation. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public sealed interface AgentOutcome {
    /**
     * The model answered.
     *
     * @param output the answer as JSON, which matches the output schema; null if the agent has none
     */
    record Answered(String text, @Nullable JsonNode output) implements AgentOutcome {}

    /** A limit ended the invocation. The text is the last text of the model and may be empty. */
    record LimitReached(String text, BudgetDecision.Limit limit, String reason) implements AgentOutcome {}

    /** The caller stopped the invocation, or the run was cancelled. The text is the last text of the model and may be empty. */
    record Stopped(String text, String reason) implements AgentOutcome {}

    /** The invocation failed. Its caller receives an {@link AgentFailed}. */
    record Failed(String reason) implements AgentOutcome {}
}
