package dev.mooring.vault.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class LockFileTest {

    @TempDir
    Path root;

    /** A program that holds the lock of a document until it is killed. */
    static final class Holder {

        private Holder() {}

        public static void main(String[] arguments) throws IOException {
            LockFile.of(Path.of(arguments[0])).locked("a.md", () -> {
                System.out.println("locked");
                return System.in.read();
            });
        }
    }

    @Test
    void aCallWaitsLongerThanTheTimeoutWhileOtherCallsFinish() throws Exception {
        var timeout = Duration.ofMillis(500);
        int calls = 30;
        long start = System.nanoTime();
        try (var locks = new LockFile(root.toRealPath(), timeout);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<Boolean> call = () -> locks.locked("a.md", () -> {
                // A slow disk.
                LockSupport.parkNanos(2 * timeout.toNanos() / calls);
                return true;
            });
            for (Future<Boolean> finished : threads.invokeAll(Collections.nCopies(calls, call))) {
                assertThat(finished.get()).isTrue();
            }
        }
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(timeout);
    }

    @Test
    void aCallFailsIfAnotherCallHoldsTheLockForTheTimeout() throws Exception {
        var held = new CountDownLatch(1);
        var failed = new CountDownLatch(1);
        try (var locks = new LockFile(root.toRealPath(), Duration.ofMillis(50));
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Boolean> holder = threads.submit(() -> locks.locked("a.md", () -> {
                held.countDown();
                return awaitUninterrupted(failed);
            }));
            held.await();
            assertThatThrownBy(() -> locks.locked("a.md", () -> true))
                    .isInstanceOf(DocumentBusy.class)
                    .hasMessageContaining("another call has held the lock of a.md");
            failed.countDown();
            assertThat(holder.get()).isTrue();
        }
    }

    private static boolean awaitUninterrupted(CountDownLatch latch) {
        try {
            return latch.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    @Tag("process")
    @EnabledOnOs(OS.LINUX)
    void anInterruptEndsTheWaitForAnotherProcess() throws Exception {
        Process holder = ChildJvm.start(Holder.class, root.toRealPath().toString());
        try (var locks = new LockFile(root.toRealPath(), Duration.ofSeconds(20))) {
            assertThat(holder.inputReader(StandardCharsets.UTF_8).readLine()).isEqualTo("locked");
            var failure = new CompletableFuture<Throwable>();
            Thread waiting = Thread.ofVirtual()
                    .start(() -> failure.complete(catchThrowable(() -> locks.locked("a.md", () -> true))));
            await().until(() -> waiting.getState() == Thread.State.TIMED_WAITING);
            waiting.interrupt();
            assertThat(failure.get())
                    .isInstanceOf(DocumentBusy.class)
                    .hasMessage(DocumentBusy.interrupted().getMessage());
        } finally {
            holder.destroyForcibly();
        }
    }

    @Test
    @Tag("process")
    @EnabledOnOs(OS.LINUX)
    void aLockThatAnotherProcessHoldsForLongIsAnErrorThatNamesTheLockFileAndTheProcess() throws Exception {
        Process holder = ChildJvm.start(Holder.class, root.toRealPath().toString());
        try (var locks = new LockFile(root.toRealPath(), Duration.ofMillis(50))) {
            assertThat(holder.inputReader(StandardCharsets.UTF_8).readLine()).isEqualTo("locked");
            assertThatThrownBy(() -> locks.locked("a.md", () -> true))
                    .isInstanceOf(DocumentBusy.class)
                    .hasMessageContaining(".mooring/lock")
                    .hasMessageContaining("process " + holder.pid() + " (java, " + System.getProperty("user.name"));
            holder.destroyForcibly().waitFor();
            assertThat(locks.<Boolean>locked("a.md", () -> true)).isTrue();
        } finally {
            holder.destroyForcibly();
        }
    }
}
