package dev.mooring.mcp.client.stdio;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The last 64 KB that a child wrote to its standard error. Also logs the start of each line. */
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
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try (in) {
            int count;
            while ((count = in.read(chunk)) > 0) {
                keep(chunk, count);
                if (LOG.isDebugEnabled()) {
                    log(chunk, count, line);
                }
            }
        } catch (IOException e) {
            LOG.trace("{}: standard error ended: {}", name, e.toString());
        }
        if (line.size() > 0) {
            log(line);
        }
    }

    private synchronized void keep(byte[] chunk, int count) {
        for (int i = 0; i < count; i++) {
            ring[(int) ((total + i) % MAX_BYTES)] = chunk[i];
        }
        total += count;
    }

    private void log(byte[] chunk, int count, ByteArrayOutputStream line) {
        for (int i = 0; i < count; i++) {
            if (chunk[i] == '\n') {
                log(line);
            } else if (line.size() < MAX_BYTES) {
                line.write(chunk[i]);
            }
        }
    }

    /** Logs the line. Redacts it before it is cut, because the part of a secret that a cut leaves is not recognised. */
    private void log(ByteArrayOutputStream line) {
        String text = redaction.apply(line.toString(UTF_8).stripTrailing());
        line.reset();
        LOG.debug("{}: {}", name, text.length() > MAX_LOGGED_LINE ? text.substring(0, MAX_LOGGED_LINE) + "…" : text);
    }

    /**
     * Returns the last lines with at most the given number of bytes, redacted before they are cut. One line that is longer is
     * cut at its start.
     */
    synchronized String last(int maxBytes) {
        byte[] bytes = redaction.apply(new String(kept(), UTF_8)).strip().getBytes(UTF_8);
        int from = Math.max(0, bytes.length - maxBytes);
        if (from > 0 || total > MAX_BYTES) {
            int end = from;
            while (end < bytes.length && bytes[end] != '\n') {
                end++;
            }
            from = end == bytes.length ? from : end + 1;
        }
        return new String(bytes, from, bytes.length - from, UTF_8).strip();
    }

    private byte[] kept() {
        byte[] bytes = new byte[(int) Math.min(total, MAX_BYTES)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = ring[(int) ((total - bytes.length + i) % MAX_BYTES)];
        }
        return bytes;
    }
}
