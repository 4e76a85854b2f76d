package dev.mooring.vault.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@Timeout(60)
class SearchPoolTest {

    private final SearchPool pool = new SearchPool(1);
    private final BlockingQueue<String> slices = new LinkedBlockingQueue<>();

    private void submit(String caller, String name, int count) {
        var left = new AtomicInteger(count);
        pool.submit(caller, () -> {
            slices.add(name);
            return left.decrementAndGet() > 0;
        });
    }

    /** Keeps the only thread busy until all work is queued. */
    private CountDownLatch block() {
        var release = new CountDownLatch(1);
        pool.submit("blocker", () -> {
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return false;
        });
        return release;
    }

    private List<String> take(int count) throws InterruptedException {
        var taken = new ArrayList<String>();
        for (int i = 0; i < count; i++) {
            taken.add(slices.take());
        }
        return taken;
    }

    @Test
    void aCallerWithManySearchesDelaysAnotherCallerByOneSlicePerTurn() throws InterruptedException {
        CountDownLatch release = block();
        IntStream.range(0, 20).forEach(i -> submit("greedy", "greedy", 100));
        submit("modest", "modest", 3);
        release.countDown();

        assertThat(take(6)).containsExactly("greedy", "modest", "greedy", "modest", "greedy", "modest");
    }

    @Test
    void manyCallersTakeTurns() throws InterruptedException {
        CountDownLatch release = block();
        for (String caller : List.of("a", "b", "c")) {
            submit(caller, caller, 1_000);
        }
        submit("d", "d", 2);
        release.countDown();

        assertThat(take(8)).containsExactly("a", "b", "c", "d", "a", "b", "c", "d");
    }

    @Test
    void theSearchesOfOneCallerTakeTurnsToo() throws InterruptedException {
        CountDownLatch release = block();
        submit("a", "a1", 2);
        submit("a", "a2", 2);
        release.countDown();

        assertThat(take(4)).containsExactly("a1", "a2", "a1", "a2");
    }

    @Test
    void searchesRunOnPlatformThreads() throws InterruptedException {
        var threads = new LinkedBlockingQueue<Thread>();
        pool.submit("a", () -> {
            threads.add(Thread.currentThread());
            return false;
        });

        assertThat(threads.poll(30, TimeUnit.SECONDS)).satisfies(thread -> {
            assertThat(thread.isVirtual()).isFalse();
            assertThat(thread.isDaemon()).isTrue();
        });
    }

    @Test
    void aShortComputationTakesItsTurnAmongOtherCallers() {
        var stopped = new AtomicBoolean();
        pool.submit("greedy", () -> !stopped.get());
        var limits = new SearchLimits(Duration.ofSeconds(30), 1, System::nanoTime);

        assertThat(pool.compute("modest", limits.start(), () -> 7)).isEqualTo(7);

        stopped.set(true);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void searchThreadsHaveALowPriority() {
        assumeThat(SearchPool.class.getModule().isNativeAccessEnabled()).isTrue();

        int own = niceness();
        assertThat(pool.compute("a", SearchLimits.DEFAULT.start(), SearchPoolTest::niceness))
                .isEqualTo(Math.min(own + 10, 19));
        assertThat(niceness()).isEqualTo(own);
    }

    /** Reads the niceness of the current thread, the 17th field after the name in parentheses. */
    private static int niceness() {
        try {
            String stat = Files.readString(Path.of("/proc/thread-self/stat"));
            return Integer.parseInt(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[16]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
