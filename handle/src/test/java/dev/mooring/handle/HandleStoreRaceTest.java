package dev.mooring.handle;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Pairs of concurrent operations, repeated many times. */
class HandleStoreRaceTest {
    private final ExecutorService threads = Executors.newFixedThreadPool(1);

    @AfterEach
    void close() {
        threads.shutdownNow();
    }

    private static Handle<Integer> handle() {
        return new Handle<>(HandleId.random(), HandleOwner.ANONYMOUS, 0);
    }

    /** A handle takes the place of one that is being removed: at no time are there more handles than the limit. */
    private void replace(int rounds) throws Exception {
        var store = new InMemoryHandleStore<Integer>(new HandleLimits(Duration.ofHours(1), 1, 1));
        for (int round = 0; round < rounds; round++) {
            Handle<Integer> old = handle();
            Handle<Integer> next = handle();
            store.put(old);
            var start = new CyclicBarrier(2);
            Future<Boolean> removed = threads.submit(() -> {
                start.await();
                return store.remove(old.id());
            });
            start.await();
            while (!(store.put(next) instanceof HandleStore.PutResult.Stored)) {
                Thread.onSpinWait();
            }
            assertThat(store.get(old.id())).as("round %d", round).isEmpty();
            assertThat(removed.get()).isTrue();
            assertThat(store.tombstone(old.id())).isPresent();
            store.remove(next.id());
        }
    }

    @Test
    void limitIsKeptWhileAHandleIsReplaced() throws Exception {
        replace(10_000);
    }

    @Test
    @Tag("long")
    void limitIsKeptWhileAHandleIsReplacedManyTimes() throws Exception {
        replace(1_000_000);
    }
}
