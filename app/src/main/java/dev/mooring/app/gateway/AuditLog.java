package dev.mooring.app.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.app.state.OwnerOnly;
import dev.mooring.gateway.CompletedCall;
import dev.mooring.gateway.GatewayOptions;
import dev.mooring.mcp.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes one JSON line for each tool call: who called which tool of which server in which session, and the outcome. No
 * arguments, no results, no secrets. A full file is renamed, and the oldest one is deleted. Thread-safe.
 */
public final class AuditLog implements GatewayOptions.CallListener, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);
    private static final long MAX_BYTES = 10_000_000;
    private static final int MAX_FILES = 5;
    private static final Duration REPORT_INTERVAL = Duration.ofMinutes(1);

    private final Path file;
    private final long maxBytes;
    private final Opener opener;

    /** Guarded by this, as all fields below. */
    private OutputStream out;

    private long written;

    /** Whether the full file has been renamed, and the new one is still to be opened. */
    private boolean renamed;

    private boolean closed;
    private long lastReport = System.nanoTime() - REPORT_INTERVAL.toNanos();

    /** Opens a file to append to it. */
    @FunctionalInterface
    interface Opener {
        OutputStream open(Path file) throws IOException;
    }

    private AuditLog(Path file, long maxBytes, Opener opener) throws IOException {
        this.file = file;
        this.maxBytes = maxBytes;
        this.opener = opener;
        this.out = opener.open(file);
        this.written = Files.size(file);
    }

    /**
     * Opens the log, whose entries follow those of an earlier process.
     *
     * @throws IOException if the file cannot be written
     */
    public static AuditLog open(Path file) throws IOException {
        return open(file, MAX_BYTES, AuditLog::append);
    }

    static AuditLog open(Path file, long maxBytes, Opener opener) throws IOException {
        return new AuditLog(file.toAbsolutePath(), maxBytes, opener);
    }

    static OutputStream append(Path file) throws IOException {
        if (Files.notExists(file)
                && file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createFile(file, OwnerOnly.FILE);
        }
        return Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    @Override
    public void onCall(CompletedCall call) {
        byte[] line = (Json.text(json(call)) + "\n").getBytes(UTF_8);
        synchronized (this) {
            if (closed) {
                return;
            }
            try {
                if (written > 0 && written + line.length > maxBytes) {
                    rotate();
                }
                out.write(line);
                written += line.length;
            } catch (IOException e) {
                reportFailure(e);
            }
        }
    }

    private static ObjectNode json(CompletedCall call) {
        ObjectNode json = Json.object()
                .put("time", call.started().truncatedTo(ChronoUnit.MILLIS).toString())
                .put("principal", call.principal().orElse(null))
                .put("server", call.server())
                .put("tool", call.tool())
                .put("session", call.handle().orElse(null))
                .put("outcome", call.status().name().toLowerCase(Locale.ROOT));
        return json.put("duration_ms", toMicros(call.duration()) / 1000.0);
    }

    private static long toMicros(Duration duration) {
        return duration.toNanos() / 1000;
    }

    /**
     * Renames FILE to FILE.1, FILE.1 to FILE.2 and so on, and starts a new file. After a failure, the next call tries the rest
     * again.
     */
    private void rotate() throws IOException {
        out.close();
        if (!renamed) {
            rename();
            renamed = true;
        }
        out = opener.open(file);
        written = 0;
        renamed = false;
    }

    /** Renames the files up to the first free number, so that no file is lost if an earlier attempt was incomplete. */
    private void rename() throws IOException {
        int last = 1;
        while (last < MAX_FILES - 1 && Files.exists(numbered(last))) {
            last++;
        }
        for (int i = last; i > 0; i--) {
            Path from = i == 1 ? file : numbered(i - 1);
            if (Files.exists(from)) {
                Files.move(from, numbered(i), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private Path numbered(int number) {
        return file.resolveSibling(file.getFileName() + "." + number);
    }

    /** The gateway keeps serving without its audit log, and reports the failure at most once a minute. */
    private void reportFailure(IOException e) {
        long now = System.nanoTime();
        if (now - lastReport >= REPORT_INTERVAL.toNanos()) {
            lastReport = now;
            LOG.error(
                    "Cannot write the audit log {}: {}. Calls are not recorded until this is fixed.",
                    file,
                    e.toString());
        }
    }

    @Override
    public synchronized void close() throws IOException {
        closed = true;
        out.close();
    }
}
