package dev.mooring.agent;

import dev.mooring.agent.model.ModelTurn;
import dev.mooring.agent.model.ToolResult;
import dev.mooring.agent.model.Usage;
import dev.mooring.run.Decision;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Something that an agent did. */
public sealed interface AgentEvent {
    Instant at();

    /** The id of the agent's scope in the run: every invocation has its own, the first perhaps the run's. */
    String scope();

    /**
     * An agent begins.
     *
     * @param parent the scope of the agent that called it; null if none did
     * @param call the id of the call by which its parent called it; null if none did
     */
    record AgentStarted(
            Instant at,
            String scope,
            @Nullable String parent,
            @Nullable String call,
            String agent,
            String model,
            String input)
            implements AgentEvent {}

    /** An agent is over; what it had opened for itself alone is being closed. */
    record AgentEnded(Instant at, String scope, String agent, AgentOutcome outcome, Usage usage, Duration took)
            implements AgentEvent {}

    /** A model is asked. Rounds count from 1. */
    record TurnStarted(Instant at, String scope, int round) implements AgentEvent {}

    /** The model says something more. */
    record TextHeard(Instant at, String scope, int round, String words) implements AgentEvent {}

    /** The model's turn is over: its text as a whole, what it wants called, what it used. */
    record TurnEnded(Instant at, String scope, int round, ModelTurn turn, Duration took) implements AgentEvent {}

    /** The model took no turn and is asked again after a while. */
    record Retrying(Instant at, String scope, int round, int attempt, String reason, Duration after)
            implements AgentEvent {}

    /**
     * A tool is called.
     *
     * @param call unique in the run, unlike the ids that models give
     * @param arguments as parsed; the text as it came where that is not JSON
     */
    record ToolCalled(Instant at, String scope, int round, String call, ToolOrigin tool, JsonNode arguments)
            implements AgentEvent {}

    /**
     * A tool has answered, well or not.
     *
     * @param session the id of the MCP session that was used; null where there was none
     * @param opened whether this was the first call on that session
     */
    record ToolReturned(
            Instant at,
            String scope,
            int round,
            String call,
            ToolOrigin tool,
            ToolResult result,
            @Nullable String session,
            boolean opened,
            Duration took)
            implements AgentEvent {}

    /** A limit ends the agent's work. */
    record LimitReached(Instant at, String scope, Decision.Limit limit, String reason) implements AgentEvent {}
}
