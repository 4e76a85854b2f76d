package dev.mooring.agent;

import dev.mooring.agent.model.ToolOutput;
import dev.mooring.agent.model.ToolRequest;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import dev.mooring.run.BudgetDecision;
import dev.mooring.run.Outcome;
import dev.mooring.run.RunScope;
import dev.mooring.session.CallBatch;
import dev.mooring.session.PlannedCall;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * The tool calls of one model turn. They run in parallel, each on its own virtual thread; the results keep the order of the calls. Created
 * before the model decides on the calls, because they rely on the sessions of that time.
 */
final class ToolRound {
    private final Invocation invocation;
    private final Toolbox toolbox;
    private final Transcript transcript;
    private final RunScope scope;
    private final int round;
    private final @Nullable CallBatch batch;

    ToolRound(Invocation invocation, Toolbox toolbox, Transcript transcript, RunScope scope, int round) {
        this.invocation = invocation;
        this.toolbox = toolbox;
        this.transcript = transcript;
        this.scope = scope;
        this.round = round;
        this.batch = invocation.startBatch();
    }

    /**
     * Completes the calls of a turn that an earlier process began. Calls of sub-agents continue or begin. Mooring does not know whether
     * the other calls without a result happened, so it reports that and does not repeat them.
     *
     * @param turn the number of the turn in the transcript
     * @return the limit that prevented a call; null if no limit did
     */
    BudgetDecision.@Nullable Refused resume(int turn, List<ToolRequest> requests) throws InterruptedException {
        return perform(turn, requests, true);
    }

    /**
     * Runs the calls of a turn and adds the results to the transcript.
     *
     * @param turn the number of the turn in the transcript
     * @return the limit that prevented a call, or null if all calls were made
     */
    BudgetDecision.@Nullable Refused perform(int turn, List<ToolRequest> requests) throws InterruptedException {
        return perform(turn, requests, false);
    }

    private BudgetDecision.@Nullable Refused perform(int turn, List<ToolRequest> requests, boolean isResumed)
            throws InterruptedException {
        List<Callable<ToolOutput>> tasks = new ArrayList<>();
        BudgetDecision.Refused limit = null;
        for (int i = 0; i < requests.size(); i++) {
            int index = i;
            ToolRequest request = requests.get(i);
            if (isResumed && transcript.hasResult(index)) {
                continue;
            }
            // Requested one after another, so that the first calls get the remaining budget.
            BudgetDecision.Refused refused = limit == null ? requestCall() : limit;
            limit = refused;
            AgentTool tool = toolbox.find(request.tool());
            JsonNode arguments = parsed(request.arguments());
            boolean isInterrupted = isResumed && (tool == null || !tool.continuesCalls());
            // Planned before the fork, so that ordered calls keep the order of the requests.
            PlannedCall plannedCall =
                    tool != null && batch != null && !isInterrupted ? tool.plan(batch, arguments) : null;
            tasks.add(() -> {
                try (PlannedCall planned = plannedCall) {
                    AgentTool.ToolCallResult returned = call(
                            request,
                            arguments,
                            tool,
                            id -> isInterrupted
                                    ? AgentTool.ToolCallResult.of(Transcript.INTERRUPTED)
                                    : refused != null
                                            ? AgentTool.ToolCallResult.error(
                                                    refused.reason() + " The call was not made.")
                                            : dispatch(
                                                    request,
                                                    tool,
                                                    arguments,
                                                    new CallPosition(id, turn, index, planned)));
                    transcript.add(turn, index, returned.result(), returned.lost());
                    return returned.result();
                }
            });
        }
        for (Outcome<ToolOutput> outcome : scope.forkAll(tasks)) {
            if (outcome instanceof Outcome.Failed<ToolOutput>(Throwable cause)) {
                throw Toolbox.unchecked(cause);
            }
        }
        return limit;
    }

    /** Requests a call from the budget. Waits if only the rate of calls is limited. */
    private BudgetDecision.@Nullable Refused requestCall() throws InterruptedException {
        while (scope.budget().request() instanceof BudgetDecision.Refused refused) {
            Duration wait = refused.retryAfter();
            if (wait == null) {
                return refused;
            }
            Thread.sleep(wait);
        }
        return null;
    }

    /** Makes a call that has been reported. */
    @FunctionalInterface
    private interface Body {
        AgentTool.ToolCallResult call(String id) throws InterruptedException;
    }

    /** The position of a call in the run and in its turn. */
    private record CallPosition(
            String id, int turn, int index, @Nullable PlannedCall planned) {}

    private AgentTool.ToolCallResult call(ToolRequest request, JsonNode arguments, @Nullable AgentTool tool, Body body)
            throws InterruptedException {
        String id = invocation.nextCallId();
        ToolOrigin origin = tool == null ? new ToolOrigin.Unknown(request.tool()) : tool.origin();
        invocation.report(new AgentEvent.ToolCalled(Instant.now(), scope.id(), round, id, origin, arguments));
        long startNanos = System.nanoTime();
        AgentTool.ToolCallResult returned =
                body.call(id).truncated(invocation.agent().resultLimit());
        Duration took = Duration.ofNanos(System.nanoTime() - startNanos);
        invocation.report(new AgentEvent.ToolReturned(
                Instant.now(),
                scope.id(),
                round,
                id,
                origin,
                returned.result(),
                returned.session(),
                returned.opened(),
                took));
        return returned;
    }

    private AgentTool.ToolCallResult dispatch(
            ToolRequest request, @Nullable AgentTool tool, JsonNode arguments, CallPosition position)
            throws InterruptedException {
        if (tool == null) {
            return AgentTool.ToolCallResult.error(toolbox.unknownToolMessage(request.tool()));
        }
        if (!(arguments instanceof ObjectNode object)) {
            return AgentTool.ToolCallResult.error("The arguments for " + request.tool() + " are not a JSON object"
                    + faultOf(request.arguments()) + ". The call was not made.");
        }
        List<String> faults = tool.faultsOf(object, invocation.agent().schemas());
        if (!faults.isEmpty()) {
            return AgentTool.ToolCallResult.error("The arguments for " + request.tool() + " are invalid: "
                    + String.join("; ", faults) + ". The call was not made.");
        }
        return tool.call(new AgentTool.ToolCall(
                invocation, position.id(), position.turn(), position.index(), object, position.planned()));
    }

    private static JsonNode parsed(String arguments) {
        if (arguments.isBlank()) {
            return Json.object();
        }
        try {
            return Json.parse(arguments);
        } catch (MalformedJson e) {
            return StringNode.valueOf(arguments);
        }
    }

    private static String faultOf(String arguments) {
        try {
            return ", but " + Json.parse(arguments).getNodeType();
        } catch (MalformedJson e) {
            return ": " + e.getMessage();
        }
    }
}
