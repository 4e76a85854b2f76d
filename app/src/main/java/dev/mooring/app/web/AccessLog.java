package dev.mooring.app.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.app.state.OwnerOnly;
import dev.mooring.app.terminal.FailureText;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.server.http.AccessLogEntry;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Appends a line of JSON to a file for each request. Only the user can read a new file. The file stays open until
 * the process ends. Thread-safe.
 */
final class AccessLog implements Consumer<AccessLogEntry> {
    private static final Logger LOG = LoggerFactory.getLogger(AccessLog.class);

    private final Path file;
    private final BufferedWriter writer;
    private boolean failed;

    private AccessLog(Path file, BufferedWriter writer) {
        this.file = file;
        this.writer = writer;
    }

    static AccessLog open(Path file) throws IOException {
        Set<StandardOpenOption> append =
                EnumSet.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
        try {
            var channel = Files.newByteChannel(file, append, OwnerOnly.FILE);
            return new AccessLog(file, new BufferedWriter(Channels.newWriter(channel, UTF_8)));
        } catch (IOException e) {
            throw new IOException(
                    "Cannot write the access log " + file + ": " + FailureText.withoutPath(e)
                            + ". Choose a file in a folder that exists and that you can write.",
                    e);
        }
    }

    @Override
    public void accept(AccessLogEntry entry) {
        ObjectNode line = Json.object()
                .put("time", entry.time().toString())
                .put("address", entry.address())
                .put("principal", entry.principal())
                .put("method", entry.method())
                .put("path", entry.path())
                .put("status", entry.status())
                .put("bytes", entry.bytes())
                .put("ms", entry.took().toMillis());
        write(Json.text(line) + "\n");
    }

    private synchronized void write(String line) {
        try {
            writer.write(line);
            writer.flush();
            failed = false;
        } catch (IOException e) {
            if (!failed) {
                failed = true;
                LOG.error("Cannot write the access log {}: {}", file, e.getMessage());
            }
        }
    }
}
