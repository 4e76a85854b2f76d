package dev.mooring.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SamplesTest {
    private static Samples micros(int from, int to) {
        Samples samples = new Samples();
        for (int i = to; i >= from; i--) {
            samples.add(i * 1000L);
        }
        return samples;
    }

    @Test
    void percentileIsAValueThatOccurred() {
        Samples samples = micros(1, 4);

        assertThat(samples.percentileMicros(0)).isEqualTo(1);
        assertThat(samples.percentileMicros(0.5)).isEqualTo(2);
        assertThat(samples.percentileMicros(0.51)).isEqualTo(3);
        assertThat(samples.percentileMicros(1)).isEqualTo(4);
    }

    @Test
    void percentileOfNoSamplesIsNotANumber() {
        assertThat(new Samples().percentileMicros(0.5)).isNaN();
    }

    @Test
    void samplesOfSeveralCollectionsAddUp() {
        Samples all = micros(1, 3000);
        all.addAll(micros(3001, 5000));
        all.addAll(new Samples());

        assertThat(all.count()).isEqualTo(5000);
        assertThat(all.percentileMicros(0.99)).isEqualTo(4950);
        assertThat(all.over(4_000_000)).isEqualTo(1000);
    }
}
