package dev.mooring.bench.restart;

import dev.mooring.bench.contender.MooringProcess;
import dev.mooring.bench.measure.Bench;
import dev.mooring.bench.measure.Benchmark;
import dev.mooring.bench.measure.Figures;
import dev.mooring.bench.measure.Result;
import dev.mooring.bench.measure.Target;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import tools.jackson.databind.node.ObjectNode;

/**
 * The time from the start of the program to the first reply to a call in a stored session, with 10,000 stored sessions and
 * with one.
 */
abstract class StoredSessionsBenchmark implements Benchmark {
    private static final int SESSIONS = 10_000;
    private static final int IN_FLIGHT = 8;
    private static final int ROUNDS = 5;

    /** A client of the legacy era would be bound to one session. */
    private static final ClientOptions MODERN =
            ClientOptions.builder().era(EraChoice.MODERN).build();

    /** A program with the state that it keeps. */
    interface Program extends AutoCloseable {
        /** Returns the command and its options, with its state in a folder. */
        List<String> arguments(Path state);

        /** Returns the path of the endpoint. */
        String path();

        /** Returns the name of a tool that starts a session if it is called without one. */
        String tool();

        /** Returns the arguments of that tool, without a session. */
        ObjectNode toolArguments();

        @Override
        void close() throws IOException;
    }

    abstract Program open(Bench bench) throws IOException;

    @Override
    public List<Result> run(Bench bench) throws Exception {
        try (Program program = open(bench)) {
            Path one = Files.createDirectories(bench.scratch(name() + "-one"));
            Path many = Files.createDirectories(bench.scratch(name() + "-many"));
            String last = store(bench, program, many, SESSIONS);
            String single = store(bench, program, one, 1); // later: an upstream server may end its idlest session
            long without = Long.MAX_VALUE;
            long with = Long.MAX_VALUE;
            int rounds = bench.rounds(ROUNDS);
            for (int round = 1; round <= rounds; round++) {
                without = Math.min(without, start(bench, program, one, single));
                with = Math.min(with, start(bench, program, many, last));
                bench.say("  best of " + round + "/" + rounds + ": " + Figures.micros(without / 1e3) + " with one, "
                        + Figures.micros(with / 1e3) + " with " + Figures.count(SESSIONS));
            }
            return List.of(Result.counted(
                    "start of " + name() + " to a call in a stored session: what " + Figures.count(SESSIONS)
                            + " stored sessions add",
                    (with - without) / 1e6,
                    Figures.micros((with - without) / 1e3),
                    Figures.micros(without / 1e3),
                    Target.atMost(1_000, "ms")));
        }
    }

    /** Starts sessions and ends the program. Returns the id of the last session. */
    private static String store(Bench bench, Program program, Path state, int sessions) throws Exception {
        try (var process = MooringProcess.start(bench, state, program.arguments(state));
                McpClient client = process.open(program.path(), MODERN);
                ExecutorService callers = Executors.newFixedThreadPool(IN_FLIGHT)) {
            List<Future<String>> opened = IntStream.range(0, sessions)
                    .mapToObj(_ -> callers.submit(() -> call(client, program.tool(), program.toolArguments())))
                    .toList();
            String last = "";
            for (Future<String> session : opened) {
                last = session.get();
            }
            return last;
        }
    }

    /** Returns the nanoseconds until the first reply. */
    private static long start(Bench bench, Program program, Path state, String session) throws Exception {
        long started = System.nanoTime();
        try (var process = MooringProcess.start(bench, state, program.arguments(state));
                McpClient client = process.open(program.path(), MODERN)) {
            call(client, program.tool(), program.toolArguments().put("session_id", session));
            return System.nanoTime() - started;
        }
    }

    /** Calls a tool and returns the id of the session. */
    private static String call(McpClient client, String tool, ObjectNode arguments) throws InterruptedException {
        Reply reply = client.callTool(tool, Json.shallowCopy(arguments));
        if (reply instanceof Reply.Result(ObjectNode result)
                && !result.path("isError").asBoolean(false)) {
            return result.path("_meta").path("dev.mooring/session_id").asString("");
        }
        throw new IllegalStateException(tool + " was answered with " + reply);
    }
}
