package dev.mooring.gateway.cluster;

import dev.mooring.gateway.cluster.CallOwner.AcceptedCall;
import dev.mooring.gateway.cluster.ForwardOutcome.Accepted;
import dev.mooring.handle.cluster.protocol.NotSentReason;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.server.InputRequestFailed;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A forwarded call at its owner. It runs on the thread of its request, and writes each event to the response when it happens. If
 * the forwarding replica closes the connection, the next write fails and the call is cancelled.
 */
final class ReceivedCall implements ForwardedCaller {
    private static final Logger LOG = LoggerFactory.getLogger(ReceivedCall.class);

    private final String id;
    private final AcceptedCall call;
    private final UnaryOperator<ObjectNode> lastLine;
    private final Duration confirmationTimeout;

    /** The state can change from WAITING once, so that a call is either run or abandoned, and never twice. */
    private final AtomicReference<State> state;

    private final CompletableFuture<Boolean> decision = new CompletableFuture<>();
    private final Map<String, CompletableFuture<ObjectNode>> inputs = new ConcurrentHashMap<>();
    private final AtomicInteger lastInput = new AtomicInteger();

    /** Held while a line is written. */
    private final ReentrantLock writing = new ReentrantLock();

    /** The response while the call runs; guarded by {@link #writing}. */
    private @Nullable OutputStream response;

    private volatile long lastWrite;

    /** Guards the two fields below, so that the thread of the request is never interrupted after the call. */
    private final ReentrantLock running = new ReentrantLock();

    private @Nullable Thread runner;
    private boolean isCancelled;

    private enum State {
        WAITING,
        CONFIRMED,
        ABANDONED
    }

    private ReceivedCall(
            String id,
            AcceptedCall call,
            UnaryOperator<ObjectNode> lastLine,
            Duration confirmationTimeout,
            State state) {
        this.id = id;
        this.call = call;
        this.lastLine = lastLine;
        this.confirmationTimeout = confirmationTimeout;
        this.state = new AtomicReference<>(state);
    }

    /**
     * Returns a call that waits for its confirmation.
     *
     * @param lastLine completes the last line of the response
     */
    static ReceivedCall offered(
            String id, AcceptedCall call, UnaryOperator<ObjectNode> lastLine, Duration confirmationTimeout) {
        return new ReceivedCall(id, call, lastLine, confirmationTimeout, State.WAITING);
    }

    /**
     * Returns a call that needs no confirmation.
     *
     * @param lastLine completes the last line of the response
     */
    static ReceivedCall permitted(String permit, AcceptedCall call, UnaryOperator<ObjectNode> lastLine) {
        return new ReceivedCall(permit, call, lastLine, Duration.ZERO, State.CONFIRMED);
    }

    /** Runs the call, and writes its events until it ends. */
    void serve(OutputStream body) throws IOException {
        try {
            if (state.get() == State.WAITING) {
                write(body, Json.object().put(ReplicaJson.ACCEPTED, id));
                if (!isConfirmedInTime()) {
                    write(
                            body,
                            ReplicaJson.of(new ForwardOutcome.NotSent(
                                    new NotSentReason.TryAgain(NotSentReason.Reason.OWNER_UNREACHABLE))));
                    return;
                }
            }
            open(body);
            write(body, lastLine.apply(ReplicaJson.of(run())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("The server stops");
        } finally {
            abandon();
        }
    }

    private static void write(OutputStream body, ObjectNode line) throws IOException {
        byte[] json = Json.bytes(line);
        byte[] bytes = Arrays.copyOf(json, json.length + 1);
        bytes[json.length] = '\n';
        body.write(bytes);
    }

    private boolean isConfirmedInTime() throws InterruptedException {
        try {
            return decision.completeOnTimeout(false, confirmationTimeout.toMillis(), TimeUnit.MILLISECONDS)
                            .get()
                    || !abandon();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns false if the call was confirmed before. */
    private boolean abandon() {
        if (state.compareAndSet(State.WAITING, State.ABANDONED)) {
            call.abandon();
        }
        return state.get() == State.ABANDONED;
    }

    private Accepted run() {
        begin();
        try {
            return call.run(this);
        } catch (InterruptedException e) {
            return new ForwardOutcome.InDoubt("The call was cancelled");
        } catch (RuntimeException e) {
            LOG.error("A forwarded call failed", e);
            return new ForwardOutcome.Failed(McpError.internal());
        } finally {
            end();
            open(null);
        }
    }

    private void begin() {
        running.lock();
        try {
            runner = Thread.currentThread();
            if (isCancelled) {
                runner.interrupt();
            }
        } finally {
            running.unlock();
        }
    }

    private void end() {
        running.lock();
        try {
            runner = null;
            if (isCancelled) {
                var _ = Thread.interrupted();
            }
        } finally {
            running.unlock();
        }
    }

    /** Lets events be written to a response, or with null no longer. */
    private void open(@Nullable OutputStream body) {
        writing.lock();
        try {
            response = body;
            lastWrite = System.nanoTime();
        } finally {
            writing.unlock();
        }
    }

    /** Writes an event. Cancels the call if the forwarding replica has closed the connection. */
    private void send(ObjectNode line) {
        writing.lock();
        try {
            if (response != null) {
                write(response, line);
                lastWrite = System.nanoTime();
            }
        } catch (IOException e) {
            response = null;
            cancel();
        } finally {
            writing.unlock();
        }
    }

    /** Tells the forwarding replica that the call is running, unless an event has done so since the interval began. */
    void sendAlive(Duration interval) {
        if (System.nanoTime() - lastWrite >= interval.toNanos() && !writing.isLocked()) {
            send(ReplicaJson.ALIVE);
        }
    }

    /** Runs the call. Returns false if it was confirmed or abandoned before. */
    boolean confirm() {
        boolean isFirst = state.compareAndSet(State.WAITING, State.CONFIRMED);
        if (isFirst) {
            decision.complete(true);
        }
        return isFirst;
    }

    /** Cancels the call, also if it has not begun to run. */
    void cancel() {
        running.lock();
        try {
            isCancelled = true;
            if (runner != null) {
                runner.interrupt();
            }
        } finally {
            running.unlock();
        }
    }

    /** Answers an input request. Returns false if there is no such request. */
    boolean answer(String number, ObjectNode answer) {
        CompletableFuture<ObjectNode> waiting = inputs.remove(number);
        return waiting != null && waiting.complete(answer);
    }

    @Override
    public void notify(ObjectNode notification) {
        send(ReplicaJson.of(ReplicaJson.NOTIFICATION, notification));
    }

    @Override
    public ObjectNode requestInput(ObjectNode request) throws InputRequestFailed, InterruptedException {
        String number = Integer.toString(lastInput.incrementAndGet());
        var answer = new CompletableFuture<ObjectNode>();
        inputs.put(number, answer);
        send(ReplicaJson.of(ReplicaJson.INPUT, request).put(ReplicaJson.INPUT_NUMBER, number));
        ObjectNode json;
        try {
            json = answer.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } finally {
            inputs.remove(number);
        }
        ObjectNode error = Json.objectAt(json, ReplicaJson.ERROR);
        if (error != null) {
            throw new InputRequestFailed(ReplicaJson.error(error));
        }
        ObjectNode result = Json.objectAt(json, ReplicaJson.RESULT);
        return result == null ? Json.object() : result;
    }
}
