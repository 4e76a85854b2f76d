package dev.mooring.app.review;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.app.web.PageUser;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.server.http.WebResponse;
import dev.mooring.vault.review.PendingSuggestion;
import dev.mooring.vault.review.Review;
import dev.mooring.vault.review.ReviewChange;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Sends changes to open pages as server-sent events. A page that reads too slowly is disconnected and reconnects. */
final class ReviewStreams implements AutoCloseable {
    private static final int MAX_QUEUED_EVENTS = 1_000;
    private static final long HEARTBEAT_SECONDS = 15;

    private final Review review;
    private final Set<Stream> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    ReviewStreams(Review review) {
        this.review = review;
    }

    private static final class Stream {
        final BlockingQueue<String> events = new LinkedBlockingQueue<>(MAX_QUEUED_EVENTS);
        volatile boolean overflowed;

        void offer(String event) {
            if (!events.offer(event)) {
                overflowed = true;
            }
        }
    }

    /** Returns the events for one page. They end when the page disconnects or the person is signed out. */
    WebResponse response(PageUser user) {
        return WebResponse.streamed(200, "text/event-stream", body -> sendEvents(user, body))
                .with("X-Accel-Buffering", "no");
    }

    private void sendEvents(PageUser user, OutputStream body) throws IOException {
        var stream = new Stream();
        open.add(stream);
        try (var _ = review.onChange(change -> stream.offer(event(change)))) {
            write(body, "retry: 1000\nevent: ready\ndata: {}\n\n");
            while (!stream.overflowed && !closed) {
                String event = stream.events.poll(HEARTBEAT_SECONDS, TimeUnit.SECONDS);
                if (!user.isSignedIn()) {
                    return;
                }
                write(body, event == null ? ":\n\n" : event);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        } finally {
            open.remove(stream);
        }
    }

    private static void write(OutputStream out, String event) throws IOException {
        out.write(event.getBytes(UTF_8));
    }

    private static String event(ReviewChange change) {
        ObjectNode json = Json.object().put("path", change.path()).put("pending", change.pending());
        ArrayNode ids = json.putArray("ids");
        change.added().forEach(suggestion -> ids.add(suggestion.ref().id()));
        ArrayNode authors = json.putArray("authors");
        change.added().stream()
                .map(PendingSuggestion::authorName)
                .collect(Collectors.toCollection(TreeSet::new))
                .forEach(authors::add);
        return "event: change\ndata: " + Json.text(json) + "\n\n";
    }

    @Override
    public void close() {
        closed = true;
        open.forEach(stream -> stream.offer("event: closing\ndata: {}\n\n"));
    }
}
