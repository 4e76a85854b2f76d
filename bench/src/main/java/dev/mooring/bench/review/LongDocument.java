package dev.mooring.bench.review;

import dev.mooring.bench.measure.Bench;
import dev.mooring.bench.measure.Benchmark;
import dev.mooring.bench.measure.Figures;
import dev.mooring.bench.measure.Result;
import dev.mooring.bench.measure.Samples;
import dev.mooring.bench.measure.Target;
import dev.mooring.bench.vault.BareWrite;
import dev.mooring.bench.vault.VaultProcess;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A document with many suggestions in a freshly started program: the time of the first page and of each decision, in turns
 * with a bare durable write of the same bytes.
 *
 * @param sentences the number of sentences before each suggestion
 */
record LongDocument(String name, int suggestions, int sentences, Target page, Target decision) implements Benchmark {
    private static final String PATH = "long.md";
    private static final int DECISIONS = 60;

    @Override
    public List<Result> run(Bench bench) throws Exception {
        Path folder = Files.createDirectories(bench.kept("review-" + name));
        var decided = new Samples();
        var bare = new Samples();
        double first = Double.MAX_VALUE;
        int rounds = bench.rounds(5);
        for (int round = 1; round <= rounds; round++) {
            Files.writeString(folder.resolve(PATH), text());
            try (var served = VaultProcess.start(bench, folder);
                    HttpClient client = HttpClient.newHttpClient()) {
                String cookie = PageLoad.signIn(client, served.reviewLink(bench));
                long started = System.nanoTime();
                PageLoad loaded = PageLoad.open(client, served.address(), cookie);
                double took = (System.nanoTime() - started) / 1e6;
                bench.say("  round " + round + "/" + rounds + ": first page " + Figures.micros(took * 1e3));
                first = Math.min(first, took);
                decide(loaded, folder, bench.calls(DECISIONS), decided, bare);
            }
        }
        String size = Figures.count(suggestions) + " suggestions, " + Figures.kilobytes(text().length());
        double mine = decided.percentileMicros(0.5) / 1e3;
        return List.of(
                Result.counted("first page, " + size, first, Figures.micros(first * 1e3), "", page)
                        .withNote("best of " + rounds + " starts"),
                Result.counted(
                        "decision, p50 (peer: bare write, fsync, rename and folder fsync)",
                        mine,
                        Figures.micros(mine * 1e3),
                        Figures.micros(bare.percentileMicros(0.5)),
                        decision),
                Result.reported(
                        "decision, p90",
                        Figures.micros(decided.percentileMicros(0.9)),
                        Figures.micros(bare.percentileMicros(0.9))));
    }

    private static void decide(PageLoad loaded, Path folder, int number, Samples decided, Samples bare)
            throws IOException, InterruptedException {
        for (String id : loaded.suggestions().subList(0, number)) {
            long started = System.nanoTime();
            loaded.accept(PATH, id);
            decided.add(System.nanoTime() - started);
            bare.add(BareWrite.of(folder.resolve(PATH), "copy"));
        }
    }

    private String text() {
        var text = new StringBuilder();
        String by = "{\"author\":\"Claude\",\"time\":1700000000}@@";
        for (int i = 0; i < suggestions; i++) {
            text.append("## Chapter ").append(i).append("\n\n");
            text.append("The quick brown fox jumps over the dog. ".repeat(sentences));
            text.append("{--").append(by).append("old").append(i).append("--}");
            text.append("{++").append(by).append("new").append(i).append("++}.\n\n");
        }
        return text.toString();
    }
}
