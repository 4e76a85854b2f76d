package dev.mooring.mcp.server.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.server.CallStream;
import dev.mooring.mcp.server.RunningCall;
import dev.mooring.mcp.wire.ParamHeaders;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * One HTTP request that is being answered: with plain JSON, unless something is to be said before the answer; then the
 * response becomes an event stream. The thread that serves the request writes the answer; any thread may send before.
 */
final class HttpCall implements CallStream {
    private static final byte[] EVENT_START = "event: message\ndata: ".getBytes(US_ASCII);
    private static final byte[] EVENT_END = "\n\n".getBytes(US_ASCII);
    private static final byte[] COMMENT = ":\n\n".getBytes(US_ASCII);

    /** What becomes of the call when its client has gone. */
    enum OnGone {
        /** Modern, or a listening stream: nobody else could want the answer. */
        CANCEL,
        /** Legacy: a lost connection says nothing about the call. */
        GO_ON
    }

    private enum State {
        UNDECIDED,
        STREAMING,
        OVER
    }

    private final Request request;
    private final Response response;
    private final Callback callback;
    private final McpHeaders headers;
    private final boolean acceptsEvents;
    private final OnGone onGone;
    private final RunningCall running = new RunningCall();
    private final long started = System.nanoTime();
    // One writer at a time, and the state.
    private final ReentrantLock lock = new ReentrantLock();
    private State state = State.UNDECIDED;
    private volatile long lastWrite = started;
    private boolean watched;

    HttpCall(Request request, Response response, Callback callback, McpHeaders headers, OnGone onGone) {
        this.request = request;
        this.response = response;
        this.callback = callback;
        this.headers = headers;
        this.acceptsEvents = headers.acceptsEvents();
        this.onGone = onGone;
    }

    RunningCall running() {
        return running;
    }

    @Override
    public boolean canSend() {
        return acceptsEvents;
    }

    @Override
    public @Nullable McpError mismatch(ParamHeaders wanted, @Nullable ObjectNode arguments) {
        return headers.mismatch(wanted, arguments);
    }

    @Override
    public void send(Message message) throws IOException {
        ByteBuffer event = event(message.toBytes());
        lock.lock();
        try {
            openStream();
            write(event);
        } finally {
            lock.unlock();
        }
    }

    /** Opens the event stream before there is anything to say on it. */
    void open() throws IOException {
        lock.lock();
        try {
            openStream();
            write(ByteBuffer.wrap(COMMENT));
        } finally {
            lock.unlock();
        }
    }

    /** Answers, and ends the response. Null ends it without an answer. */
    void end(@Nullable Message answer, int status) {
        lock.lock();
        try {
            release();
            if (state == State.UNDECIDED && (answer != null || !acceptsEvents)) {
                state = State.OVER;
                if (answer == null) {
                    Replies.empty(response, callback, 204);
                } else {
                    Replies.json(response, callback, status, answer.toBytes());
                }
            } else if (state != State.OVER) {
                if (state == State.UNDECIDED) {
                    Replies.eventStream(response);
                }
                state = State.OVER;
                response.write(true, answer == null ? null : event(answer.toBytes()), callback);
            } else {
                callback.succeeded();
            }
        } finally {
            lock.unlock();
        }
    }

    /** What has to be done now and then for a call that takes long. */
    void attend(long now, Duration watchAfter, Duration keepAlive) {
        if (now - started > watchAfter.toNanos()) {
            watch();
        }
        if (now - lastWrite > keepAlive.toNanos()) {
            lastWrite = now;
            Thread.startVirtualThread(this::sendComment);
        }
    }

    /** From now on the call outlives the connection's idle time, and hears of the connection's end. */
    void watch() {
        lock.lock();
        try {
            if (watched || state == State.OVER) {
                return;
            }
            watched = true;
            request.addIdleTimeoutListener(timeout -> false);
            if (onGone == OnGone.CANCEL
                    && request.getConnectionMetaData().getConnection().getEndPoint()
                            instanceof WatchedEndPoint endPoint) {
                endPoint.watch(running::cancel);
            }
        } finally {
            lock.unlock();
        }
    }

    private void release() {
        if (watched
                && request.getConnectionMetaData().getConnection().getEndPoint() instanceof WatchedEndPoint endPoint) {
            endPoint.unwatch();
        }
    }

    private void sendComment() {
        lock.lock();
        try {
            // A long silence becomes a stream too, or something on the way would take it for a dead connection.
            if (state != State.OVER && acceptsEvents) {
                openStream();
                write(ByteBuffer.wrap(COMMENT));
            }
        } catch (IOException e) {
            // Noted where it was written.
        } finally {
            lock.unlock();
        }
    }

    private void openStream() throws IOException {
        if (state == State.OVER) {
            throw new IOException("the response has ended");
        }
        if (state == State.UNDECIDED) {
            if (!acceptsEvents) {
                throw new IOException("the client takes no event stream");
            }
            state = State.STREAMING;
            Replies.eventStream(response);
        }
    }

    private void write(ByteBuffer bytes) throws IOException {
        try {
            Content.Sink.write(response, false, bytes);
            lastWrite = System.nanoTime();
        } catch (IOException e) {
            if (onGone == OnGone.CANCEL) {
                running.cancel();
            }
            throw e;
        }
    }

    private static ByteBuffer event(byte[] json) {
        return ByteBuffer.allocate(EVENT_START.length + json.length + EVENT_END.length)
                .put(EVENT_START)
                .put(json)
                .put(EVENT_END)
                .flip();
    }
}
