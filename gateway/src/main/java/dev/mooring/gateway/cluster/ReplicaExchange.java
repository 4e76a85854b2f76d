package dev.mooring.gateway.cluster;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import dev.mooring.mcp.client.http.ConnectionPool;
import dev.mooring.mcp.client.transport.Deadline;
import dev.mooring.mcp.client.transport.DeadlineTimer;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.core5.http.HttpEntity;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * One request to another replica, and the lines of its response. Sends and reads on the calling thread: another thread between
 * the connection and the caller would cost more than the exchange itself. Not thread-safe.
 */
final class ReplicaExchange implements AutoCloseable {
    private static final int INITIAL_BUFFER = 2048;

    private final HttpPost post;
    private final ConnectionPool.Response response;
    private final @Nullable InputStream body;
    private byte[] buffer = new byte[INITIAL_BUFFER];
    private int start;
    private int end;

    private ReplicaExchange(HttpPost post, ConnectionPool.Response response) throws IOException {
        this.post = post;
        this.response = response;
        HttpEntity entity = response.http().getEntity();
        this.body = entity == null ? null : entity.getContent();
    }

    /**
     * Sends a request, and waits until the response begins.
     *
     * @throws IOException if the response does not begin in time
     * @throws InterruptedException if this thread is interrupted, which closes the connection
     */
    static ReplicaExchange send(HttpPost post, Duration timeout) throws IOException, InterruptedException {
        try (var _ = DeadlineTimer.schedule(Deadline.after(timeout), post::cancel)) {
            return new ReplicaExchange(post, ConnectionPool.shared().send(post));
        } catch (IOException e) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            throw e;
        }
    }

    int status() {
        return response.http().getCode();
    }

    /**
     * Returns the next line, or null if the response ends or is silent for too long.
     *
     * @throws InterruptedException if this thread is interrupted, which closes the connection
     */
    @Nullable
    ObjectNode next(Duration timeout) throws InterruptedException {
        try (var _ = DeadlineTimer.schedule(Deadline.after(timeout), post::cancel)) {
            int length = readLine();
            if (length < 0) {
                return null;
            }
            int first = start;
            start = Math.min(end, start + length + 1);
            return Json.parse(buffer, first, length) instanceof ObjectNode line ? line : null;
        } catch (IOException | MalformedJson e) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            return null; // the same as a connection that ends early
        }
    }

    /** Reads until the buffer contains a complete line. Returns its length, or -1 if the stream ends first. */
    private int readLine() throws IOException {
        int searched = start;
        while (true) {
            for (; searched < end; searched++) {
                if (buffer[searched] == '\n') {
                    return searched - start;
                }
            }
            if (start > 0) {
                System.arraycopy(buffer, start, buffer, 0, end - start);
                searched -= start;
                end -= start;
                start = 0;
            }
            if (end == buffer.length) {
                buffer = Arrays.copyOf(buffer, 2 * buffer.length);
            }
            int read = body == null ? -1 : body.read(buffer, end, buffer.length - end);
            if (read < 0) {
                return end == start ? -1 : end - start; // the last line may have no line break
            }
            end += read;
        }
    }

    /** Reads the end of a response whose last line was read, so that its connection can be reused. */
    void finish(Duration timeout) {
        try (var _ = DeadlineTimer.schedule(Deadline.after(timeout), post::cancel)) {
            int read = 0;
            while (body != null && read >= 0) {
                read = body.read(buffer);
            }
        } catch (IOException e) {
            post.cancel(); // a new connection for the next call
        }
    }

    /** Ends the exchange. Closes the connection, unless the response was read to its end. */
    @Override
    public void close() {
        response.close();
    }
}
