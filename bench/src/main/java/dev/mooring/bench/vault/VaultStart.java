package dev.mooring.bench.vault;

import dev.mooring.bench.measure.Bench;
import dev.mooring.bench.measure.Benchmark;
import dev.mooring.bench.measure.Figures;
import dev.mooring.bench.measure.Result;
import dev.mooring.bench.measure.Target;
import dev.mooring.mcp.client.McpClient;
import java.util.List;
import java.util.Locale;

/** The time from the start of the program to the first reply and to a complete index, and the memory then. */
final class VaultStart implements Benchmark {
    private final String name;
    private final int documents;

    VaultStart(String name, int documents) {
        this.name = name;
        this.documents = documents;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<Result> run(Bench bench) throws Exception {
        GeneratedVault vault = GeneratedVault.in(bench, documents);
        long cat = Long.MAX_VALUE;
        long first = Long.MAX_VALUE;
        long complete = Long.MAX_VALUE;
        long resident = Long.MAX_VALUE;
        int rounds = bench.rounds(documents > 50_000 ? 3 : 5);
        for (int round = 1; round <= rounds; round++) {
            cat = Math.min(cat, Programs.cat(vault.folder()));
            long started = System.nanoTime();
            try (var served = VaultProcess.start(bench, vault.folder());
                    McpClient client = served.open()) {
                VaultProcess.read(client, vault.pathOf(0));
                long read = System.nanoTime() - started;
                VaultProcess.awaitIndex(client, vault.pathOf(1));
                long indexed = System.nanoTime() - started;
                long bytes = served.residentBytes();
                bench.say("  round " + round + "/" + rounds + ": cat " + millis(cat) + ", first read " + millis(read)
                        + ", indexed " + millis(indexed) + ", resident " + megabytes((double) bytes));
                first = Math.min(first, read);
                complete = Math.min(complete, indexed);
                resident = Math.min(resident, bytes);
            }
        }
        long bytes = vault.bytes();
        return List.of(
                Result.compared(
                        "start to first read (peer: cat of all " + Figures.count(vault.documents()) + ")",
                        first / 1e3,
                        cat / 1e3,
                        Figures::micros,
                        Target.ratioAtMost(3)),
                Result.compared(
                        "start to a complete index of " + Figures.count(vault.documents()),
                        complete / 1e3,
                        cat / 1e3,
                        Figures::micros,
                        Target.ratioAtMost(10)),
                Result.compared(
                        "resident memory at " + Figures.count(vault.documents()) + " (peer: the documents)",
                        (double) resident,
                        (double) bytes,
                        VaultStart::megabytes,
                        Target.ratioAtMost(2)));
    }

    private static String millis(long nanos) {
        return Figures.micros(nanos / 1e3);
    }

    private static String megabytes(double bytes) {
        return String.format(Locale.ROOT, "%.0f MB", bytes / 1e6);
    }
}
