package dev.mooring.agent;

import dev.mooring.agent.model.ModelRequest;
import dev.mooring.agent.model.ModelTurn;
import dev.mooring.agent.model.ToolOutput;
import dev.mooring.agent.model.Usage;
import dev.mooring.run.BudgetDecision;
import java.time.Duration;
import java.time.Instant;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** An event in the work of an agent. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public sealed interface AgentEvent {
    /** Returns when the event happened. */
    Instant at();

    /** Returns the id of the invocation's scope. Each invocation has its own; the scope of a root invocation is the run's root scope. */
    String scope();

    /**
     * An invocation starts.
     *
     * @param parent the scope of the calling agent; null if the caller is not an agent
     * @param call the id of the tool call of the calling agent; null if the caller is not an agent
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

    /** An invocation ends. Sessions that it holds for itself alone are about to close. */
    record AgentEnded(Instant at, String scope, String agent, AgentOutcome outcome, Usage usage, Duration took)
            implements AgentEvent {}

    /**
     * A model turn starts. Rounds count from 1.
     *
     * @param request the input of the model; null if an earlier run took the turn, and this run only completes its calls
     */
    record TurnStarted(
            Instant at, String scope, int round, @Nullable ModelRequest request) implements AgentEvent {}

    /** The model produces the next piece of text. */
    record TextReceived(Instant at, String scope, int round, String text) implements AgentEvent {}

    /** A model turn is complete. */
    record TurnEnded(Instant at, String scope, int round, ModelTurn turn, Duration took) implements AgentEvent {}

    /**
     * A model turn failed, and the agent is going to retry it.
     *
     * @param attempt the number of the failed attempt, from 1
     * @param after how long the agent waits first
     */
    record Retrying(Instant at, String scope, int round, int attempt, String reason, Duration after)
            implements AgentEvent {}

    /**
     * A tool call starts.
     *
     * @param call an id that is unique in the run, unlike the ids that models choose
     * @param arguments the parsed arguments, or their text if it is not JSON
     */
    record ToolCalled(Instant at, String scope, int round, String call, ToolOrigin tool, JsonNode arguments)
            implements AgentEvent {}

    /**
     * A tool call ends, with or without an error.
     *
     * @param session the id of the MCP session that the call used; null if it used none
     * @param opened whether this is the first call on that session
     */
    record ToolReturned(
            Instant at,
            String scope,
            int round,
            String call,
            ToolOrigin tool,
            ToolOutput result,
            @Nullable String session,
            boolean opened,
            Duration took)
            implements AgentEvent {}

    /** A limit ends the invocation. */
    record LimitReached(Instant at, String scope, BudgetDecision.Limit limit, String reason) implements AgentEvent {}
}
