package dev.mooring.bench.hostile;

import dev.mooring.bench.measure.Benchmark;
import dev.mooring.bench.measure.BenchmarkSuite;
import dev.mooring.bench.measure.Suite;
import java.util.stream.Stream;

/** The suite of attacks. */
public final class HostileSuite {
    private HostileSuite() {}

    public static Suite suite() {
        return new BenchmarkSuite(
                "hostile",
                "a well-behaved client of mooring serve with a heap of 512 MB: during an attack, beside before it",
                Stream.of(Attack.values()).<Benchmark>map(UnderAttack::new).toList());
    }
}
