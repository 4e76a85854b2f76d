package dev.mooring.mcp.client.stdio;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the last of what a child writes to its standard error, and passes it on to the log line by line. */
final class StderrTail {
    private static final Logger LOG = LoggerFactory.getLogger("dev.mooring.mcp.stderr");
    private static final int KEPT_BYTES = 64 * 1024;
    private static final int MAX_LOGGED_LINE = 4096;

    private final String name;
    private final UnaryOperator<String> redaction;
    private final byte[] ring = new byte[KEPT_BYTES];
    private long total;

    StderrTail(String name, UnaryOperator<String> redaction) {
        this.name = name;
        this.redaction = redaction;
    }

    /** The thread that reads standard error runs this until the end. */
    void readAll(InputStream in) {
        byte[] chunk = new byte[8192];
        StringBuilder line = new StringBuilder();
        try (in) {
            int count;
            while ((count = in.read(chunk)) > 0) {
                keep(chunk, count);
                if (LOG.isDebugEnabled()) {
                    log(new String(chunk, 0, count, UTF_8), line);
                }
            }
        } catch (IOException e) {
            LOG.trace("standard error of {} ended: {}", name, e.toString());
        }
    }

    private synchronized void keep(byte[] chunk, int count) {
        for (int i = 0; i < count; i++) {
            ring[(int) ((total + i) % KEPT_BYTES)] = chunk[i];
        }
        total += count;
    }

    private void log(String text, StringBuilder line) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\n' || line.length() == MAX_LOGGED_LINE) {
                LOG.debug("{}: {}", name, redaction.apply(line.toString()));
                line.setLength(0);
            }
            if (c != '\n' && c != '\r') {
                line.append(c);
            }
        }
    }

    /** The last of it, at most so many bytes, from the beginning of a line where that is possible. */
    synchronized String last(int maxBytes) {
        int size = (int) Math.min(Math.min(total, KEPT_BYTES), maxBytes);
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = ring[(int) ((total - size + i) % KEPT_BYTES)];
        }
        int from = 0;
        if (total > size) {
            while (from < size && bytes[from] != '\n') {
                from++;
            }
            from = from == size ? 0 : from + 1;
        }
        return redaction.apply(new String(Arrays.copyOfRange(bytes, from, size), UTF_8).strip());
    }
}
