package dev.mooring.vault.documents;

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
 * need not wait for that; who asks about documents does, for all that were changed here before. Those that others changed
 * come after and nobody waits for them, however many they are. A document that changes again before its turn is read once.
 */
final class IndexQueue implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(IndexQueue.class);

    private final Consumer<Path> reader;
    private final Thread worker =
            Thread.ofPlatform().daemon().name("vault-backlog").unstarted(this::work);

    /** Guards all below; never held while a document is read. */
    private final ReentrantLock lock = new ReentrantLock();

    private final Condition moved = lock.newCondition();

    /** In the order of their turns, as are those of others. */
    private final LinkedHashSet<Path> ours = new LinkedHashSet<>();

    private final LinkedHashSet<Path> others = new LinkedHashSet<>();

    /** How many of ours there ever were, and how many have been read. */
    private long added;

    private long done;
    private boolean closed;

    private record Turn(Path file, boolean ours) {}

    /** The reader is called by this backlog's own thread only. What it throws is logged. */
    IndexQueue(Consumer<Path> reader) {
        this.reader = reader;
    }

    void start() {
        worker.start();
    }

    /** Says that a document was changed here. */
    void addOurs(Path file) {
        locked(() -> {
            others.remove(file);
            if (!closed && ours.add(file)) {
                added++;
            }
        });
    }

    /** Says that others may have changed a document. */
    void addOthers(Path file) {
        locked(() -> {
            if (!closed && !ours.contains(file)) {
                others.add(file);
            }
        });
    }

    /** Waits until all that was changed here before has been read; not longer than until the end or an interrupt. */
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
        for (Optional<Turn> turn = next(); turn.isPresent(); turn = next()) {
            Path file = turn.get().file;
            try {
                reader.accept(file);
            } catch (RuntimeException | Error e) {
                // Whatever it is, such as a text that no stack is deep enough for: others wait for later documents.
                LOG.warn("{} could not be indexed", file, e);
            }
            if (turn.get().ours) {
                locked(() -> done++);
            }
        }
    }

    /** Waits for one; empty at the end. */
    private Optional<Turn> next() {
        lock.lock();
        try {
            while (ours.isEmpty() && others.isEmpty() && !closed) {
                moved.awaitUninterruptibly();
            }
            if (closed) {
                return Optional.empty();
            }
            return Optional.of(
                    ours.isEmpty() ? new Turn(others.removeFirst(), false) : new Turn(ours.removeFirst(), true));
        } finally {
            lock.unlock();
        }
    }

    /** Ends all waiting at once. What is being read is read to its end, all else no more. */
    @Override
    public void close() {
        locked(() -> {
            closed = true;
            ours.clear();
            others.clear();
        });
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
