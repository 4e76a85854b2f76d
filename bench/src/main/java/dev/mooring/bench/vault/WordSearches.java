package dev.mooring.bench.vault;

import dev.mooring.bench.measure.Bench;
import dev.mooring.bench.measure.Benchmark;
import dev.mooring.bench.measure.Figures;
import dev.mooring.bench.measure.Result;
import dev.mooring.bench.measure.Samples;
import dev.mooring.bench.measure.Target;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.client.McpClient;
import java.util.List;
import java.util.Random;

/**
 * {@code search} through MCP, as a person types: one to three words as frequent as in the documents, of which the last one is
 * cut after any letter, and sometimes a filter.
 */
final class WordSearches implements Benchmark {
    private static final int WARM_UP = 4_000;
    private static final int CALLS = 4_000;

    private final String name;
    private final int documents;

    WordSearches(String name, int documents) {
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
            Vocabulary words = vault.vocabulary();
            var random = new Random(1);
            var samples = new Samples();
            for (int i = -bench.calls(WARM_UP); i < bench.calls(CALLS); i++) {
                String query = query(words, random);
                long started = System.nanoTime();
                VaultProcess.call(client, "search", Json.object().put("query", query));
                if (i >= 0) {
                    samples.add(System.nanoTime() - started);
                }
            }
            double p50 = samples.percentileMicros(0.5);
            double p99 = samples.percentileMicros(0.99);
            String at = " at " + Figures.count(documents) + " documents";
            return List.of(
                    Result.counted("search, p50" + at, p50 / 1e3, Figures.micros(p50), "", Target.atMost(5, "ms"))
                            .withNote("after " + Figures.count(bench.calls(WARM_UP)) + " calls"),
                    Result.counted("search, p99" + at, p99 / 1e3, Figures.micros(p99), "", Target.atMost(20, "ms")));
        }
    }

    private static String query(Vocabulary words, Random random) {
        var query = new StringBuilder();
        for (int i = random.nextInt(3); i > 0; i--) {
            query.append(words.any(random)).append(' ');
        }
        if (random.nextInt(10) == 0) {
            query.append("tag:").append(words.any(random)).append(' ');
        }
        String last = words.any(random);
        return query.append(last, 0, 1 + random.nextInt(last.length())).toString();
    }
}
