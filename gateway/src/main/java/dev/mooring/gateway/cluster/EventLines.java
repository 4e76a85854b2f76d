package dev.mooring.gateway.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The lines of one response, read by a thread of their own so that the caller can wait with a timeout. */
final class EventLines implements AutoCloseable {
    private static final int MAX_QUEUED = 100;

    private final InputStream body;
    private final ExecutorService threads;
    /** Empty after the last line. */
    private final BlockingQueue<Optional<ObjectNode>> lines = new LinkedBlockingQueue<>(MAX_QUEUED);

    private final List<Future<?>> forks = new CopyOnWriteArrayList<>();

    EventLines(InputStream body, ExecutorService threads) {
        this.body = body;
        this.threads = threads;
        fork(this::read);
    }

    /** Runs a task that ends with the response. */
    void fork(Runnable task) {
        forks.add(threads.submit(task));
    }

    private void read() {
        try {
            try (var reader = new BufferedReader(new InputStreamReader(body, UTF_8))) {
                String line = reader.readLine();
                while (line != null) {
                    if (Json.parse(line) instanceof ObjectNode object) {
                        lines.put(Optional.of(object));
                    }
                    line = reader.readLine();
                }
            } catch (IOException | MalformedJson e) {
                // The same as a connection that ends early.
            }
            lines.put(Optional.empty());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed
        }
    }

    /** Returns the next line, or null if the response ends or is silent for too long. */
    @Nullable
    ObjectNode next(Duration timeout) throws InterruptedException {
        Optional<ObjectNode> line = lines.poll(timeout.toMillis(), TimeUnit.MILLISECONDS);
        return line == null ? null : line.orElse(null);
    }

    @Override
    public void close() {
        try {
            body.close();
        } catch (IOException e) {
            // The connection is broken already.
        }
        forks.forEach(fork -> fork.cancel(true));
    }
}
