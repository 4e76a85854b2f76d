package dev.mooring.bench.vault;

import dev.mooring.bench.measure.Bench;
import dev.mooring.bench.measure.Benchmark;
import dev.mooring.bench.measure.Figures;
import dev.mooring.bench.measure.Prerequisite;
import dev.mooring.bench.measure.Result;
import dev.mooring.bench.measure.Target;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.client.McpClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code grep} through MCP beside ripgrep: both count the matching lines of every document. */
final class Searches implements Benchmark {
    private static final double INDEXED = 1;
    private static final double SCANNED = 2;

    private static final List<Search> ALL = List.of(
            new Search("a rare word", GeneratedVault.RARE_WORD, false, INDEXED),
            new Search("a rare word, any case", "QuizzaCiously", true, INDEXED),
            new Search("a regex with a word", "quizz\\w+ly, at \\d+", false, INDEXED),
            new Search("a regex of classes", "[0-9]{2}[A-Z][0-9]{2}", false, SCANNED),
            new Search("word boundaries", "\\b\\d{2}[A-Z]\\d{2}\\b", false, SCANNED),
            new Search("two letters and classes", "[A-Z]e [a-z]+ q[a-z]+,", false, SCANNED),
            new Search("short alternatives, any case", "(?:qz|q[0-9]|zq)[a-z0-9]+", true, SCANNED),
            new Search("nested loops", "(?:[0-9]+[A-Z]+)+[0-9]+\\.", false, SCANNED));

    private record Search(String what, String pattern, boolean ignoreCase, double limit) {

        long ours(McpClient client) throws InterruptedException {
            var arguments = Json.object()
                    .put("pattern", pattern)
                    .put("output_mode", "count")
                    .put("-i", ignoreCase)
                    .put("head_limit", 10_000);
            long started = System.nanoTime();
            String answer = VaultProcess.call(client, "grep", arguments);
            long took = System.nanoTime() - started;
            if (answer.contains("[truncated")) {
                throw new IllegalStateException("The search for " + pattern + " was truncated");
            }
            return took;
        }

        long ripgrep(Path folder) throws Exception {
            return Programs.ripgrep(folder, ignoreCase ? List.of("-i", pattern) : List.of(pattern));
        }
    }

    private final String name;
    private final int documents;

    Searches(String name, int documents) {
        this.name = name;
        this.documents = documents;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<Prerequisite> prerequisites() {
        return List.of(Prerequisite.program("rg", "ripgrep"));
    }

    @Override
    public List<Result> run(Bench bench) throws Exception {
        GeneratedVault vault = GeneratedVault.in(bench, documents);
        List<Result> findings = new ArrayList<>();
        try (var served = VaultProcess.start(bench, vault.folder());
                McpClient client = served.open()) {
            VaultProcess.awaitIndex(client, vault.pathOf(0));
            for (Search search : ALL) {
                findings.add(race(bench, vault, client, search));
            }
            bench.say("  resident after all searches: " + served.residentBytes() / 1_000_000 + " MB");
        }
        return findings;
    }

    private static Result race(Bench bench, GeneratedVault vault, McpClient client, Search search) throws Exception {
        long ours = Long.MAX_VALUE;
        long ripgrep = Long.MAX_VALUE;
        for (int round = 0; round < bench.rounds(7); round++) {
            ours = Math.min(ours, search.ours(client));
            ripgrep = Math.min(ripgrep, search.ripgrep(vault.folder()));
        }
        bench.say("  " + search.what + ": ours " + Figures.micros(ours / 1e3) + ", ripgrep "
                + Figures.micros(ripgrep / 1e3));
        return Result.compared(
                "grep " + search.what + ", " + Figures.count(vault.documents()) + " documents (peer: ripgrep)",
                ours / 1e3,
                ripgrep / 1e3,
                Figures::micros,
                Target.ratioAtMost(search.limit));
    }
}
