package dev.mooring.mcp.server.http.engine;

import java.io.IOException;
import java.net.InetSocketAddress;
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
 * A connection that detects the disconnection of its client while a request is in flight.
 *
 * <p>Between a request and its response, Jetty does not read from an HTTP/1.1 connection, so it does not notice a
 * disconnection. {@link #watch} registers a fill interest of this class for that time (the probe). When it completes,
 * either the client has disconnected, or bytes of the next request have arrived. Those bytes are kept, and the next
 * {@link #fill} returns them first. If Jetty registers its own interest while the probe is registered, Jetty's callback
 * waits until the probe completes. {@link #isFillInterested} hides the probe, because Jetty treats a pending read at the
 * end of a request as an error.
 */
final class WatchedEndPoint extends SocketChannelEndPoint {
    private static final int READ_AHEAD = 4096;

    private final ReentrantLock lock = new ReentrantLock();
    private final Probe probe = new Probe();
    private boolean probing;
    private @Nullable Runnable onDisconnect;
    private @Nullable Callback waitingReader;
    private @Nullable ByteBuffer readAhead;
    private final String address;
    private final ConnectionProgress progress = new ConnectionProgress(System.nanoTime());

    WatchedEndPoint(SocketChannel channel, ManagedSelector selector, SelectionKey key, Scheduler scheduler) {
        super(channel, selector, key, scheduler);
        // Kept, because a closed channel has no address.
        address = getRemoteSocketAddress() instanceof InetSocketAddress socket && socket.getAddress() != null
                ? socket.getAddress().getHostAddress()
                : "unknown";
    }

    /** Returns the IP address of the other end. */
    String address() {
        return address;
    }

    /** Returns the progress of the client of this connection. */
    ConnectionProgress progress() {
        return progress;
    }

    /** Runs a task once when the client disconnects, unless {@link #unwatch} is called before. */
    void watch(Runnable task) {
        lock.lock();
        try {
            onDisconnect = task;
            if (probing || readAhead != null || waitingReader != null) {
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

    /** Removes the task of {@link #watch}. */
    void unwatch() {
        lock.lock();
        try {
            onDisconnect = null;
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether the client has disconnected. For use between a request and the end of its response. */
    boolean hasEnded() {
        lock.lock();
        try {
            // Also while the probe is registered, because its callback may be late. But not if a reader waits for the
            // probe, which fires only while the bytes are in the socket.
            return !isOpen() || (waitingReader == null && readAheadOrEnd());
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int fill(ByteBuffer buffer) throws IOException {
        lock.lock();
        try {
            if (readAhead != null) {
                int copied = BufferUtil.append(buffer, readAhead);
                if (!readAhead.hasRemaining()) {
                    readAhead = null;
                }
                return copied;
            }
            // Under the lock, so that the probe does not read later bytes ahead of these.
            int filled = super.fill(buffer);
            progress.received(filled, System.nanoTime());
            return filled;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean flush(ByteBuffer... buffers) throws IOException {
        long before = BufferUtil.remaining(buffers);
        boolean complete = super.flush(buffers);
        progress.sent(before - BufferUtil.remaining(buffers), complete, System.nanoTime());
        return complete;
    }

    @Override
    public void fillInterested(Callback callback) {
        boolean hasReadAhead;
        lock.lock();
        try {
            hasReadAhead = readAhead != null;
            if (probing && !hasReadAhead) {
                waitingReader = callback;
                return;
            }
        } finally {
            lock.unlock();
        }
        if (hasReadAhead) {
            // Not on this thread: Jetty does not expect the callback before this method returns.
            Thread.startVirtualThread(callback::succeeded);
        } else {
            super.fillInterested(callback);
        }
    }

    @Override
    public boolean isFillInterested() {
        lock.lock();
        try {
            return probing ? waitingReader != null : super.isFillInterested();
        } finally {
            lock.unlock();
        }
    }

    /** Reads what has arrived, unless it was read before. Returns whether the connection has ended. */
    private boolean readAheadOrEnd() {
        if (readAhead != null) {
            return false;
        }
        ByteBuffer buffer = BufferUtil.allocate(READ_AHEAD);
        try {
            int read = super.fill(buffer);
            progress.received(read, System.nanoTime());
            if (read > 0) {
                readAhead = buffer;
            }
            return read < 0;
        } catch (IOException e) {
            return true;
        }
    }

    private final class Probe implements Callback {
        @Override
        public void succeeded() {
            Callback reader;
            boolean isDisconnected = false;
            lock.lock();
            try {
                // Atomic with fillInterested, so that no reader waits for bytes that are already in readAhead.
                reader = takeReader();
                if (reader == null) {
                    isDisconnected = readAheadOrEnd();
                }
            } finally {
                lock.unlock();
            }
            if (reader != null) {
                reader.succeeded();
            } else if (isDisconnected) {
                runOnDisconnect();
            }
        }

        @Override
        public void failed(Throwable cause) {
            Callback reader;
            lock.lock();
            try {
                reader = takeReader();
            } finally {
                lock.unlock();
            }
            if (reader != null) {
                reader.failed(cause);
            } else {
                runOnDisconnect();
            }
        }

        @Override
        public InvocationType getInvocationType() {
            // The waiting reader may run a whole request.
            return InvocationType.BLOCKING;
        }

        private @Nullable Callback takeReader() {
            probing = false;
            Callback reader = waitingReader;
            waitingReader = null;
            return reader;
        }

        private void runOnDisconnect() {
            Runnable task;
            lock.lock();
            try {
                task = onDisconnect;
                onDisconnect = null;
            } finally {
                lock.unlock();
            }
            if (task != null) {
                task.run();
            }
        }
    }
}
