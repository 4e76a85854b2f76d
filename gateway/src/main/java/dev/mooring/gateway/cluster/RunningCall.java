package dev.mooring.gateway.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.gateway.cluster.CallOwner.AcceptedCall;
import dev.mooring.gateway.cluster.ForwardOutcome.Ran;
import dev.mooring.handle.cluster.Verdict;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.server.InputRequestFailed;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A forwarded call at its owner. The thread of the request writes the events; the call itself runs on a virtual thread. If the
 * forwarding replica closes the connection, the next write fails and the call is cancelled.
 */
final class RunningCall implements ForwardedCaller {
    private static final Logger LOG = LoggerFactory.getLogger(RunningCall.class);

    /** A call that sends faster than the forwarding replica reads has to wait. */
    private static final int MAX_QUEUED = 1_000;

    private final String id;
    private final AcceptedCall call;
    private final Duration confirmationTimeout;
    private final Duration aliveInterval;

    /** The state can change from WAITING once, so that a call is either run or abandoned, and never twice. */
    private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);

    private final BlockingQueue<ObjectNode> lines = new LinkedBlockingQueue<>(MAX_QUEUED);
    private final CompletableFuture<Boolean> decision = new CompletableFuture<>();
    private final Map<String, CompletableFuture<ObjectNode>> inputs = new ConcurrentHashMap<>();
    private final AtomicInteger lastInput = new AtomicInteger();
    private volatile @Nullable Thread runner;
    private volatile boolean isCancelled;

    private enum State {
        WAITING,
        CONFIRMED,
        ABANDONED
    }

    RunningCall(String id, AcceptedCall call, Duration confirmationTimeout, Duration aliveInterval) {
        this.id = id;
        this.call = call;
        this.confirmationTimeout = confirmationTimeout;
        this.aliveInterval = aliveInterval;
    }

    /** Writes the events of the call until it ends. */
    void serve(OutputStream body) throws IOException {
        try {
            write(body, Json.object().put(Lines.ACCEPTED, id));
            if (!isConfirmedInTime()) {
                write(
                        body,
                        Lines.of(new ForwardOutcome.NotSent(new Verdict.TryAgain(Verdict.Reason.OWNER_UNREACHABLE))));
                return;
            }
            runner = Thread.ofVirtual().name("forwarded-call").start(this::run);
            if (isCancelled) {
                cancel();
            }
            ObjectNode line = Lines.ALIVE;
            while (Lines.outcome(line) == null) {
                ObjectNode next = lines.poll(aliveInterval.toMillis(), TimeUnit.MILLISECONDS);
                line = next == null ? Lines.ALIVE : next;
                write(body, line);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("The server stops");
        } finally {
            abandon();
            cancel();
        }
    }

    private static void write(OutputStream body, ObjectNode line) throws IOException {
        body.write((Json.text(line) + "\n").getBytes(UTF_8));
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

    private void run() {
        Ran outcome;
        try {
            outcome = call.run(this);
        } catch (InterruptedException e) {
            outcome = new ForwardOutcome.InDoubt("The call was cancelled");
        } catch (RuntimeException e) {
            LOG.error("A forwarded call failed", e);
            outcome = new ForwardOutcome.Failed(McpError.internal());
        }
        enqueue(Lines.of(outcome));
    }

    private void enqueue(ObjectNode line) {
        try {
            lines.put(line);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // cancelled: nobody reads the lines
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
        isCancelled = true;
        Thread running = runner;
        if (running != null) {
            running.interrupt();
        }
    }

    /** Answers an input request. Returns false if there is no such request. */
    boolean answer(String number, ObjectNode answer) {
        CompletableFuture<ObjectNode> waiting = inputs.remove(number);
        return waiting != null && waiting.complete(answer);
    }

    @Override
    public void notify(ObjectNode notification) {
        enqueue(Lines.of(Lines.NOTIFICATION, notification));
    }

    @Override
    public ObjectNode requestInput(ObjectNode request) throws InputRequestFailed, InterruptedException {
        String number = Integer.toString(lastInput.incrementAndGet());
        var answer = new CompletableFuture<ObjectNode>();
        inputs.put(number, answer);
        lines.put(Lines.of(Lines.INPUT, request).put(Lines.INPUT_NUMBER, number));
        ObjectNode json;
        try {
            json = answer.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } finally {
            inputs.remove(number);
        }
        ObjectNode error = Json.objectAt(json, Lines.ERROR);
        if (error != null) {
            throw new InputRequestFailed(Lines.error(error));
        }
        ObjectNode result = Json.objectAt(json, Lines.RESULT);
        return result == null ? Json.object() : result;
    }
}
