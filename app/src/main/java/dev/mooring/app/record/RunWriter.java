package dev.mooring.app.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.mcp.Json;
import dev.mooring.session.Secrets;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes what happens in a run, line by line and at once, so that nothing that happened before a crash is lost. Nothing
 * secret is written. Safe for all threads. A disk that is full ends the record, never the run.
 */
public final class RunWriter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RunWriter.class);

    /** Longer texts are cut: a record is to be read. */
    private static final int LONGEST_TEXT = 200_000;

    private final Path file;
    private final FileChannel channel;
    private final Instant started;
    private final Secrets secrets;

    /** Guarded by this, as the channel is. */
    private boolean broken;

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
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        return new RunWriter(file, channel, started, secrets);
    }

    public Path file() {
        return file;
    }

    /** A line of a kind, to be filled and then given to {@link #write}. */
    ObjectNode line(String event, Instant at) {
        double millis = Duration.between(started, at).toNanos() / 1_000_000.0;
        return Json.object().put("event", event).put("at", Math.round(millis * 1000) / 1000.0);
    }

    /** A text as it is recorded. */
    static String fitted(String text) {
        return text.length() <= LONGEST_TEXT
                ? text
                : text.substring(0, LONGEST_TEXT) + "\n[" + (text.length() - LONGEST_TEXT)
                        + " more characters were not recorded]";
    }

    void write(ObjectNode line) {
        // Twice: escapes could hide a value from a search in the text, and keys are not searched in the tree.
        byte[] bytes = (secrets.redact(Json.text(secrets.redact(line))) + "\n").getBytes(UTF_8);
        synchronized (this) {
            if (broken || !channel.isOpen()) {
                return;
            }
            // The thread may be interrupted, as at the end of a run; that would close the channel under all others.
            boolean interrupted = Thread.interrupted();
            try {
                ByteBuffer rest = ByteBuffer.wrap(bytes);
                while (rest.hasRemaining()) {
                    channel.write(rest);
                }
            } catch (IOException e) {
                broken = true;
                LOG.warn("the run is not recorded any further in {}: {}", file, e.toString());
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
            LOG.warn("{} could not be closed: {}", file, e.toString());
        }
    }
}
