package dev.mooring.vault;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Documents that have changed and are to be read again, one after the other by a thread of its own. Who changes a document
 * need not wait for that; who asks about documents does, for all that were changed before. A document that changes again
 * before its turn is read once.
 */
final class Backlog implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Backlog.class);

    private final Consumer<Path> reader;
    private final Thread worker =
            Thread.ofPlatform().daemon().name("vault-backlog").unstarted(this::work);
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();

    /** In the order of their turns. */
    private final LinkedHashSet<Path> waiting = new LinkedHashSet<>();

    private long added;
    private long done;
    private boolean closed;

    Backlog(Consumer<Path> reader) {
        this.reader = reader;
    }

    void start() {
        worker.start();
    }

    void add(Path file) {
        locked(() -> {
            if (waiting.add(file)) {
                added++;
            }
        });
    }

    /** Waits until all that was added before has been read. */
    void settle() {
        if (Thread.currentThread().equals(worker)) {
            return; // somebody who is being told of a change asks back
        }
        lock.lock();
        try {
            long last = added;
            while (done < last && !closed) {
                moved.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    private void work() {
        for (Optional<Path> file = next(); file.isPresent(); file = next()) {
            try {
                reader.accept(file.get());
            } catch (RuntimeException e) {
                LOG.warn("{} could not be indexed", file.get(), e);
            }
            locked(() -> done++);
        }
    }

    /** Waits for one; empty at the end. */
    private Optional<Path> next() {
        lock.lock();
        try {
            while (waiting.isEmpty() && !closed) {
                moved.awaitUninterruptibly();
            }
            return closed ? Optional.empty() : Optional.of(waiting.removeFirst());
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        locked(() -> closed = true);
    }

    private void locked(Runnable change) {
        lock.lock();
        try {
            change.run();
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
