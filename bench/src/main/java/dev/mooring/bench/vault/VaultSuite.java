package dev.mooring.bench.vault;

import dev.mooring.bench.measure.Bench;
import dev.mooring.bench.measure.BenchmarkSuite;
import dev.mooring.bench.measure.Suite;
import java.io.IOException;
import java.util.List;

/** The suite of {@code mooring serve}. */
public final class VaultSuite {
    private static final int DOCUMENTS = 20_000;

    /** Shows how the figures grow with the number of documents. */
    private static final int MANY = 100_000;

    private VaultSuite() {}

    public static Suite suite() {
        return new BenchmarkSuite(
                "vault",
                "mooring serve on 20,000 and 100,000 documents beside cat, ripgrep, server-filesystem and bare writes",
                List.of(
                        new VaultStart("start", DOCUMENTS),
                        new WordSearches("search", DOCUMENTS),
                        new Searches("grep", DOCUMENTS),
                        new ReadLatency(),
                        new Edits(),
                        new Links("links", DOCUMENTS),
                        new VaultStart("start-100k", MANY),
                        new WordSearches("search-100k", MANY),
                        new Searches("grep-100k", MANY),
                        new Links("links-100k", MANY)));
    }

    static GeneratedVault vault(Bench bench) throws IOException {
        return GeneratedVault.in(bench, DOCUMENTS);
    }
}
