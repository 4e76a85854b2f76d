package dev.mooring.mcp.client.stdio;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The last 64 KB that a child wrote to its standard error. Also logs each line. */
final class StderrTail {
    private static final Logger LOG = LoggerFactory.getLogger("dev.mooring.mcp.stderr");
    private static final int MAX_BYTES = 64 * 1024;
    private static final int MAX_LOGGED_LINE = 4096;

    private final String name;
    private final UnaryOperator<String> redaction;
    private final byte[] ring = new byte[MAX_BYTES];
    private long total;

    StderrTail(String name, UnaryOperator<String> redaction) {
        this.name = name;
        this.redaction = redaction;
    }

    /** Reads standard error to its end. Runs on the thread that reads standard error. */
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
            LOG.trace("{}: standard error ended: {}", name, e.toString());
        }
    }

    private synchronized void keep(byte[] chunk, int count) {
        for (int i = 0; i < count; i++) {
            ring[(int) ((total + i) % MAX_BYTES)] = chunk[i];
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

    /** Returns the last lines with at most the given number of bytes; one line that is longer is cut at its start. */
    synchronized String last(int maxBytes) {
        int size = (int) Math.min(Math.min(total, MAX_BYTES), maxBytes);
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = ring[(int) ((total - size + i) % MAX_BYTES)];
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
