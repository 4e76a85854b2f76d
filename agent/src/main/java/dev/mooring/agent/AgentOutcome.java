package dev.mooring.agent;

import dev.mooring.run.Decision;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** How an agent's work came out. */
public sealed interface AgentOutcome {
    /**
     * It has an answer.
     *
     * @param output the answer as JSON, if the agent has an output schema, which it fits
     */
    record Answered(String text, @Nullable JsonNode output) implements AgentOutcome {}

    /** A limit ended it. The text is what the model had said so far, and may be empty. */
    record LimitReached(String text, Decision.Limit limit, String reason) implements AgentOutcome {}

    /** Somebody stopped it. The text is what the model had said so far, and may be empty. */
    record Stopped(String text, String reason) implements AgentOutcome {}

    /** It could not go on; the caller gets an {@link AgentFailed}. */
    record Failed(String reason) implements AgentOutcome {}
}
