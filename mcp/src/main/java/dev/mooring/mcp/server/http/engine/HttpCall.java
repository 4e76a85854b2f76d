package dev.mooring.mcp.server.http.engine;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.RequestId;
import dev.mooring.mcp.server.engine.CallStream;
import dev.mooring.mcp.server.engine.Identity;
import dev.mooring.mcp.server.engine.MemoryBudget;
import dev.mooring.mcp.server.engine.RunningCall;
import dev.mooring.mcp.wire.ParamHeaders;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * One HTTP request in flight. Its response is plain JSON, unless a message is sent before the answer: then the response
 * becomes an event stream. The thread of the request writes the answer; any thread may send messages before.
 */
final class HttpCall implements CallStream {
    private static final byte[] EVENT_START = "event: message\ndata: ".getBytes(US_ASCII);
    private static final byte[] EVENT_END = "\n\n".getBytes(US_ASCII);
    private static final byte[] COMMENT = ":\n\n".getBytes(US_ASCII);

    private static final String TOO_MANY_LARGE_RESULTS =
            "memory limit reached: the server holds too many large results. Try again later.";
    private static final Duration ACCESS_CHECK_INTERVAL = Duration.ofSeconds(1);

    /** The treatment of a call whose client disconnects. */
    enum OnDisconnect {
        /** For modern calls and listening streams, whose answer has no other recipient. */
        CANCEL,
        /** For legacy calls, for which a disconnection is not a cancellation. */
        CONTINUE
    }

    private enum State {
        UNDECIDED,
        STREAMING,
        ENDED
    }

    private final Request request;
    private final Response response;
    private final Callback callback;
    private final McpHeaders headers;
    private final boolean acceptsEvents;
    private final OnDisconnect onDisconnect;
    private final Identity identity;
    private final MemoryBudget.Reservation memory;
    private final RunningCall running = new RunningCall();
    private final long started = System.nanoTime();
    /** Held while writing; guards {@code state} and {@code watched}. */
    private final ReentrantLock lock = new ReentrantLock();

    private State state = State.UNDECIDED;
    /** The challenge for a scope that the caller lacks; null if the caller lacks no scope. */
    private volatile @Nullable String scopeChallenge;

    private volatile long lastWrite = started;
    private volatile boolean isDisconnected;
    private final Queue<Runnable> afterDelivery = new ConcurrentLinkedQueue<>();
    private boolean watched;
    /** Used only by the maintenance thread. */
    private long lastAccessCheck = started;

    /** @param memory counts a large answer until it is written */
    HttpCall(
            Request request,
            Response response,
            Callback callback,
            McpHeaders headers,
            OnDisconnect onDisconnect,
            Identity identity,
            MemoryBudget.Reservation memory) {
        this.request = request;
        this.response = response;
        this.callback = callback;
        this.headers = headers;
        this.acceptsEvents = headers.acceptsEvents();
        this.onDisconnect = onDisconnect;
        this.identity = identity;
        this.memory = memory;
    }

    RunningCall running() {
        return running;
    }

    @Override
    public void afterDelivery(Runnable task) {
        afterDelivery.add(task);
    }

    @Override
    public boolean canSend() {
        return acceptsEvents;
    }

    @Override
    public @Nullable McpError headerMismatch(ParamHeaders paramHeaders, @Nullable ObjectNode arguments) {
        return headers.mismatch(paramHeaders, arguments);
    }

    @Override
    public void onMissingScope(String scope) {
        UnaryOperator<String> challenge = identity.scopeChallenge();
        if (challenge != null) {
            scopeChallenge = challenge.apply(scope);
        }
    }

    @Override
    public @Nullable String header(String name) {
        return headers.get(name);
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

    /** Opens the event stream before the first message. */
    void open() throws IOException {
        lock.lock();
        try {
            openStream();
            write(ByteBuffer.wrap(COMMENT));
        } finally {
            lock.unlock();
        }
    }

    /** Writes the answer, if there is one, and ends the response. */
    void end(@Nullable Message answer, int status) {
        lock.lock();
        try {
            Callback completion = completion();
            if (state == State.UNDECIDED && (answer != null || !acceptsEvents)) {
                state = State.ENDED;
                if (answer == null) {
                    Responses.empty(response, completion, 204);
                } else {
                    writeJson(answer.toBytes(), status, completion);
                }
            } else if (state != State.ENDED) {
                if (state == State.UNDECIDED) {
                    Responses.eventStream(response);
                }
                state = State.ENDED;
                response.write(true, answer == null ? null : event(counted(answer)), completion);
            } else {
                completion.succeeded();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns the callback for the end of the answer. */
    private Callback completion() {
        if (afterDelivery.isEmpty()) {
            unwatch();
            return callback;
        }
        return new Callback() {
            @Override
            public void succeeded() {
                boolean isDelivered = !isDisconnected && !hasEnded();
                unwatch();
                try {
                    if (isDelivered) {
                        afterDelivery.forEach(Runnable::run);
                    }
                } finally {
                    callback.succeeded();
                }
            }

            @Override
            public void failed(Throwable cause) {
                unwatch();
                callback.failed(cause);
            }
        };
    }

    private boolean hasEnded() {
        return request.getConnectionMetaData().getConnection().getEndPoint() instanceof WatchedEndPoint endPoint
                && endPoint.hasEnded();
    }

    private void writeJson(byte[] answer, int status, Callback completion) {
        String challenge = scopeChallenge;
        if (challenge != null) {
            response.getHeaders().put(HttpHeader.WWW_AUTHENTICATE, challenge);
            Responses.json(response, completion, HttpStatus.FORBIDDEN_403, answer);
        } else if (fits(answer)) {
            Responses.json(response, completion, status, answer);
        } else {
            Responses.busy(response, completion, TOO_MANY_LARGE_RESULTS);
        }
    }

    /** Returns the answer, or an error if the memory budget is exhausted. */
    private byte[] counted(Message answer) {
        byte[] bytes = answer.toBytes();
        if (fits(bytes)) {
            return bytes;
        }
        RequestId id = answer instanceof Message.Result result ? result.id() : null;
        return new Message.ErrorResponse(id, new McpError(McpError.INTERNAL_ERROR, TOO_MANY_LARGE_RESULTS)).toBytes();
    }

    private boolean fits(byte[] answer) {
        return answer.length <= RequestBody.FREE_BYTES || memory.tryAdd(answer.length);
    }

    /** Returns the key of the caller, for limits per caller. */
    String caller() {
        return identity.key();
    }

    /**
     * Watches a long call for a disconnection, keeps a silent response alive, and cancels the call of a caller that has
     * lost its access. Runs on the maintenance thread.
     */
    void maintain(long now, Duration watchAfter, Duration keepAlive) {
        if (now - started > watchAfter.toNanos()) {
            watchForDisconnect();
        }
        if (now - lastAccessCheck > ACCESS_CHECK_INTERVAL.toNanos()) {
            lastAccessCheck = now;
            if (!identity.mayContinue().getAsBoolean()) {
                running.cancel();
            }
        }
        if (now - lastWrite > keepAlive.toNanos()) {
            lastWrite = now;
            Thread.startVirtualThread(this::sendComment);
        }
    }

    /** Exempts the connection from its idle timeout, and detects a disconnection. */
    void watchForDisconnect() {
        lock.lock();
        try {
            if (watched || state == State.ENDED) {
                return;
            }
            watched = true;
            request.addIdleTimeoutListener(timeout -> false);
            if (request.getConnectionMetaData().getConnection().getEndPoint() instanceof WatchedEndPoint endPoint) {
                endPoint.watch(this::onDisconnected);
            }
        } finally {
            lock.unlock();
        }
    }

    private void onDisconnected() {
        isDisconnected = true;
        if (onDisconnect == OnDisconnect.CANCEL) {
            running.cancel();
        }
    }

    private void unwatch() {
        if (watched
                && request.getConnectionMetaData().getConnection().getEndPoint() instanceof WatchedEndPoint endPoint) {
            endPoint.unwatch();
        }
    }

    private void sendComment() {
        lock.lock();
        try {
            // Opens the stream if necessary: proxies close a connection that is silent for long.
            if (state != State.ENDED && acceptsEvents) {
                openStream();
                write(ByteBuffer.wrap(COMMENT));
            }
        } catch (IOException e) {
            // write() has cancelled the call if necessary.
        } finally {
            lock.unlock();
        }
    }

    private void openStream() throws IOException {
        if (state == State.ENDED) {
            throw new IOException("The response has ended");
        }
        if (state == State.UNDECIDED) {
            if (!acceptsEvents) {
                throw new IOException("The client does not accept text/event-stream");
            }
            state = State.STREAMING;
            Responses.eventStream(response);
        }
    }

    private void write(ByteBuffer bytes) throws IOException {
        try {
            Content.Sink.write(response, false, bytes);
            lastWrite = System.nanoTime();
        } catch (IOException e) {
            onDisconnected();
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
