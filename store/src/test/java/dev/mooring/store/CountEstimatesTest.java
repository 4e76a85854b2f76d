package dev.mooring.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.store.CountEstimates.Group;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CountEstimatesTest {
    private static final Group GROUP = new Group("scope", null);
    private static final int LIMIT = 10_000;

    private final AtomicLong now = new AtomicLong();
    private final CountEstimates counts = new CountEstimates(now::get);

    @Test
    void fewHandlesAreCountedEachTime() {
        counts.onCounted(GROUP, 999, 1);

        assertThat(counts.estimate(GROUP, LIMIT)).isEmpty();
    }

    @Test
    void estimateIncludesTheChangesOfThisReplica() {
        counts.onCounted(GROUP, 5_000, 1);
        counts.onAdded(GROUP);
        counts.onAdded(GROUP);
        counts.onRemoved(GROUP);
        counts.onAdded(new Group("scope", "ada"));

        assertThat(counts.estimate(GROUP, LIMIT)).hasValue(5_001);
        assertThat(counts.estimate(new Group("scope", "ada"), LIMIT)).isEmpty();
    }

    @Test
    void estimateExpiresAfterASecond() {
        counts.onCounted(GROUP, 5_000, 1);
        now.addAndGet(Duration.ofMillis(999).toNanos());
        assertThat(counts.estimate(GROUP, LIMIT)).isPresent();

        now.addAndGet(Duration.ofMillis(1).toNanos());

        assertThat(counts.estimate(GROUP, LIMIT)).isEmpty();
    }

    @Test
    void replicasTogetherAddATenthOfTheLimitBeforeTheyCountAgain() {
        counts.onCounted(GROUP, 9_999, 4);
        for (int i = 0; i < 249; i++) {
            counts.onAdded(GROUP);
        }
        assertThat(counts.estimate(GROUP, LIMIT)).isPresent();

        counts.onAdded(GROUP);

        assertThat(counts.estimate(GROUP, LIMIT)).isEmpty();
    }
}
