package dev.mooring.agent;

import dev.mooring.agent.model.ToolRequest;
import dev.mooring.agent.model.ToolResult;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import dev.mooring.run.Decision;
import dev.mooring.run.Outcome;
import dev.mooring.run.RunScope;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** The calls of one turn: carried out at once, each on a thread of its own; the results stand in the order asked. */
final class ToolRound {
    private final Invocation invocation;
    private final Toolbox toolbox;
    private final Transcript transcript;
    private final RunScope scope;
    private final int round;

    ToolRound(Invocation invocation, Toolbox toolbox, Transcript transcript, RunScope scope, int round) {
        this.invocation = invocation;
        this.toolbox = toolbox;
        this.transcript = transcript;
        this.scope = scope;
        this.round = round;
    }

    /**
     * Carries out the calls of a turn, and has the results in the transcript.
     *
     * @param turn its number there
     * @return the limit that kept one of the calls from being made, or null if none did
     */
    Decision.@Nullable Refused perform(int turn, List<ToolRequest> requests) throws InterruptedException {
        List<Callable<ToolResult>> tasks = new ArrayList<>();
        Decision.Refused limit = null;
        for (int i = 0; i < requests.size(); i++) {
            int index = i;
            ToolRequest request = requests.get(i);
            // Asked for here, so that the first calls are the ones that are made.
            Decision.Refused refused = limit == null ? request() : limit;
            limit = refused;
            tasks.add(() -> {
                ToolResult result = answer(request, refused);
                transcript.add(turn, index, result);
                return result;
            });
        }
        for (Outcome<ToolResult> outcome : scope.forkAll(tasks)) {
            if (outcome instanceof Outcome.Failed<ToolResult>(Throwable cause)) {
                throw Toolbox.rethrown(cause);
            }
        }
        return limit;
    }

    /** Asks for a call, and waits where only the rate of calls is limited. */
    private Decision.@Nullable Refused request() throws InterruptedException {
        while (scope.budget().request() instanceof Decision.Refused refused) {
            Duration wait = refused.retryAfter();
            if (wait == null) {
                return refused;
            }
            Thread.sleep(wait);
        }
        return null;
    }

    private ToolResult answer(ToolRequest request, Decision.@Nullable Refused refused) throws InterruptedException {
        String id = invocation.nextCall();
        AgentTool tool = toolbox.find(request.tool());
        ToolOrigin origin = tool == null ? new ToolOrigin.Unknown(request.tool()) : tool.origin();
        JsonNode arguments = parsed(request.arguments());
        invocation.tell(new AgentEvent.ToolCalled(Instant.now(), scope.id(), round, id, origin, arguments));
        long began = System.nanoTime();
        AgentTool.Done done = refused != null
                ? AgentTool.Done.error(refused.reason() + " Nothing was done.")
                : carryOut(request, tool, arguments, id);
        ToolResult result =
                ResultTruncation.cut(done.result(), invocation.agent().resultLimit());
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        invocation.tell(new AgentEvent.ToolReturned(
                Instant.now(), scope.id(), round, id, origin, result, done.session(), done.opened(), took));
        return result;
    }

    private AgentTool.Done carryOut(ToolRequest request, @Nullable AgentTool tool, JsonNode arguments, String id)
            throws InterruptedException {
        if (tool == null) {
            return AgentTool.Done.error(toolbox.unknown(request.tool()));
        }
        if (!(arguments instanceof ObjectNode object)) {
            return AgentTool.Done.error("The arguments for " + request.tool() + " are not a JSON object"
                    + faultOf(request.arguments()) + ". Nothing was done.");
        }
        List<String> faults = invocation.agent().schemas().faultsOf(object, tool.inputSchema());
        if (!faults.isEmpty()) {
            return AgentTool.Done.error("The arguments for " + request.tool() + " are wrong: "
                    + String.join("; ", faults) + ". Nothing was done.");
        }
        return tool.call(new AgentTool.Asked(invocation, id, object));
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
