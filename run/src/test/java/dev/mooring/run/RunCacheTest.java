package dev.mooring.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Collections;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RunCacheTest {
    private final AtomicInteger computed = new AtomicInteger();

    @Test
    void valueIsComputedOncePerKeyAndRun() throws Exception {
        AgentRun.run(() -> {
            var together = new CyclicBarrier(20);
            var outcomes = RunScope.require().<Integer>forkAll(Collections.nCopies(20, () -> {
                together.await();
                return AgentRun.call(() -> AgentRun.require()
                        .cache()
                        .get(Integer.class, "key", computed::incrementAndGet)
                        .orThrow());
            }));
            assertThat(outcomes).containsOnly(new Outcome.Succeeded<>(1));
            assertThat(computed).hasValue(1);
        });
    }

    @Test
    void sameKeyWithAnotherTypeIsAnotherEntry() throws Exception {
        AgentRun.run(() -> {
            RunCache cache = AgentRun.require().cache();
            assertThat(cache.get(String.class, "key", () -> "text").orThrow()).isEqualTo("text");
            assertThat(cache.get(Integer.class, "key", () -> 7).orThrow()).isEqualTo(7);
        });
    }

    @Test
    void failureIsNotCached() throws Exception {
        AgentRun.run(() -> {
            RunCache cache = AgentRun.require().cache();
            assertThat(cache.get(String.class, "key", () -> {
                                throw new IOException("boom");
                            })
                            .succeeded())
                    .isFalse();
            assertThat(cache.get(String.class, "key", () -> "well").orThrow()).isEqualTo("well");
        });
    }

    @Test
    void computationRunsInTheRootScope() throws Exception {
        AgentRun.run(() -> AgentRun.run(() -> assertThat(AgentRun.require()
                        .cache()
                        .get(RunScope.class, "scope", RunScope::require)
                        .orThrow())
                .isSameAs(AgentRun.require().root())));
    }

    @Test
    void hooksCanReadCachedValuesButNotComputeNewOnes() throws Exception {
        var seen = new AtomicInteger();
        AgentRun.run(() -> {
            RunCache cache = AgentRun.require().cache();
            cache.get(Integer.class, "key", () -> 7);
            RunScope.require().onEnd("hook", () -> {
                seen.set(cache.get(Integer.class, "key", () -> 8).orThrow());
                assertRefused(cache);
                seen.incrementAndGet();
            });
        });
        assertThat(seen).hasValue(8);
    }

    @Test
    void cacheIsEmptyAndClosedAfterTheEnd() throws Exception {
        RunCache cache = AgentRun.call(() -> {
            AgentRun.require().cache().get(String.class, "key", () -> "value");
            return AgentRun.require().cache();
        });
        assertThat(cache.get(String.class, "key", () -> "again").succeeded()).isFalse();
        assertRefused(cache);
    }

    private static void assertRefused(RunCache cache) throws InterruptedException {
        assertThat(cache.get(String.class, "new", () -> "value"))
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        failed -> assertThat(failed.cause()).isInstanceOf(RunEnded.class));
    }
}
