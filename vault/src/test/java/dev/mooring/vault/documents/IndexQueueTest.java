package dev.mooring.vault.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
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

    private final List<Path> started = new CopyOnWriteArrayList<>();
    private final List<Path> indexed = new CopyOnWriteArrayList<>();

    /** One permit for each document that the indexer may finish. */
    private final Semaphore permits = new Semaphore(0);

    /** Runs while a document is indexed. */
    private volatile Runnable duringIndexing = () -> {};

    private final IndexQueue queue = new IndexQueue(this::index);

    private void index(Path file) {
        started.add(file);
        permits.acquireUninterruptibly();
        duringIndexing.run();
        indexed.add(file);
    }

    @BeforeEach
    void start() {
        queue.start();
    }

    @AfterEach
    void close() {
        queue.close();
        permits.release(1_000);
    }

    /** Starts a thread that awaits the own changes, and returns when it is waiting. */
    private Thread startWaiting() {
        Thread waiting = Thread.ofVirtual().start(queue::awaitOwnChanges);
        await().until(() -> waiting.getState() == Thread.State.WAITING);
        return waiting;
    }

    private void awaitStarted(Path... files) {
        await().untilAsserted(() -> assertThat(started).containsExactly(files));
    }

    @Nested
    class Waiting {

        @Test
        void aThreadWaitsForAllEarlierOwnChanges() throws InterruptedException {
            queue.addOwn(A);
            queue.addOwn(B);
            Thread waiting = startWaiting();
            permits.release();
            await().untilAsserted(() -> assertThat(indexed).containsExactly(A));
            assertThat(waiting.isAlive()).isTrue();
            permits.release();
            waiting.join();
            assertThat(indexed).containsExactly(A, B);
        }

        @Test
        void aThreadThatWaitsEndsTheDelayOfOwnChanges() {
            permits.release();
            try (var delayed = new IndexQueue(IndexQueueTest.this::index, Duration.ofDays(1))) {
                delayed.start();
                delayed.addOwn(A);
                delayed.awaitOwnChanges();
                assertThat(indexed).containsExactly(A);
            }
        }

        @Test
        void aThreadDoesNotWaitForLaterChanges() throws InterruptedException {
            queue.addOwn(A);
            Thread waiting = startWaiting();
            queue.addOwn(B);
            permits.release();
            waiting.join();
            assertThat(indexed).containsExactly(A);
        }

        @Test
        void aThreadDoesNotWaitForExternalChanges() throws InterruptedException {
            queue.addExternal(A);
            awaitStarted(A);
            IntStream.range(0, 100).forEach(n -> queue.addExternal(Path.of("other" + n)));
            queue.awaitOwnChanges();
            queue.addExternal(B);
            queue.addOwn(B);
            Thread waiting = startWaiting();
            permits.release(2);
            waiting.join();
            assertThat(indexed).containsExactly(A, B);
        }

        @Test
        void closingAndInterruptsEndTheWait() throws InterruptedException {
            queue.addOwn(A);
            Thread interrupted = startWaiting();
            Thread waiting = startWaiting();
            interrupted.interrupt();
            interrupted.join();
            assertThat(waiting.isAlive()).isTrue();
            queue.close();
            waiting.join();
            queue.addOwn(B);
            queue.awaitOwnChanges();
            assertThat(indexed).isEmpty();
        }

        @Test
        void theIndexerItselfDoesNotWait() {
            duringIndexing = queue::awaitOwnChanges;
            permits.release();
            queue.addOwn(A);
            queue.awaitOwnChanges();
            assertThat(indexed).containsExactly(A);
        }
    }

    @Nested
    class Indexing {

        @Test
        void aDocumentThatIsQueuedTwiceIsIndexedOnce() throws InterruptedException {
            queue.addOwn(A);
            awaitStarted(A);
            queue.addExternal(B);
            queue.addOwn(B);
            queue.addExternal(B);
            queue.addOwn(B);
            queue.addOwn(C);
            permits.release(3);
            queue.awaitOwnChanges();
            permits.release();
            queue.addOwn(A);
            queue.awaitOwnChanges();
            assertThat(indexed).containsExactly(A, B, C, A);
        }

        @Test
        void theEventsOfOneSaveAreIndexedOnce() {
            permits.release(10);
            for (int event = 0; event < 5; event++) {
                queue.addExternal(A);
            }
            queue.addExternal(B);
            await().untilAsserted(() -> assertThat(indexed).contains(B));
            assertThat(indexed).containsExactly(A, B);
        }

        /** Otherwise a program that writes again and again would hide its document from queries. */
        @Test
        void furtherEventsDoNotPostponeADocument() {
            permits.release(10);
            await().pollInterval(Duration.ofMillis(10)).until(() -> {
                queue.addExternal(A);
                return indexed.contains(A);
            });
        }

        @Test
        void theEventsOfAnOwnChangeBeforeItAreNotIndexed() {
            permits.release(10);
            queue.addExternal(A);
            queue.addOwn(A);
            queue.awaitOwnChanges();
            queue.addExternal(B);
            await().untilAsserted(() -> assertThat(indexed).contains(B));
            assertThat(indexed).containsExactly(A, B);
        }

        @Test
        void aDocumentThatChangesDuringIndexingIsIndexedAgain() throws InterruptedException {
            queue.addOwn(A);
            awaitStarted(A);
            queue.addOwn(A);
            Thread waiting = startWaiting();
            permits.release();
            await().untilAsserted(() -> assertThat(started).containsExactly(A, A));
            assertThat(waiting.isAlive()).isTrue();
            permits.release();
            waiting.join();
        }

        @Test
        void aFailureDoesNotStopTheQueue() {
            permits.release(3);
            duringIndexing = () -> {
                throw new IllegalStateException("broken");
            };
            queue.addOwn(A);
            queue.awaitOwnChanges();
            duringIndexing = () -> {
                throw new StackOverflowError("too deep");
            };
            queue.addOwn(B);
            queue.awaitOwnChanges();
            duringIndexing = () -> {};
            queue.addOwn(C);
            queue.awaitOwnChanges();
            assertThat(indexed).containsExactly(C);
        }
    }
}
