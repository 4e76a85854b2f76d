package dev.mooring.mcp.client.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;

/**
 * A stream whose reader sleeps briefly after a long time without blocking, so that other virtual threads can run.
 *
 * <p>A virtual thread leaves its carrier only when it blocks, and the reader of a server that sends without a pause
 * never blocks. As many such servers as there are carriers would starve every other virtual thread of the program.
 * {@link Thread#yield} does not help, because the scheduler then prefers the yielding thread to tasks that other threads
 * have submitted.
 */
final class YieldingInputStream extends FilterInputStream {
    private static final long MAX_BUSY_NANOS = 20_000_000;
    private static final long SLEEP_MILLIS = 1;

    /** A read that blocks for this long counts as a sleep. */
    private static final long BLOCKED_NANOS = SLEEP_MILLIS * 1_000_000;

    private long lastPause = System.nanoTime();

    YieldingInputStream(InputStream in) {
        super(in);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        long before = System.nanoTime();
        int read = super.read(bytes, offset, length);
        long after = System.nanoTime();
        if (after - before > BLOCKED_NANOS) {
            lastPause = after;
        } else if (after - lastPause > MAX_BUSY_NANOS) {
            pause();
        }
        return read;
    }

    private void pause() throws IOException {
        try {
            Thread.sleep(SLEEP_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
        lastPause = System.nanoTime();
    }
}
