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

/** {@code edit} through MCP, in turns with a bare durable write of the same bytes in the same folder. */
final class Edits implements Benchmark {
    private static final int WARM_UP = 4_000;
    private static final int CALLS = 300;
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
        var withoutStore = new Samples();
        var folder = vault.folder().resolve("edited");
        try {
            prepare(vault, folder);
            try (var served = VaultProcess.start(bench, vault.folder());
                    var inMemory = VaultProcess.start(bench, vault.folder(), "--store", "memory");
                    McpClient client = served.open();
                    McpClient memory = inMemory.open()) {
                VaultProcess.awaitIndex(client, vault.pathOf(0));
                VaultProcess.awaitIndex(memory, vault.pathOf(0));
                for (int i = -bench.calls(WARM_UP); i < bench.calls(CALLS); i++) {
                    long edited = edit(client, Math.floorMod(i, DOCUMENTS), 2 * i);
                    long editedInMemory = edit(memory, Math.floorMod(i, DOCUMENTS), 2 * i + 1);
                    long written = BareWrite.of(
                            folder.resolve(Math.floorMod(i, DOCUMENTS) + ".md"), "bare-" + Math.floorMod(i, DOCUMENTS));
                    if (i >= 0) {
                        ours.add(edited);
                        withoutStore.add(editedInMemory);
                        bare.add(written);
                    }
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
                        mine,
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
