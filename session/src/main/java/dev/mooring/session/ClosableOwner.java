package dev.mooring.session;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;

/** An owner that lasts until somebody ends it: the program, or a handle that a gateway gave out. Safe for all threads. */
public final class ClosableOwner implements Owner, AutoCloseable {
    private final String id;

    /** What is to be done at the end; guarded by this. */
    private final List<Runnable> tasks = new ArrayList<>();

    /** Guarded by this. */
    private boolean ended;

    /** Held while things are being closed, so that whoever else ends this waits for that too. */
    private final ReentrantLock closing = new ReentrantLock();

    public ClosableOwner(String id) {
        this.id = id;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public synchronized void atEnd(Runnable task) {
        if (ended) {
            throw new OwnerEnded(this);
        }
        tasks.add(task);
    }

    @Override
    public Executor threads() {
        return task -> Thread.ofVirtual().name("mooring-open").start(task);
    }

    /** Closes everything that is held. Blocks until that is done, by whichever thread. */
    @Override
    public void close() {
        closing.lock();
        try {
            tasksAtTheEnd().reversed().forEach(Runnable::run);
        } finally {
            closing.unlock();
        }
    }

    private synchronized List<Runnable> tasksAtTheEnd() {
        ended = true;
        List<Runnable> due = List.copyOf(tasks);
        tasks.clear();
        return due;
    }
}
