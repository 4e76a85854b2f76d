package dev.mooring.agent;

import dev.mooring.run.CallRecord;
import dev.mooring.run.RunEnded;
import dev.mooring.run.RunScope;
import java.time.Duration;
import java.time.Instant;
import tools.jackson.databind.node.ObjectNode;

/** A {@link FunctionTool} as a tool of an agent. Records each call in the run's totals. */
record FunctionToolAdapter(FunctionTool function) implements AgentTool {
    /** Stands in for the server name in the run's totals. */
    private static final String FUNCTIONS = "functions";

    @Override
    public ToolOrigin origin() {
        return new ToolOrigin.Function(function.description().name());
    }

    @Override
    public String description() {
        return function.description().description();
    }

    @Override
    public ObjectNode inputSchema() {
        return function.description().inputSchema();
    }

    @Override
    public ToolCallResult call(ToolCall call) throws InterruptedException {
        String name = function.description().name();
        Instant started = Instant.now();
        long began = System.nanoTime();
        try {
            ToolCallResult returned = ToolCallResult.of(function.body().call(call.arguments()));
            RunScope.require().record(CallRecord.succeeded(FUNCTIONS, name, started, since(began)));
            return returned;
        } catch (InterruptedException | RunEnded e) {
            throw e;
        } catch (Exception e) {
            String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            RunScope.require().record(CallRecord.failed(FUNCTIONS, name, started, since(began), reason));
            return ToolCallResult.error(name + " failed: " + reason);
        }
    }

    private static Duration since(long began) {
        return Duration.ofNanos(System.nanoTime() - began);
    }
}
