package dev.mooring.bench.vault;

import dev.mooring.bench.measure.Bench;
import dev.mooring.bench.measure.BenchmarkSuite;
import dev.mooring.bench.measure.Suite;
import java.io.IOException;
import java.util.List;

/** The suite of {@code mooring serve}. */
public final class VaultSuite {
    private static final int DOCUMENTS = 20_000;

    private VaultSuite() {}

    public static Suite suite() {
        return new BenchmarkSuite(
                "vault",
                "mooring serve on 20,000 documents beside cat, ripgrep, server-filesystem and bare writes",
                List.of(new Start(), new Searches(), new Readings(), new Edits(), new Links()));
    }

    static GeneratedVault vault(Bench bench) throws IOException {
        return GeneratedVault.in(bench, DOCUMENTS);
    }
}
