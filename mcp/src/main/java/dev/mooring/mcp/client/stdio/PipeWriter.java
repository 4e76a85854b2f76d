package dev.mooring.mcp.client.stdio;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Writes lines to a child's standard input, so that a child which stops reading blocks no caller indefinitely.
 *
 * <p>A write to a full pipe blocks, and can be neither interrupted nor timed out. So in general, lines go through a
 * bounded queue to this writer's own platform thread, and callers wait for room in the queue, interruptibly. But a
 * hand-over between threads costs more than the write itself, and most of the time the pipe is known to be empty: the
 * reply to a request proves that the child has read that request and everything before it. As long as the bytes that
 * are written and not proved read fit into the smallest pipe of any system, a write cannot block, and the caller writes
 * directly.
 */
final class PipeWriter {
    /** The smallest pipe capacity of the supported systems. */
    private static final int SMALLEST_PIPE = 4096;

    private static final int QUEUE_LINES = 256;
    private static final int BATCH_BYTES = 64 * 1024;

    private final OutputStream out;
    private final String name;
    private final ReentrantLock pipe = new ReentrantLock();
    private final ArrayBlockingQueue<Line> queue = new ArrayBlockingQueue<>(QUEUE_LINES);

    /** Total bytes written; guarded by {@link #pipe}. */
    private long written;

    /** Bytes that the child has certainly read. Only the reader thread sets it. */
    private volatile long confirmedRead;

    private volatile boolean closed;
    private volatile @Nullable Thread thread;

    PipeWriter(OutputStream out, String name) {
        this.out = out;
        this.name = name;
    }

    /** A line to write, with its state. */
    static final class Line {
        private static final long NOT_WRITTEN = -1;

        private final byte[] bytes;
        private volatile boolean withdrawn;
        private volatile long endsAt = NOT_WRITTEN;

        /** @param json a message without line break; the constructor adds one */
        Line(byte[] json) {
            bytes = Arrays.copyOf(json, json.length + 1);
            bytes[json.length] = '\n';
        }

        /** Prevents the write, if it has not started yet. */
        void withdraw() {
            withdrawn = true;
        }

        /** Marks a line whose write failed. Without its line break the child cannot have acted on it. */
        private void markIncomplete() {
            endsAt = NOT_WRITTEN;
        }

        /** Returns whether the child may have received the whole line. */
        boolean mayHaveArrived() {
            return endsAt != NOT_WRITTEN;
        }
    }

    /** Writes the line or enqueues it. Returns false if the queue is still full after the given time. */
    boolean write(Line line, long nanos) throws InterruptedException, IOException {
        return writeDirectly(line) || enqueue(line, nanos);
    }

    /** Writes the line or enqueues it, without waiting. Returns false if the queue is full. */
    boolean offer(Line line) throws IOException {
        if (writeDirectly(line)) {
            return true;
        }
        startThread();
        return queue.offer(line);
    }

    /** Records that the child has read everything up to the end of this line, because it replied to it. */
    void confirmRead(Line line) {
        if (line.endsAt > confirmedRead) {
            confirmedRead = line.endsAt;
        }
    }

    private boolean writeDirectly(Line line) throws IOException {
        if (!queue.isEmpty() || !pipe.tryLock()) {
            return false;
        }
        try {
            if (written - confirmedRead + line.bytes.length > SMALLEST_PIPE) {
                return false;
            }
            ensureOpen();
            written += line.bytes.length;
            line.endsAt = written;
            out.write(line.bytes);
            out.flush();
            return true;
        } catch (IOException e) {
            line.markIncomplete();
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
                            .start(this::drainQueue);
                }
            } finally {
                pipe.unlock();
            }
        }
    }

    /** Writes queued lines. Runs on the writer thread. */
    private void drainQueue() {
        byte[] batch = new byte[BATCH_BYTES];
        try {
            while (!closed) {
                writeBatch(queue.take(), batch);
            }
        } catch (InterruptedException | IOException e) {
            // The writer was closed, or the child exited or closed its input. Only the exit fails all waiting calls.
            closed = true;
        }
    }

    /** Writes all queued lines in as few writes as the batch buffer allows. */
    private void writeBatch(Line first, byte[] batch) throws IOException {
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
                    filled = append(line.bytes, batch, filled);
                }
            }
            out.write(batch, 0, filled);
            out.flush();
        } catch (IOException e) {
            newest.markIncomplete();
            throw e;
        } finally {
            pipe.unlock();
        }
    }

    private int append(byte[] line, byte[] batch, int filled) throws IOException {
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
     * Stops all writing and closes the child's input, unless a write is blocked; then only the child's exit unblocks it.
     * After the child's exit, no write is in progress when this method returns.
     *
     * @param wait how long to wait for a write that is in progress
     */
    void close(Duration wait) {
        closed = true;
        Thread writer = thread;
        if (writer != null) {
            writer.interrupt();
        }
        try {
            if (pipe.tryLock(wait.toMillis(), TimeUnit.MILLISECONDS)) {
                try {
                    out.close();
                } finally {
                    pipe.unlock();
                }
            }
        } catch (IOException e) {
            // The child has already closed its end.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
