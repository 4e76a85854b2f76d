package dev.mooring.bench.agents;

import dev.mooring.agent.Agent;
import dev.mooring.agent.FunctionTool;
import dev.mooring.agent.model.ToolOutput;
import dev.mooring.bench.measure.Bench;
import dev.mooring.bench.measure.Benchmark;
import dev.mooring.bench.measure.Figures;
import dev.mooring.bench.measure.Prerequisite;
import dev.mooring.bench.measure.Result;
import dev.mooring.bench.measure.Samples;
import dev.mooring.bench.measure.Target;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.run.AgentRun;
import dev.mooring.run.Limits;
import dev.mooring.session.Sessions;
import dev.mooring.session.ToolServer;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import tools.jackson.databind.node.ObjectNode;

/** The time from the end of a turn with one call to the start of the next, with an empty function and with a real server. */
final class LoopOverhead implements Benchmark {
    private static final int ROUNDS = 50;
    private static final String ARGUMENTS = "{\"message\":\"hello\"}";
    private static final Target TARGET = Target.atMost(150, "µs");

    @Override
    public String name() {
        return "loop";
    }

    @Override
    public List<Prerequisite> prerequisites() {
        return List.of(Prerequisite.COUNTERPARTS);
    }

    @Override
    public List<Result> run(Bench bench) throws Exception {
        // On a virtual thread, as in a program with many runs.
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            return threads.submit(() -> List.of(withFunction(bench), withServer(bench)))
                    .get();
        }
    }

    private static Result withFunction(Bench bench) throws Exception {
        EndlessModel model = new EndlessModel("echo", ARGUMENTS, 1, ROUNDS);
        ObjectNode schema = Json.objectOf("""
            {"type": "object", "properties": {"message": {"type": "string"}}, "required": ["message"]}\
            """);
        FunctionTool echo = FunctionTool.of("echo", "Says it again", schema, arguments -> ToolOutput.of("hello"));
        Agent agent = agent(model).tool(echo).build();
        Samples pauses = pauses(agent, model, bench);
        double median = pauses.percentileMicros(0.5);
        return Result.counted(
                        "the loop per tool call, a function that does nothing, p50",
                        median,
                        Figures.micros(median),
                        "",
                        TARGET)
                .withNote("p99 " + Figures.micros(pauses.percentileMicros(0.99)));
    }

    /** Subtracts the time of the call itself. */
    private static Result withServer(Bench bench) throws Exception {
        EndlessModel model = new EndlessModel("everything__echo", ARGUMENTS, 1, ROUNDS);
        ToolServer server = ToolServer.of(
                "everything", ServerLocation.Local.of(bench.serverEverything().toArray(String[]::new)));
        try (Sessions sessions = Sessions.of(server)) {
            return AgentRun.<Result, Exception>call(() -> {
                Agent agent = agent(model).tools(sessions, "everything/echo").build();
                double whole = pauses(agent, model, bench).percentileMicros(0.5);
                Samples bare = new Samples();
                ObjectNode arguments = Json.objectOf(ARGUMENTS);
                for (int i = 0; i < bench.calls(5_000); i++) {
                    long began = System.nanoTime();
                    sessions.call("everything", "echo", arguments);
                    bare.add(System.nanoTime() - began);
                }
                double own = bare.percentileMicros(0.5);
                return Result.counted(
                        "the loop per tool call, a real server, p50 (peer: the call by itself, taken off)",
                        whole - own,
                        Figures.micros(whole - own),
                        Figures.micros(own),
                        TARGET);
            });
        }
    }

    private static Agent.Builder agent(EndlessModel model) {
        return Agent.builder("bench").model(model).limits(Limits.none());
    }

    private static Samples pauses(Agent agent, EndlessModel model, Bench bench) throws Exception {
        int invocations = Math.max(1, bench.calls(10_000) / ROUNDS);
        for (int i = 0; i < invocations; i++) {
            agent.invoke("warm up");
        }
        model.take();
        for (int i = 0; i < invocations; i++) {
            agent.invoke("go");
        }
        return model.take();
    }
}
