package dev.mooring.app.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.app.state.OwnerOnly;
import dev.mooring.mcp.Json;
import dev.mooring.session.Secrets;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Appends lines to the record of a run. Each line reaches the file at once, so that a crash loses nothing before it.
 * Secrets are redacted. A write error ends the record, not the run. Thread-safe.
 */
final class RunWriter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RunWriter.class);

    private static final int MAX_TEXT = 200_000;

    private final Path file;
    private final FileChannel channel;
    private final Instant started;
    private final Secrets secrets;

    /** Whether a write has failed. Guarded by this, as is the channel. */
    private boolean failed;

    private RunWriter(Path file, FileChannel channel, Instant started, Secrets secrets) {
        this.file = file;
        this.channel = channel;
        this.started = started;
        this.secrets = secrets;
    }

    static RunWriter create(Path file, Instant started, Secrets secrets) throws IOException {
        FileChannel channel = FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, StandardOpenOption.APPEND),
                OwnerOnly.FILE);
        return new RunWriter(file, channel, started, secrets);
    }

    /** Returns a new line with its type and time, for {@link #write}. */
    ObjectNode line(String type, Instant at) {
        double millis = Duration.between(started, at).toNanos() / 1_000_000.0;
        return Json.object().put("event", type).put("at", Math.round(millis * 1000) / 1000.0);
    }

    /** Returns the text with secrets redacted. Call this before you cut a text, because the cut could split a secret. */
    String redacted(String text) {
        return secrets.redact(text);
    }

    /** Returns the text, redacted and truncated if it is too long for a record. */
    String truncated(String text) {
        if (text.length() <= MAX_TEXT) {
            return text;
        }
        String redacted = redacted(text);
        return redacted.length() <= MAX_TEXT
                ? redacted
                : redacted.substring(0, MAX_TEXT) + "\n[" + (redacted.length() - MAX_TEXT)
                        + " more characters were not recorded]";
    }

    void write(ObjectNode line) {
        // Redacts the tree too: JSON escapes can hide a secret in the text.
        byte[] bytes = (secrets.redact(Json.text(secrets.redact(line))) + "\n").getBytes(UTF_8);
        synchronized (this) {
            if (failed || !channel.isOpen()) {
                return;
            }
            // An interrupt, as at the end of a run, would close the channel for all threads.
            boolean interrupted = Thread.interrupted();
            try {
                ByteBuffer rest = ByteBuffer.wrap(bytes);
                while (rest.hasRemaining()) {
                    channel.write(rest);
                }
            } catch (IOException e) {
                failed = true;
                LOG.warn("Cannot write to {}; the rest of the run is not saved: {}", file, e.toString());
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    @Override
    public synchronized void close() {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.warn("Cannot close {}: {}", file, e.toString());
        }
    }
}
