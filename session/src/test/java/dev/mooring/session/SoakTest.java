package dev.mooring.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.client.CallOptions;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.run.AgentRun;
import dev.mooring.run.RunCancelled;
import dev.mooring.run.RunScope;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many runs with random failures. They must leak no process, thread or session. */
@Tag("counterpart")
class SoakTest {
    private static final int AT_ONCE = 8;

    @TempDir
    Path folder;

    @Test
    @Timeout(300)
    void hundredAndFiftyRunsLeakNothing() throws Exception {
        soak(150);
    }

    @Test
    @Tag("long")
    @Timeout(3600)
    void twoThousandRunsLeakNothing() throws Exception {
        soak(2000);
    }

    private void soak(int runs) throws Exception {
        long seed = Long.getLong("mooring.seed", System.nanoTime());
        System.out.println("soak: -Dmooring.seed=" + seed);
        Path starts = folder.resolve("starts");
        ClientOptions hasty =
                ClientOptions.builder().closeGrace(Duration.ofMillis(500)).build();
        AtomicInteger answered = new AtomicInteger();
        AtomicInteger cancelled = new AtomicInteger();
        AtomicInteger failed = new AtomicInteger();
        try (Remote first = Remote.start();
                Remote second = Remote.start()) {
            List<ToolServer> servers = List.of(
                    Fixtures.local("local1", "--marker", starts.toString()),
                    Fixtures.local("local2", "--marker", starts.toString(), "--ignore-eof"),
                    first.server("remote1"),
                    second.server("remote2"));
            System.gc();
            long heapBefore = usedHeap();
            try (Sessions sessions = Sessions.builder(servers).options(hasty).build();
                    var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                Semaphore places = new Semaphore(AT_ONCE);
                List<Future<Void>> all = new ArrayList<>();
                for (int i = 0; i < runs; i++) {
                    Random random = new Random(seed + i);
                    places.acquire();
                    all.add(threads.submit(() -> {
                        try {
                            oneRun(sessions, random, answered);
                        } catch (RunCancelled e) {
                            cancelled.incrementAndGet();
                        } catch (ABodyThatFails e) {
                            failed.incrementAndGet();
                        } finally {
                            places.release();
                        }
                        return null;
                    }));
                }
                for (Future<Void> run : all) {
                    run.get();
                }
            }
            assertThat(answered).hasValueGreaterThan(runs);
            assertThat(cancelled).hasValueGreaterThan(0);
            assertThat(failed).hasValueGreaterThan(0);
            for (String pid : Files.readAllLines(starts)) {
                assertThat(ProcessHandle.of(Long.parseLong(pid))).isEmpty();
            }
            await().until(() -> first.open().isEmpty() && second.open().isEmpty());
            await().until(() -> ownThreads().isEmpty());
            System.gc();
            assertThat(usedHeap()).isLessThan(heapBefore + 50 * 1024 * 1024);
        }
    }

    private static void oneRun(Sessions sessions, Random random, AtomicInteger answered) throws InterruptedException {
        int fate = random.nextInt(10);
        AgentRun.run(() -> {
            RunScope scope = RunScope.require();
            List<Callable<Void>> calls = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                String server =
                        List.of("local1", "local2", "remote1", "remote2").get(random.nextInt(4));
                boolean dies = random.nextInt(40) == 0;
                boolean stalls = random.nextInt(30) == 0;
                calls.add(() -> {
                    String tool = dies && server.startsWith("local") ? "exit" : stalls ? "stall" : "count";
                    CallOutcome outcome = sessions.call(
                            server,
                            tool,
                            Json.object(),
                            CallOptions.builder()
                                    .timeout(Duration.ofSeconds(stalls ? 1 : 20))
                                    .build());
                    if (outcome instanceof CallOutcome.Answered) {
                        answered.incrementAndGet();
                    }
                    return null;
                });
            }
            if (fate == 0) {
                scope.fork(() -> scope.run().cancel("the soak test says so"));
            }
            for (Callable<Void> call : calls) {
                scope.fork(call);
            }
            if (fate == 1) {
                // The body returns with calls in flight, so that the end of the run must handle them.
                return;
            }
            if (fate == 2) {
                throw new ABodyThatFails();
            }
            assertThat(sessions.call("remote1", "echo", Fixtures.message("x"))).isNotNull();
        });
    }

    private static final class ABodyThatFails extends RuntimeException {}

    /** Returns the threads that belong to sessions. */
    private static List<String> ownThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("mcp-std"))
                .toList();
    }

    private static long usedHeap() {
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
