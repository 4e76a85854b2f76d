package dev.mooring.mcp.client.stdio;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Writes lines to a child's standard input so that a child which stops reading blocks nobody for ever.
 *
 * <p>A write to a pipe blocks once the pipe is full, and such a block can neither be interrupted nor timed out. So in
 * general lines go through a bounded queue to a platform thread of this writer's own, and callers wait for room there,
 * which they can leave. But a hand-over between threads costs more than the write itself, and most of the time the pipe
 * is known to be empty: an answer to a request proves that the child has read that request and everything before it.
 * While what was written and not yet proved read fits in the smallest pipe there is, a write cannot block, and the
 * caller does it itself.
 */
final class PipeWriter {
    /** The least a pipe holds, on every system. */
    private static final int SMALLEST_PIPE = 4096;

    private static final int QUEUE_LINES = 256;
    private static final int BATCH_BYTES = 64 * 1024;

    private final OutputStream out;
    private final String name;
    private final ReentrantLock pipe = new ReentrantLock();
    private final ArrayBlockingQueue<Line> queue = new ArrayBlockingQueue<>(QUEUE_LINES);

    /** Bytes ever written; guarded by {@link #pipe}. */
    private long written;

    /** Bytes of those that the child is known to have read; set by the reader thread alone. */
    private volatile long provedRead;

    private volatile boolean closed;
    private volatile @Nullable Thread thread;

    PipeWriter(OutputStream out, String name) {
        this.out = out;
        this.name = name;
    }

    /** A line to be written, and what became of it. */
    static final class Line {
        private static final long NOT_YET = -1;

        private final byte[] bytes;
        private volatile boolean withdrawn;
        private volatile long endsAt = NOT_YET;

        /** @param json without a line break; one is added */
        Line(byte[] json) {
            bytes = java.util.Arrays.copyOf(json, json.length + 1);
            bytes[json.length] = '\n';
        }

        /** Keeps the line from being written, if that has not happened yet. */
        void withdraw() {
            withdrawn = true;
        }

        /** Its write failed before the end: a line without its break is none, so the child cannot have acted on it. */
        private void wasCutOff() {
            endsAt = NOT_YET;
        }

        /** Whether the child may have seen the whole of it. */
        boolean mayHaveLeft() {
            return endsAt != NOT_YET;
        }
    }

    /** Writes the line, or puts it in the queue; false if the time ran out before there was room. */
    boolean write(Line line, long nanos) throws InterruptedException, IOException {
        return writeAtOnce(line) || enqueue(line, nanos);
    }

    /** Writes the line or puts it in the queue if that can be done without waiting. */
    boolean offer(Line line) throws IOException {
        if (writeAtOnce(line)) {
            return true;
        }
        startThread();
        return queue.offer(line);
    }

    /** The child has answered this line, so it has read everything up to its end. */
    void answered(Line line) {
        if (line.endsAt > provedRead) {
            provedRead = line.endsAt;
        }
    }

    private boolean writeAtOnce(Line line) throws IOException {
        if (!queue.isEmpty() || !pipe.tryLock()) {
            return false;
        }
        try {
            if (written - provedRead + line.bytes.length > SMALLEST_PIPE) {
                return false;
            }
            ensureOpen();
            written += line.bytes.length;
            line.endsAt = written;
            out.write(line.bytes);
            out.flush();
            return true;
        } catch (IOException e) {
            line.wasCutOff();
            throw e;
        } finally {
            pipe.unlock();
        }
    }

    private boolean enqueue(Line line, long nanos) throws InterruptedException, IOException {
        ensureOpen();
        startThread();
        return queue.offer(line, nanos, TimeUnit.NANOSECONDS);
    }

    private void ensureOpen() throws IOException {
        if (closed) {
            throw new IOException("the standard input of the server is closed");
        }
    }

    private void startThread() {
        if (thread == null) {
            pipe.lock();
            try {
                if (thread == null && !closed) {
                    thread = Thread.ofPlatform()
                            .daemon()
                            .name("mcp-stdin-" + name)
                            .stackSize(256 * 1024)
                            .start(this::drain);
                }
            } finally {
                pipe.unlock();
            }
        }
    }

    /** The writer thread. */
    private void drain() {
        byte[] batch = new byte[BATCH_BYTES];
        try {
            while (!closed) {
                writeWaiting(queue.take(), batch);
            }
        } catch (InterruptedException | IOException e) {
            // Closed, or the child is gone: its reader says so to everybody who waits.
            closed = true;
        }
    }

    /** Writes what is waiting, as much at a time as makes one sensible write. */
    private void writeWaiting(Line first, byte[] batch) throws IOException {
        Line newest = first;
        pipe.lock();
        try {
            ensureOpen();
            int filled = 0;
            for (Line line = first; line != null; line = queue.poll()) {
                if (!line.withdrawn) {
                    newest = line;
                    written += line.bytes.length;
                    line.endsAt = written;
                    filled = put(line.bytes, batch, filled);
                }
            }
            out.write(batch, 0, filled);
            out.flush();
        } catch (IOException e) {
            newest.wasCutOff();
            throw e;
        } finally {
            pipe.unlock();
        }
    }

    private int put(byte[] line, byte[] batch, int filled) throws IOException {
        if (filled + line.length <= batch.length) {
            System.arraycopy(line, 0, batch, filled, line.length);
            return filled + line.length;
        }
        out.write(batch, 0, filled);
        if (line.length > batch.length) {
            out.write(line);
            return 0;
        }
        System.arraycopy(line, 0, batch, 0, line.length);
        return line.length;
    }

    /**
     * Ends the child's input if nobody is stuck writing to it; where somebody is, only the end of the child helps.
     * Nothing is written after it; once the child has ended, no write is under way either.
     *
     * @param patience how long to wait for a write that is under way
     */
    void close(Duration patience) {
        closed = true;
        Thread writer = thread;
        if (writer != null) {
            writer.interrupt();
        }
        try {
            if (pipe.tryLock(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                try {
                    out.close();
                } finally {
                    pipe.unlock();
                }
            }
        } catch (IOException e) {
            // The child has closed its end already.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
