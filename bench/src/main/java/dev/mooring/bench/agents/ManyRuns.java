package dev.mooring.bench.agents;

import dev.mooring.agent.Agent;
import dev.mooring.agent.FunctionTool;
import dev.mooring.agent.model.ToolOutput;
import dev.mooring.bench.measure.Bench;
import dev.mooring.bench.measure.Benchmark;
import dev.mooring.bench.measure.Figures;
import dev.mooring.bench.measure.Result;
import dev.mooring.bench.measure.Target;
import dev.mooring.mcp.Json;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Two hundred runs at once, each with four slow calls in flight, without any tuning. */
final class ManyRuns implements Benchmark {
    private static final int RUNS = 200;
    private static final int AT_ONCE = 4;
    private static final int ROUNDS = 5;
    private static final Duration CALL = Duration.ofMillis(200);

    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger mostInFlight = new AtomicInteger();

    @Override
    public String name() {
        return "many";
    }

    @Override
    public List<Result> run(Bench bench) throws Exception {
        FunctionTool slow = FunctionTool.of("slow", "Waits", Json.object().put("type", "object"), arguments -> {
            int now = inFlight.incrementAndGet();
            mostInFlight.accumulateAndGet(now, Math::max);
            Thread.sleep(CALL);
            inFlight.decrementAndGet();
            return ToolOutput.of("");
        });
        allAtOnce(slow);
        mostInFlight.set(0);
        ManagementFactory.getThreadMXBean().resetPeakThreadCount();
        long began = System.nanoTime();
        long complete = allAtOnce(slow);
        double took = (System.nanoTime() - began) / 1e3;
        double least = CALL.multipliedBy(ROUNDS).toNanos() / 1e3;
        int threads = ManagementFactory.getThreadMXBean().getPeakThreadCount();
        return List.of(
                Result.counted(
                        "runs that ended with an answer, of " + RUNS + " at once",
                        (double) complete,
                        Figures.count(complete),
                        "",
                        new Target("= " + RUNS, value -> value == RUNS)),
                Result.counted(
                        "calls in flight at the same time, at most",
                        (double) mostInFlight.get(),
                        Figures.count(mostInFlight.get()),
                        "",
                        new Target("= " + RUNS * AT_ONCE, value -> value == RUNS * AT_ONCE)),
                Result.reported(
                        "all of it, with five rounds of calls that take 200 ms (peer: the calls alone)",
                        Figures.micros(took),
                        Figures.micros(least)),
                Result.reported("platform threads, at most", Figures.count(threads), ""));
    }

    private static long allAtOnce(FunctionTool slow) throws InterruptedException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Boolean>> runs = new ArrayList<>();
            for (int i = 0; i < RUNS; i++) {
                Agent agent = Agent.builder("bench")
                        .model(new EndlessModel("slow", "{}", AT_ONCE, ROUNDS))
                        .tool(slow)
                        .build();
                runs.add(() -> agent.invoke("go").isComplete());
            }
            return threads.invokeAll(runs).stream().filter(ManyRuns::isComplete).count();
        }
    }

    private static boolean isComplete(Future<Boolean> run) {
        try {
            return run.get();
        } catch (ExecutionException | InterruptedException e) {
            return false;
        }
    }
}
