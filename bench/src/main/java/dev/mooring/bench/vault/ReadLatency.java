package dev.mooring.bench.vault;

import dev.mooring.bench.measure.Bench;
import dev.mooring.bench.measure.Benchmark;
import dev.mooring.bench.measure.Figures;
import dev.mooring.bench.measure.Prerequisite;
import dev.mooring.bench.measure.Result;
import dev.mooring.bench.measure.Samples;
import dev.mooring.bench.measure.Target;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.ServerLocation;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code read} of 200 lines over HTTP, in a new session and in an open one: beside the reference file server over stdio, and
 * beside the same server that keeps its sessions in memory.
 */
final class ReadLatency implements Benchmark {
    private static final int WARM_UP = 20_000;
    private static final int ROUNDS = 10;
    private static final int CALLS = 200;

    @Override
    public String name() {
        return "read";
    }

    @Override
    public List<Prerequisite> prerequisites() {
        return List.of(Prerequisite.COUNTERPARTS);
    }

    @Override
    public List<Result> run(Bench bench) throws Exception {
        GeneratedVault vault = VaultSuite.vault(bench);
        ObjectNode ours = Json.object().put("file_path", vault.pathOf200Lines()).put("limit", 200);
        ObjectNode theirs = Json.object()
                .put("path", vault.folder().resolve(vault.pathOf200Lines()).toString());
        var reference =
                ServerLocation.Local.of(bench.serverFilesystem(vault.folder()).toArray(String[]::new));
        try (var served = VaultProcess.start(bench, vault.folder());
                var inMemory = VaultProcess.start(bench, vault.folder(), "--store", "memory");
                McpClient client = served.open();
                McpClient memory = inMemory.open();
                McpClient peer = McpClient.open(reference, ClientOptions.defaults())) {
            VaultProcess.awaitIndex(client, vault.pathOf(0));
            VaultProcess.awaitIndex(memory, vault.pathOf(0));
            read(client, "read", ours, bench.calls(WARM_UP), new Samples());
            read(memory, "read", ours, bench.calls(WARM_UP), new Samples());
            read(peer, "read_text_file", theirs, bench.calls(WARM_UP), new Samples());
            ObjectNode again = inSession(client, ours);
            ObjectNode memoryAgain = inSession(memory, ours);
            var mine = new Samples();
            var other = new Samples();
            var withoutStore = new Samples();
            var mineAgain = new Samples();
            var withoutStoreAgain = new Samples();
            for (int round = 0; round < bench.rounds(ROUNDS); round++) {
                read(client, "read", ours, bench.calls(CALLS), mine);
                read(memory, "read", ours, bench.calls(CALLS), withoutStore);
                read(client, "read", again, bench.calls(CALLS), mineAgain);
                read(memory, "read", memoryAgain, bench.calls(CALLS), withoutStoreAgain);
                read(peer, "read_text_file", theirs, bench.calls(CALLS), other);
            }
            return List.of(
                    Result.compared(
                                    "read 200 lines, p50 (peer: server-filesystem over stdio)",
                                    mine.percentileMicros(0.5),
                                    other.percentileMicros(0.5),
                                    Figures::micros,
                                    Target.ratioAtMost(0.5))
                            .withNote("after " + Figures.count(bench.calls(WARM_UP)) + " calls"),
                    Result.compared(
                            "read 200 lines in a new session, p50 (peer: --store memory)",
                            mine.percentileMicros(0.5),
                            withoutStore.percentileMicros(0.5),
                            Figures::micros,
                            Target.ratioAtMost(1.1)),
                    Result.compared(
                            "read 200 lines in an open session, p50 (peer: --store memory)",
                            mineAgain.percentileMicros(0.5),
                            withoutStoreAgain.percentileMicros(0.5),
                            Figures::micros,
                            Target.ratioAtMost(1.1)),
                    Result.compared(
                            "read 200 lines, p99",
                            mine.percentileMicros(0.99),
                            other.percentileMicros(0.99),
                            Figures::micros,
                            Target.NONE));
        }
    }

    /** Returns the arguments for a session that has read the document. */
    private static ObjectNode inSession(McpClient client, ObjectNode arguments) throws InterruptedException {
        String text = VaultProcess.call(client, "read", arguments);
        String session = text.substring(text.lastIndexOf("[session: ") + "[session: ".length(), text.length() - 1);
        return arguments.deepCopy().put("session_id", session);
    }

    private static void read(McpClient client, String tool, ObjectNode arguments, int times, Samples samples)
            throws InterruptedException {
        for (int i = 0; i < times; i++) {
            long started = System.nanoTime();
            VaultProcess.call(client, tool, arguments);
            samples.add(System.nanoTime() - started);
        }
    }
}
