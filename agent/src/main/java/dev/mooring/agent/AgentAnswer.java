package dev.mooring.agent;

import dev.mooring.agent.model.Usage;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The result of an invocation.
 *
 * @param outcome the answer, or the reason why there is none. Never a failure: {@link Agent#invoke} throws failures
 * @param usage the tokens of this agent's own turns; those of its sub-agents are in the run's totals
 * @param rounds the number of model turns
 * @param toolCalls the number of tool calls
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record AgentAnswer(AgentOutcome outcome, Usage usage, int rounds, int toolCalls) {
    /** Returns the answer, or the last text of the model if there is no answer; may be empty. */
    public String text() {
        return switch (outcome) {
            case AgentOutcome.Answered answered -> answered.text();
            case AgentOutcome.LimitReached limit -> limit.text();
            case AgentOutcome.Stopped stopped -> stopped.text();
            case AgentOutcome.Failed failed -> failed.reason();
        };
    }

    /** Returns the answer as JSON; null if there is no output schema or no answer. */
    public @Nullable JsonNode output() {
        return outcome instanceof AgentOutcome.Answered answered ? answered.output() : null;
    }

    /** Returns whether there is an answer. */
    public boolean isComplete() {
        return outcome instanceof AgentOutcome.Answered;
    }
}
