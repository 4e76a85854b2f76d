package dev.mooring.agent;

import dev.mooring.run.Call;
import dev.mooring.run.RunEnded;
import dev.mooring.run.RunScope;
import java.time.Duration;
import java.time.Instant;
import tools.jackson.databind.node.ObjectNode;

/** A function of the program as a tool. */
record FunctionToolAdapter(FunctionTool function) implements AgentTool {
    /** Under which functions are counted in the run's totals. */
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
    public Done call(Asked asked) throws InterruptedException {
        String name = function.description().name();
        Instant started = Instant.now();
        long began = System.nanoTime();
        try {
            Done done = Done.of(function.body().call(asked.arguments()));
            RunScope.require().record(Call.succeeded(FUNCTIONS, name, started, since(began)));
            return done;
        } catch (InterruptedException | RunEnded e) {
            throw e;
        } catch (Exception e) {
            String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            RunScope.require().record(Call.failed(FUNCTIONS, name, started, since(began), reason));
            return Done.error(name + " failed: " + reason);
        }
    }

    private static Duration since(long began) {
        return Duration.ofNanos(System.nanoTime() - began);
    }
}
