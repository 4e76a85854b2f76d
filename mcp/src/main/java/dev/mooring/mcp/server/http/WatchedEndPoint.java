package dev.mooring.mcp.server.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * A connection that can tell that its client has gone while a request is still being answered.
 *
 * <p>Between a request and its answer Jetty does not read from an HTTP/1.1 connection, so it cannot see the end of it.
 * {@link #watch} registers an interest of our own for that time. When it fires, the connection has either ended, which
 * is what we wanted to know, or bytes of a next request have arrived, which are kept and given out first when Jetty
 * reads again. Jetty's own interest, should it come while ours is registered, waits behind it; and Jetty is not told
 * that ours exists, because it takes a pending read at the end of a request for a fault.
 */
final class WatchedEndPoint extends SocketChannelEndPoint {
    private static final int READ_AHEAD = 4096;

    private final ReentrantLock lock = new ReentrantLock();
    private final Callback probe = new Probe();
    private boolean probing;
    private @Nullable Runnable onGone;
    private @Nullable Callback reader;
    private @Nullable ByteBuffer readAhead;

    WatchedEndPoint(SocketChannel channel, ManagedSelector selector, SelectionKey key, Scheduler scheduler) {
        super(channel, selector, key, scheduler);
    }

    /** Runs the task once when the client has gone, unless {@link #unwatch} comes first. */
    void watch(Runnable task) {
        lock.lock();
        try {
            onGone = task;
            if (probing || readAhead != null || reader != null) {
                return;
            }
            probing = true;
        } finally {
            lock.unlock();
        }
        if (!getFillInterest().tryRegister(probe)) {
            lock.lock();
            try {
                probing = false;
            } finally {
                lock.unlock();
            }
        }
    }

    void unwatch() {
        lock.lock();
        try {
            onGone = null;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int fill(ByteBuffer buffer) throws IOException {
        lock.lock();
        try {
            if (readAhead != null) {
                int moved = BufferUtil.append(buffer, readAhead);
                if (!readAhead.hasRemaining()) {
                    readAhead = null;
                }
                return moved;
            }
        } finally {
            lock.unlock();
        }
        return super.fill(buffer);
    }

    @Override
    public void fillInterested(Callback callback) {
        boolean ready;
        lock.lock();
        try {
            ready = readAhead != null;
            if (probing && !ready) {
                reader = callback;
                return;
            }
        } finally {
            lock.unlock();
        }
        if (ready) {
            // Not on this thread: it is in the middle of asking.
            Thread.startVirtualThread(callback::succeeded);
        } else {
            super.fillInterested(callback);
        }
    }

    @Override
    public boolean isFillInterested() {
        lock.lock();
        try {
            return probing ? reader != null : super.isFillInterested();
        } finally {
            lock.unlock();
        }
    }

    private final class Probe implements Callback {
        @Override
        public void succeeded() {
            Callback waiting;
            boolean ended = false;
            lock.lock();
            try {
                // Looking and taking turns with Jetty's reads are one step: nobody may wait for bytes that we hold.
                waiting = takeReader();
                if (waiting == null) {
                    ended = look();
                }
            } finally {
                lock.unlock();
            }
            if (waiting != null) {
                waiting.succeeded();
            } else if (ended) {
                gone();
            }
        }

        @Override
        public void failed(Throwable cause) {
            Callback waiting;
            lock.lock();
            try {
                waiting = takeReader();
            } finally {
                lock.unlock();
            }
            if (waiting != null) {
                waiting.failed(cause);
            } else {
                gone();
            }
        }

        @Override
        public InvocationType getInvocationType() {
            // The reader behind us may run a whole request.
            return InvocationType.BLOCKING;
        }

        private @Nullable Callback takeReader() {
            probing = false;
            Callback waiting = reader;
            reader = null;
            return waiting;
        }

        private boolean look() {
            ByteBuffer buffer = BufferUtil.allocate(READ_AHEAD);
            try {
                int read = WatchedEndPoint.super.fill(buffer);
                if (read > 0) {
                    readAhead = buffer;
                }
                return read < 0;
            } catch (IOException e) {
                return true;
            }
        }

        private void gone() {
            Runnable task;
            lock.lock();
            try {
                task = onGone;
                onGone = null;
            } finally {
                lock.unlock();
            }
            if (task != null) {
                task.run();
            }
        }
    }
}
