package dev.mooring.mcp.wire;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Splits a stream into lines of bytes, with bounded memory. Not thread-safe. */
public final class LineReader {
    private final InputStream in;
    private final int limit;
    private byte[] buffer = new byte[16 * 1024];
    private int start;
    private int scanned;
    private int end;

    /** Creates a reader that drops lines which are longer than the limit. */
    public LineReader(InputStream in, int limit) {
        this.in = in;
        this.limit = limit;
    }

    /** The receiver of lines. */
    public interface Lines {
        /** Receives a line without its line break. The bytes are valid only during the call. */
        void line(byte[] bytes, int offset, int length);

        /** Receives the id of the message of a line that exceeded the limit and was dropped. */
        void oversized(TopLevelId id);
    }

    /** Reads to the end of the stream. Delivers a last line without a line break too. */
    public void readAll(Lines lines) throws IOException {
        while (true) {
            int newline = nextNewline();
            if (newline - start > limit) {
                TopLevelId id = new TopLevelId();
                id.feed(buffer, start, newline);
                start = scanned = newline + 1;
                lines.oversized(id);
            } else if (newline >= 0) {
                deliver(lines, newline);
            } else if (end - start > limit) {
                if (!skipOversized(lines)) {
                    return;
                }
            } else if (!fill()) {
                if (end > start) {
                    deliver(lines, end);
                }
                return;
            }
        }
    }

    private int nextNewline() {
        for (; scanned < end; scanned++) {
            if (buffer[scanned] == '\n') {
                return scanned;
            }
        }
        return -1;
    }

    private void deliver(Lines lines, int lineEnd) {
        int length = lineEnd - start;
        if (length > 0 && buffer[lineEnd - 1] == '\r') {
            length--;
        }
        if (length > 0) {
            lines.line(buffer, start, length);
        }
        start = Math.min(lineEnd + 1, end);
        scanned = start;
    }

    private boolean skipOversized(Lines lines) throws IOException {
        TopLevelId id = new TopLevelId();
        id.feed(buffer, start, end);
        // The oversized line made the buffer grow; release that memory.
        buffer = new byte[16 * 1024];
        start = scanned = end = 0;
        while (true) {
            if (!fill()) {
                lines.oversized(id);
                return false;
            }
            int newline = nextNewline();
            id.feed(buffer, start, newline < 0 ? end : newline);
            if (newline >= 0) {
                lines.oversized(id);
                start = scanned = newline + 1;
                return true;
            }
            start = scanned = end = 0;
        }
    }

    private boolean fill() throws IOException {
        if (start == end) {
            start = scanned = end = 0;
        } else if (end == buffer.length) {
            if (start > 0) {
                System.arraycopy(buffer, start, buffer, 0, end - start);
                scanned -= start;
                end -= start;
                start = 0;
            } else {
                buffer = Arrays.copyOf(buffer, (int) Math.min(buffer.length * 2L, Math.max(limit + 2L, 64)));
            }
        }
        int count = in.read(buffer, end, buffer.length - end);
        if (count > 0) {
            end += count;
        }
        return count > 0;
    }
}
