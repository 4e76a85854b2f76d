package dev.mooring.run;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The bounded buffer between the body of a stream and its reader, which knows how long nobody has read. */
final class Channel<T> {
    private final RunScope scope;
    private final RunStream.Buffer buffer;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition filled = lock.newCondition();
    private final Condition drained = lock.newCondition();
    private final Condition quiet = lock.newCondition(); // nobody is reading, or nothing will come any more
    private final Deque<T> elements = new ArrayDeque<>();
    private int readers;
    private long lastRead = System.nanoTime();
    private boolean finished;
    private boolean closed;
    private @Nullable Throwable failure;

    Channel(RunScope scope, RunStream.Buffer buffer) {
        this.scope = scope;
        this.buffer = buffer;
    }

    Duration unread() {
        return buffer.unread();
    }

    void put(T element) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (elements.size() >= buffer.elements() && !closed && !finished) {
                drained.await();
            }
            if (closed || finished) {
                throw new RunEnded("emit", scope);
            }
            elements.addLast(element);
            filled.signal();
        } finally {
            lock.unlock();
        }
    }

    /** No more elements will come. Of several calls, the first counts. */
    void finish(@Nullable Throwable failure) {
        lock.lock();
        try {
            if (!finished) {
                finished = true;
                this.failure = failure;
                signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** The reader wants nothing more. */
    void close() {
        lock.lock();
        try {
            closed = true;
            elements.clear();
            signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void signalAll() {
        filled.signalAll();
        drained.signalAll();
        quiet.signalAll();
    }

    /** The next element, left where it is; null if there will be none. */
    @Nullable
    T peek() {
        lock.lock();
        try {
            awaitElement();
            return elements.peekFirst();
        } finally {
            lock.unlock();
        }
    }

    /** The next element; null if there will be none. */
    @Nullable
    T take() {
        lock.lock();
        try {
            awaitElement();
            T element = elements.pollFirst();
            drained.signal();
            return element;
        } finally {
            lock.unlock();
        }
    }

    private void awaitElement() {
        readers++;
        try {
            while (elements.isEmpty() && !finished && !closed) {
                filled.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            var cancellation = new CancellationException("Interrupted while waiting for the next element");
            cancellation.initCause(e);
            throw cancellation;
        } finally {
            readers--;
            lastRead = System.nanoTime();
            quiet.signal();
        }
        if (elements.isEmpty() && !closed && failure != null) {
            // A new one for each who looks: an exception is not to be thrown twice.
            throw failure instanceof RunCancelled cancelled
                    ? new RunCancelled(cancelled.scopeId(), cancelled.reason(), cancelled)
                    : new StreamFailed(scope.id(), failure);
        }
    }

    /**
     * Waits until nobody has read for too long.
     *
     * @return false if the stream came to its end before
     */
    boolean awaitUnread() {
        var calm = new Calm(false);
        long limit = buffer.unread().toNanos();
        lock.lock();
        try {
            while (!finished && !closed) {
                long left = limit - (System.nanoTime() - lastRead);
                if (readers > 0) {
                    quiet.awaitUninterruptibly();
                } else if (left <= 0) {
                    return true;
                } else {
                    long seen = lastRead;
                    calm.await(
                            quiet, () -> finished || closed || lastRead != seen || readers > 0, Duration.ofNanos(left));
                }
            }
            return false;
        } finally {
            lock.unlock();
        }
    }
}
