package dev.mooring.mcp.client.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;

/**
 * Reads a stream that may never end so that others get their turn. A virtual thread gives up its processor only when it
 * has to wait, and whoever reads what a server sends without a pause never has to: a few such servers, as many as there
 * are processors, would bring every virtual thread of the program to a halt. So a reader that was busy for a while rests
 * for a moment. A yield would not do: it goes before what other threads have submitted.
 */
final class PacedInput extends FilterInputStream {
    private static final long BUSY_NANOS = 20_000_000;
    private static final long REST_MILLIS = 1;

    /** A wait as long as a rest is one. */
    private static final long WAITED_NANOS = REST_MILLIS * 1_000_000;

    private long rested = System.nanoTime();

    PacedInput(InputStream in) {
        super(in);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        long before = System.nanoTime();
        int read = super.read(bytes, offset, length);
        long after = System.nanoTime();
        if (after - before > WAITED_NANOS) {
            rested = after;
        } else if (after - rested > BUSY_NANOS) {
            rest();
        }
        return read;
    }

    private void rest() throws IOException {
        try {
            Thread.sleep(REST_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
        rested = System.nanoTime();
    }
}
