package dev.mooring.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class MeasuresTest {
    private record Told(String name, Finding finding) implements Measure {
        @Override
        public List<Finding> take(Bench bench) {
            return List.of(finding);
        }
    }

    private static Report measured(Finding... findings) throws Exception {
        List<Measure> measures = new java.util.ArrayList<>();
        for (Finding finding : findings) {
            measures.add(new Told(finding.what(), finding));
        }
        Measures suite = new Measures("suite", "for this test", measures);
        try (Bench bench = new Bench(true, new PrintStream(OutputStream.nullOutputStream()), Path.of("."))) {
            return suite.run(Set.copyOf(suite.parts()), bench);
        }
    }

    private static Finding latency(double ours, double peer) {
        return Finding.compared("latency", ours, peer, Figures::micros, Reach.ratioAtMost(1.15));
    }

    private static Finding rate(double ours, double peer) {
        return Finding.compared("rate", ours, peer, Figures::perSecond, Reach.ratioAtLeast(1.5));
    }

    @Nested
    class ASuiteHasReached {
        @Test
        void whenEveryMeasureHas() throws Exception {
            assertThat(measured(latency(115, 100), rate(1500, 1000)).reached()).isTrue();
        }

        @Test
        void notWhenOneHasNot() throws Exception {
            assertThat(measured(latency(116, 100), rate(1500, 1000)).reached()).isFalse();
            assertThat(measured(latency(115, 100), rate(1499, 1000)).reached()).isFalse();
        }

        @Test
        void notWhenAFigureCouldNotBeTaken() throws Exception {
            assertThat(measured(latency(Double.NaN, 100)).reached()).isFalse();
            assertThat(measured(rate(1000, Double.NaN)).reached()).isFalse();
        }

        @Test
        void whateverIsOnlyReported() throws Exception {
            assertThat(measured(Finding.reported("note", "9", "1"), latency(1, 1))
                            .reached())
                    .isTrue();
        }
    }

    @Nested
    class TheTable {
        @Test
        void hasALineForEveryFinding() throws Exception {
            assertThat(measured(latency(90, 100), rate(1000, 1000).withNote("noisy"))
                            .table())
                    .hasToString("""
                            | measure | ours    | peer    | ratio  | reach    | reached | note  |
                            | ------- | ------- | ------- | ------ | -------- | ------- | ----- |
                            | latency | 90 µs   | 100 µs  | 0.90 × | ≤ 1.15 × | yes     |       |
                            | rate    | 1,000/s | 1,000/s | 1.00 × | ≥ 1.50 × | NO      | noisy |
                            """);
        }

        @Test
        void refusesARowOfAnotherLength() {
            Table table = new Table("one", "two");

            assertThatThrownBy(() -> table.add("alone")).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
