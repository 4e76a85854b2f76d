package dev.mooring.bench.vault;

import dev.mooring.bench.measure.Bench;
import dev.mooring.bench.measure.Benchmark;
import dev.mooring.bench.measure.Figures;
import dev.mooring.bench.measure.Result;
import dev.mooring.bench.measure.Samples;
import dev.mooring.bench.measure.Target;
import dev.mooring.mcp.client.McpClient;
import java.util.List;
import java.util.Random;

/** {@code get_links} of documents picked at random, through MCP. */
final class Links implements Benchmark {
    private static final int WARM_UP = 40_000;
    private static final int CALLS = 10_000;

    private final String name;
    private final int documents;

    Links(String name, int documents) {
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
        try (var served = VaultProcess.start(bench, vault.folder());
                McpClient client = served.open()) {
            VaultProcess.awaitIndex(client, vault.pathOf(0));
            var random = new Random(1);
            var samples = new Samples();
            for (int i = -bench.calls(WARM_UP); i < bench.calls(CALLS); i++) {
                String path = vault.pathOf(random.nextInt(vault.documents()));
                long started = System.nanoTime();
                VaultProcess.links(client, path);
                if (i >= 0) {
                    samples.add(System.nanoTime() - started);
                }
            }
            long started = System.nanoTime();
            VaultProcess.links(client, vault.pathOf(0));
            double most = (System.nanoTime() - started) / 1e3;
            double p99 = samples.percentileMicros(0.99);
            return List.of(
                    Result.counted(
                                    "get_links, p99 at " + Figures.count(vault.documents()) + " documents",
                                    p99 / 1e3,
                                    Figures.micros(p99),
                                    "",
                                    Target.atMost(1, "ms"))
                            .withNote("after " + Figures.count(bench.calls(WARM_UP)) + " calls"),
                    Result.reported("get_links, p50", Figures.micros(samples.percentileMicros(0.5)), ""),
                    Result.reported("get_links of the document with the most backlinks", Figures.micros(most), ""));
        }
    }
}
