package dev.mooring.bench.measure;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class BenchmarkSuiteTest {
    private final ByteArrayOutputStream progress = new ByteArrayOutputStream();

    private record Fixed(String name, Result result) implements Benchmark {
        @Override
        public List<Result> run(Bench bench) {
            return List.of(result);
        }
    }

    private record Failing(String name) implements Benchmark {
        @Override
        public List<Result> run(Bench bench) throws IOException {
            throw new IOException("no answer");
        }
    }

    private record Lacking(String name) implements Benchmark {
        @Override
        public List<Prerequisite> prerequisites() {
            return List.of(Prerequisite.program("no-such-program", "no-such-package"));
        }

        @Override
        public List<Result> run(Bench bench) {
            throw new AssertionError("must not run");
        }
    }

    private Report run(Result... results) throws Exception {
        return run(Arrays.stream(results)
                .<Benchmark>map(result -> new Fixed(result.what(), result))
                .toArray(Benchmark[]::new));
    }

    private Report run(Benchmark... benchmarks) throws Exception {
        BenchmarkSuite suite = new BenchmarkSuite("suite", "for this test", List.of(benchmarks));
        try (Bench bench = new Bench(true, null, 1, new PrintStream(progress, true, UTF_8), Path.of("."))) {
            return suite.run(Set.copyOf(suite.parts()), bench);
        }
    }

    private static Result latency(double ours, double peer) {
        return Result.compared("latency", ours, peer, Figures::micros, Target.ratioAtMost(1.15));
    }

    private static Result rate(double ours, double peer) {
        return Result.compared("rate", ours, peer, Figures::perSecond, Target.ratioAtLeast(1.5));
    }

    @Nested
    class AllTargetsMet {
        @Test
        void allTargetsAreMetWhenEveryResultMeetsItsTarget() throws Exception {
            assertThat(run(latency(115, 100), rate(1500, 1000)).allTargetsMet()).isTrue();
        }

        @Test
        void notAllTargetsAreMetWhenOneResultMissesItsTarget() throws Exception {
            assertThat(run(latency(116, 100), rate(1500, 1000)).allTargetsMet()).isFalse();
            assertThat(run(latency(115, 100), rate(1499, 1000)).allTargetsMet()).isFalse();
        }

        @Test
        void figureThatIsNotANumberMissesItsTarget() throws Exception {
            assertThat(run(latency(Double.NaN, 100)).allTargetsMet()).isFalse();
            assertThat(run(rate(1000, Double.NaN)).allTargetsMet()).isFalse();
        }

        @Test
        void resultWithoutATargetIsIgnored() throws Exception {
            assertThat(run(Result.reported("note", "9", "1"), latency(1, 1)).allTargetsMet())
                    .isTrue();
        }
    }

    @Nested
    class PartThatCannotBeMeasured {
        @Test
        void failedPartLosesOnlyItsOwnRows() throws Exception {
            Report report = run(new Failing("broken"), new Fixed("latency", latency(90, 100)));

            assertThat(report.table().toString())
                    .contains("broken", "not measured: java.io.IOException: no answer", "90 µs");
            assertThat(report.allTargetsMet()).isFalse();
        }

        @Test
        void missingPrerequisiteIsNamedBeforeAnythingRuns() throws Exception {
            Report report = run(new Fixed("latency", latency(90, 100)), new Lacking("lacking"));

            assertThat(progress.toString(UTF_8)).startsWith("""
                    bench: lacking cannot run: no-such-program is missing. Install it with: apt-get install no-such-package
                    bench: latency
                    """);
            assertThat(report.table().toString()).contains("90 µs", "not measured: no-such-program is missing");
            assertThat(report.allTargetsMet()).isFalse();
        }
    }

    @Nested
    class ResultTable {
        @Test
        void tableHasARowForEveryResult() throws Exception {
            assertThat(run(latency(90, 100), rate(1000, 1000).withNote("noisy")).table())
                    .hasToString("""
                            | benchmark | ours    | peer    | ratio  | target   | met | note  |
                            | --------- | ------- | ------- | ------ | -------- | --- | ----- |
                            | latency   | 90 µs   | 100 µs  | 0.90 × | ≤ 1.15 × | yes |       |
                            | rate      | 1,000/s | 1,000/s | 1.00 × | ≥ 1.50 × | NO  | noisy |
                            """);
        }

        @Test
        void tableRefusesARowOfAnotherLength() {
            Table table = new Table("one", "two");

            assertThatThrownBy(() -> table.add("alone")).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
