package dev.mooring.agent;

import dev.mooring.agent.model.Usage;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What an agent gives back.
 *
 * @param outcome an answer, or why there is none; never a failure, which is thrown
 * @param usage of this agent's own turns; those of its sub-agents are in the run's totals
 * @param rounds how often the model was asked
 * @param toolCalls how many calls were made for it
 */
public record AgentAnswer(AgentOutcome outcome, Usage usage, int rounds, int toolCalls) {
    /** The answer, or what the model had said before it was ended. */
    public String text() {
        return switch (outcome) {
            case AgentOutcome.Answered answered -> answered.text();
            case AgentOutcome.LimitReached limit -> limit.text();
            case AgentOutcome.Stopped stopped -> stopped.text();
            case AgentOutcome.Failed failed -> failed.reason();
        };
    }

    /** The answer as JSON; null without an output schema, or without an answer. */
    public @Nullable JsonNode output() {
        return outcome instanceof AgentOutcome.Answered answered ? answered.output() : null;
    }

    /** Whether the agent came to its answer. */
    public boolean isComplete() {
        return outcome instanceof AgentOutcome.Answered;
    }
}
