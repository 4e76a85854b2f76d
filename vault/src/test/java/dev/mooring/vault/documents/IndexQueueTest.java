package dev.mooring.vault.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class IndexQueueTest {

    private static final Path A = Path.of("a");
    private static final Path B = Path.of("b");
    private static final Path C = Path.of("c");

    private final List<Path> begun = new CopyOnWriteArrayList<>();
    private final List<Path> read = new CopyOnWriteArrayList<>();

    /** One for each document that may be read to its end. */
    private final Semaphore turns = new Semaphore(0);

    /** What else the reader does with a document. */
    private volatile Runnable meanwhile = () -> {};

    private final IndexQueue queue = new IndexQueue(this::read);

    private void read(Path file) {
        begun.add(file);
        turns.acquireUninterruptibly();
        meanwhile.run();
        read.add(file);
    }

    @BeforeEach
    void start() {
        queue.start();
    }

    @AfterEach
    void close() {
        queue.close();
        turns.release(1_000);
    }

    /** Somebody who settles; he is waiting when this returns. */
    private Thread waiting() {
        Thread waiting = Thread.ofVirtual().start(queue::awaitOwnChanges);
        await().until(() -> waiting.getState() == Thread.State.WAITING);
        return waiting;
    }

    private void awaitBegun(Path... files) {
        await().untilAsserted(() -> assertThat(begun).containsExactly(files));
    }

    @Nested
    class WhoeverAsks {

        @Test
        void waitsForAllThatWasChangedHereBefore() throws InterruptedException {
            queue.addOwn(A);
            queue.addOwn(B);
            Thread asking = waiting();
            turns.release();
            await().untilAsserted(() -> assertThat(read).containsExactly(A));
            assertThat(asking.isAlive()).isTrue();
            turns.release();
            asking.join();
            assertThat(read).containsExactly(A, B);
        }

        @Test
        void doesNotWaitForWhatIsChangedAfterwards() throws InterruptedException {
            queue.addOwn(A);
            Thread asking = waiting();
            queue.addOwn(B);
            turns.release();
            asking.join();
            assertThat(read).containsExactly(A);
        }

        @Test
        void doesNotWaitForAFloodOfChangesByOthers() throws InterruptedException {
            queue.addExternal(A);
            awaitBegun(A);
            IntStream.range(0, 100).forEach(n -> queue.addExternal(Path.of("other" + n)));
            queue.awaitOwnChanges();
            queue.addExternal(B);
            queue.addOwn(B);
            Thread asking = waiting();
            turns.release(2);
            asking.join();
            assertThat(read).containsExactly(A, B);
        }

        @Test
        void doesNotWaitAfterTheEndNorAfterAnInterrupt() throws InterruptedException {
            queue.addOwn(A);
            Thread interrupted = waiting();
            Thread asking = waiting();
            interrupted.interrupt();
            interrupted.join();
            assertThat(asking.isAlive()).isTrue();
            queue.close();
            asking.join();
            queue.addOwn(B);
            queue.awaitOwnChanges();
            assertThat(read).isEmpty();
        }

        @Test
        void mayBeTheReaderItself() {
            meanwhile = queue::awaitOwnChanges;
            turns.release();
            queue.addOwn(A);
            queue.awaitOwnChanges();
            assertThat(read).containsExactly(A);
        }
    }

    @Nested
    class ADocument {

        @Test
        void thatChangesAgainBeforeItsTurnIsReadOnce() throws InterruptedException {
            queue.addOwn(A);
            awaitBegun(A);
            queue.addExternal(B);
            queue.addOwn(B);
            queue.addExternal(B);
            queue.addOwn(B);
            queue.addOwn(C);
            turns.release(3);
            queue.awaitOwnChanges();
            turns.release();
            queue.addOwn(A);
            queue.awaitOwnChanges();
            assertThat(read).containsExactly(A, B, C, A);
        }

        @Test
        void thatChangesWhileItIsReadIsReadAgain() throws InterruptedException {
            queue.addOwn(A);
            awaitBegun(A);
            queue.addOwn(A);
            Thread asking = waiting();
            turns.release();
            await().untilAsserted(() -> assertThat(begun).containsExactly(A, A));
            assertThat(asking.isAlive()).isTrue();
            turns.release();
            asking.join();
        }

        @Test
        void thatCannotBeReadHoldsUpNobody() {
            turns.release(3);
            meanwhile = () -> {
                throw new IllegalStateException("broken");
            };
            queue.addOwn(A);
            queue.awaitOwnChanges();
            meanwhile = () -> {
                throw new StackOverflowError("too deep");
            };
            queue.addOwn(B);
            queue.awaitOwnChanges();
            meanwhile = () -> {};
            queue.addOwn(C);
            queue.awaitOwnChanges();
            assertThat(read).containsExactly(C);
        }
    }
}
