package dev.mooring.app.review;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.app.web.PageUser;
import dev.mooring.mcp.Json;
import dev.mooring.vault.review.PendingSuggestion;
import dev.mooring.vault.review.Review;
import dev.mooring.vault.review.ReviewChange;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
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

    /** Sends events to one page on the calling thread, until the page disconnects or the person is signed out. */
    void serve(PageUser user, Response response, Callback callback) {
        response.setStatus(HttpStatus.OK_200);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/event-stream").put("X-Accel-Buffering", "no");
        var stream = new Stream();
        open.add(stream);
        try {
            sendEvents(stream, user, response);
            callback.succeeded();
        } catch (IOException e) {
            callback.failed(e); // the page has disconnected, the usual end of a stream
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            callback.failed(e);
        } finally {
            open.remove(stream);
        }
    }

    private void sendEvents(Stream stream, PageUser user, Response response) throws IOException, InterruptedException {
        try (OutputStream out = Content.Sink.asOutputStream(response);
                var _ = review.onChange(change -> stream.offer(event(change)))) {
            write(out, "retry: 1000\nevent: ready\ndata: {}\n\n");
            while (!stream.overflowed && !closed) {
                String event = stream.events.poll(HEARTBEAT_SECONDS, TimeUnit.SECONDS);
                if (!user.isSignedIn()) {
                    return;
                }
                write(out, event == null ? ":\n\n" : event);
            }
        }
    }

    private static void write(OutputStream out, String event) throws IOException {
        out.write(event.getBytes(UTF_8));
        out.flush();
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
