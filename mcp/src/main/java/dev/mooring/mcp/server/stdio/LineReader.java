package dev.mooring.mcp.server.stdio;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads lines of bytes, none of which can fill the memory. For one thread. */
final class LineReader {
    /** As much of an oversized line as is kept, to find out whose it was. */
    private static final int HEAD_BYTES = 4096;

    private final InputStream in;
    private final int maxBytes;
    private final byte[] buffer = new byte[16 * 1024];
    private int position;
    private int limit;
    private byte[] line = new byte[1024];

    /** One line. */
    static final class Line {
        /** The line without its end, or the first bytes of one that is too long. */
        final byte[] bytes;

        final boolean oversized;

        private Line(byte[] bytes, boolean oversized) {
            this.bytes = bytes;
            this.oversized = oversized;
        }
    }

    LineReader(InputStream in, int maxBytes) {
        this.in = in;
        this.maxBytes = maxBytes;
    }

    /** The next line, or null at the end. What follows the last line end is a line too, if it is anything. */
    @Nullable
    Line next() throws IOException {
        int length = 0;
        boolean oversized = false;
        while (true) {
            if (position == limit && !fill()) {
                return length == 0 ? null : finished(length, oversized);
            }
            int start = position;
            while (position < limit && buffer[position] != '\n') {
                position++;
            }
            int part = position - start;
            if (!oversized && length + part > maxBytes) {
                oversized = true;
            }
            if (!oversized || length < HEAD_BYTES) {
                append(start, part, length);
                length += part;
            }
            if (position < limit) {
                position++;
                return finished(length, oversized);
            }
        }
    }

    private void append(int start, int part, int length) {
        if (length + part > line.length) {
            line = Arrays.copyOf(line, Math.max(length + part, line.length * 2));
        }
        System.arraycopy(buffer, start, line, length, part);
    }

    private Line finished(int length, boolean oversized) {
        int end = oversized ? Math.min(length, HEAD_BYTES) : length;
        if (end > 0 && line[end - 1] == '\r') {
            end--;
        }
        byte[] bytes = Arrays.copyOf(line, end);
        if (line.length > 1024 * 1024) {
            // One long line does not cost its length for ever.
            line = new byte[1024];
        }
        return new Line(bytes, oversized);
    }

    private boolean fill() throws IOException {
        position = 0;
        limit = Math.max(0, in.read(buffer));
        return limit > 0;
    }
}
