package dev.mooring.bench.vault;

import dev.mooring.bench.measure.Bench;
import dev.mooring.bench.measure.Benchmark;
import dev.mooring.bench.measure.Figures;
import dev.mooring.bench.measure.Result;
import dev.mooring.bench.measure.Samples;
import dev.mooring.bench.measure.Target;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.client.McpClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * {@code edit} through MCP, in turns with a bare durable write of the same bytes in the same folder, and then in turns with
 * a server that keeps its sessions in memory.
 */
final class Edits implements Benchmark {
    private static final int WARM_UP = 20_000;
    private static final int CALLS = 3_000;
    private static final int DOCUMENTS = 30;

    @Override
    public String name() {
        return "edit";
    }

    @Override
    public List<Result> run(Bench bench) throws Exception {
        GeneratedVault vault = VaultSuite.vault(bench);
        var ours = new Samples();
        var bare = new Samples();
        var withStore = new Samples();
        var withoutStore = new Samples();
        var folder = vault.folder().resolve("edited");
        try {
            prepare(vault, folder);
            try (var served = VaultProcess.start(bench, vault.folder());
                    McpClient client = served.open()) {
                VaultProcess.awaitIndex(client, vault.pathOf(0));
                besideBareWrites(bench, client, folder, ours, bare);
                // Only now: a second server on the folder indexes every edit of the first one too.
                try (var inMemory = VaultProcess.start(bench, vault.folder(), "--store", "memory");
                        McpClient memory = inMemory.open()) {
                    VaultProcess.awaitIndex(memory, vault.pathOf(0));
                    besideEachOther(bench, client, memory, withStore, withoutStore);
                }
            }
        } finally {
            remove(folder);
        }
        double mine = ours.percentileMicros(0.5);
        double theirs = bare.percentileMicros(0.5);
        var target = Target.ratioAtMost(1.5);
        return List.of(
                Result.compared(
                                "edit, p50 (peer: bare write, fsync, rename and folder fsync)",
                                mine,
                                theirs,
                                Figures::micros,
                                target)
                        .withNote("after " + Figures.count(bench.calls(WARM_UP)) + " edits"),
                Result.compared(
                        "edit, p50 (peer: --store memory)",
                        withStore.percentileMicros(0.5),
                        withoutStore.percentileMicros(0.5),
                        Figures::micros,
                        Target.ratioAtMost(1.1)),
                Result.compared(
                        "edit, p99",
                        ours.percentileMicros(0.99),
                        bare.percentileMicros(0.99),
                        Figures::micros,
                        Target.NONE));
    }

    private static void besideBareWrites(Bench bench, McpClient client, Path folder, Samples ours, Samples bare)
            throws Exception {
        for (int i = -bench.calls(WARM_UP); i < bench.calls(CALLS); i++) {
            int document = Math.floorMod(i, DOCUMENTS);
            long edited = edit(client, document, i);
            long written = BareWrite.of(folder.resolve(document + ".md"), "bare-" + document);
            if (i >= 0) {
                ours.add(edited);
                bare.add(written);
            }
        }
    }

    private static void besideEachOther(
            Bench bench, McpClient client, McpClient memory, Samples withStore, Samples withoutStore)
            throws InterruptedException {
        int first = bench.calls(CALLS);
        for (int i = first - bench.calls(WARM_UP); i < first + bench.calls(CALLS); i++) {
            int document = Math.floorMod(i, DOCUMENTS);
            // The numbers differ from all earlier ones, so that every edit changes its document.
            long edited = edit(client, document, 2 * (i + bench.calls(WARM_UP)) + first);
            long editedInMemory = edit(memory, document, 2 * (i + bench.calls(WARM_UP)) + first + 1);
            if (i >= first) {
                withStore.add(edited);
                withoutStore.add(editedInMemory);
            }
        }
    }

    private static void prepare(GeneratedVault vault, Path folder) throws IOException {
        Files.createDirectories(folder);
        for (int i = 0; i < DOCUMENTS; i++) {
            Path copy = folder.resolve(i + ".md");
            Files.copy(vault.folder().resolve(vault.pathOf200Lines()), copy, StandardCopyOption.REPLACE_EXISTING);
            Files.writeString(copy, "Counted " + i + " up to zero.\n", StandardOpenOption.APPEND);
        }
    }

    /** Replaces the number that the last edit wrote, so that the document keeps its size. */
    private static long edit(McpClient client, int document, int number) throws InterruptedException {
        String read = VaultProcess.read(client, "edited/" + document + ".md");
        String session = read.substring(read.lastIndexOf("[session: ") + 10, read.length() - 1);
        int start = read.indexOf("Counted ");
        String line = read.substring(start, read.indexOf('.', start));
        var arguments = Json.object()
                .put("file_path", "edited/" + document + ".md")
                .put("old_string", line)
                .put("new_string", "Counted " + document + " up to " + number)
                .put("session_id", session);
        long started = System.nanoTime();
        VaultProcess.call(client, "edit", arguments);
        return System.nanoTime() - started;
    }

    private static void remove(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
