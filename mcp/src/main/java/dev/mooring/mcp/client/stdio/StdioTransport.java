package dev.mooring.mcp.client.stdio;

import dev.mooring.mcp.Failure;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.transport.Call;
import dev.mooring.mcp.client.transport.DeadlineTimer;
import dev.mooring.mcp.client.transport.Transport;
import dev.mooring.mcp.wire.LineReader;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A transport over the standard streams of a child process.
 *
 * <p>One platform thread reads standard output and never runs user code. Another reads standard error. A third writes;
 * it starts only when a write might block (see {@link PipeWriter}). They are platform threads, because a blocking read
 * of a pipe pins the carrier of a virtual thread. Callers wait on their own threads.
 */
public final class StdioTransport implements Transport {
    private static final Logger LOG = LoggerFactory.getLogger(StdioTransport.class);
    private static final int MAX_STDERR_IN_MESSAGE = 4096;
    private static final Duration ABORT_GRACE = Duration.ofMillis(200);
    private static final Duration DRAIN_AFTER_EXIT = Duration.ofMillis(500);
    private static final Duration CURRENT_WRITE_WAIT = Duration.ofMillis(50);

    private final Process process;
    private final ProcessTree tree;
    private final String name;
    private final StdioOptions options;
    private final PipeWriter writer;
    private final PendingCalls pending;
    private final StdoutReader stdout;
    private final boolean quotesStderr;
    private final StderrTail stderr;
    private final Thread stdoutThread;
    private final Thread stderrThread;
    private final AtomicReference<@Nullable Failure> failure = new AtomicReference<>();
    private volatile boolean closing;

    private StdioTransport(Process process, ProcessMarker marker, String name, Inbound inbound, StdioOptions options) {
        this.process = process;
        this.tree = new ProcessTree(process, marker);
        this.name = name;
        this.options = options;
        this.writer = new PipeWriter(process.getOutputStream(), name);
        this.pending = new PendingCalls(writer);
        this.stdout = new StdoutReader(name, pending, inbound, this::sendResponse, options);
        this.quotesStderr = options.quotesStderr();
        this.stderr = new StderrTail(name, options.redaction());
        this.stdoutThread = thread("mcp-stdout-", this::readStdout);
        this.stderrThread = thread("mcp-stderr-", () -> stderr.readAll(process.getErrorStream()));
    }

    /** Starts the child process and returns a transport that owns it. */
    public static StdioTransport start(ProcessBuilder builder, Inbound inbound, StdioOptions options)
            throws IOException {
        RunningChildren.requireNotEnding();
        ProcessMarker marker = new ProcessMarker();
        marker.addTo(builder.environment());
        Process process = builder.start();
        String program = builder.command().getFirst();
        String name = program.substring(program.lastIndexOf('/') + 1) + "-" + process.pid();
        StdioTransport transport = new StdioTransport(process, marker, name, inbound, options);
        transport.stdoutThread.start();
        transport.stderrThread.start();
        RunningChildren.add(transport);
        var _ = process.onExit().thenAccept(_ -> Thread.ofVirtual().start(transport::onExit));
        return transport;
    }

    @Override
    public Reply exchange(Call call) throws InterruptedException {
        PendingCall waiting = pending.add(call);
        try (var _ = DeadlineTimer.schedule(call.deadline(), waiting::wake)) {
            Failure lost = failure.get();
            if (lost != null) {
                return new Reply.Failed(unsent(lost));
            }
            if (!writer.write(waiting.line(), call.deadline().remainingNanos())) {
                return timedOut(waiting);
            }
            Reply reply = waiting.await();
            return reply == null ? timedOut(waiting) : reply;
        } catch (InterruptedException e) {
            cancel(waiting, "the caller was interrupted");
            throw e;
        } catch (IOException e) {
            return new Reply.Failed(lossOnWrite(waiting));
        } finally {
            pending.remove(waiting);
        }
    }

    private Reply timedOut(PendingCall call) {
        cancel(call, "timed out");
        return new Reply.Failed(new Failure.TimedOut(call.call().deadline().allowed()));
    }

    /** Notifies the server, unless it has not received the request. {@code initialize} must not be cancelled. */
    private void cancel(PendingCall call, String reason) {
        call.line().withdraw();
        if (call.line().mayHaveArrived() && !call.call().method().equals(Methods.INITIALIZE)) {
            ObjectNode params = Json.object().put("requestId", call.call().id()).put("reason", reason);
            try {
                if (!writer.offer(line(new Message.Notification(Methods.CANCELLED, params)))) {
                    LOG.debug("{}: cannot notify the server of a cancelled call: its input is full", name);
                }
            } catch (IOException e) {
                LOG.debug("{}: cannot notify the server of a cancelled call: it has exited", name);
            }
        }
    }

    /** Describes a failed write. Waits briefly for the exit of the process, which explains more than the write. */
    private Failure lossOnWrite(PendingCall call) throws InterruptedException {
        if (process.waitFor(DRAIN_AFTER_EXIT.toMillis(), TimeUnit.MILLISECONDS)) {
            joinBriefly(stderrThread);
        }
        return loss(call.line().mayHaveArrived());
    }

    @Override
    public boolean send(Message.Notification notification) throws InterruptedException {
        try {
            return failure.get() == null
                    && writer.write(line(notification), options.closeGrace().toNanos());
        } catch (IOException e) {
            return false;
        }
    }

    private void sendResponse(Message response) throws InterruptedException {
        try {
            if (!writer.write(line(response), options.closeGrace().toNanos())) {
                LOG.warn("{}: the server does not read the responses to its own requests", name);
            }
        } catch (IOException e) {
            LOG.debug("{}: the server exited before it received a response", name);
        }
    }

    private static PipeWriter.Line line(Message message) {
        return new PipeWriter.Line(message.toBytes());
    }

    @Override
    public @Nullable Failure failure() {
        return failure.get();
    }

    @Override
    public void openListeningStream() {
        // All messages arrive on standard output.
    }

    @Override
    public void close() {
        end(options.closeGrace());
    }

    @Override
    public void abort() {
        end(ABORT_GRACE);
    }

    private void end(Duration grace) {
        closing = true;
        tree.end(() -> writer.close(CURRENT_WRITE_WAIT), grace);
        RunningChildren.remove(this);
        failAll(loss(true));
        // A descendant that escaped may hold the pipes open; then the readers stay behind as daemons.
        joinBriefly(stdoutThread);
        joinBriefly(stderrThread);
    }

    private static void joinBriefly(Thread thread) {
        try {
            thread.join(DRAIN_AFTER_EXIT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Fails all calls after the exit of the process, once the readers have delivered its last output. If the process exited
     * on its own, also ends its descendants.
     */
    private void onExit() {
        boolean onItsOwn = !closing;
        if (onItsOwn) {
            tree.terminateOrphans();
        }
        joinBriefly(stdoutThread);
        joinBriefly(stderrThread);
        writer.close(DRAIN_AFTER_EXIT);
        failAll(loss(true));
        if (onItsOwn) {
            tree.end(() -> {}, options.closeGrace());
        }
        RunningChildren.remove(this);
    }

    /** Records the descendants, for a system where they cannot be found after the exit of the process. */
    void recordDescendants() {
        tree.recordDescendants();
    }

    @Override
    public String lastErrors() {
        String errors = stderr.last(MAX_STDERR_IN_MESSAGE);
        if (!quotesStderr && !errors.isEmpty()) {
            LOG.warn("{}: the standard error of the failed server ends with:\n{}", name, errors);
            return "";
        }
        return errors.isEmpty() ? "" : "its standard error ends with:\n" + errors;
    }

    private Failure loss(boolean mayHaveArrived) {
        if (closing) {
            return new Failure.ConnectionLost("the connection was closed", mayHaveArrived);
        }
        String cause = process.isAlive()
                ? "the server closed its standard output"
                : "the server exited with code " + process.exitValue();
        String errors = lastErrors();
        return new Failure.ConnectionLost(errors.isEmpty() ? cause : cause + "; " + errors, mayHaveArrived);
    }

    private static Failure unsent(Failure failure) {
        return failure instanceof Failure.ConnectionLost loss
                ? new Failure.ConnectionLost(loss.message(), false)
                : failure;
    }

    private void failAll(Failure newFailure) {
        failure.compareAndSet(null, newFailure);
        Failure first = failure.get();
        pending.completeAll(
                call -> new Reply.Failed(call.line().mayHaveArrived() || first == null ? newFailure : unsent(first)));
    }

    /** Runs on the reader thread. */
    private void readStdout() {
        try (var out = process.getInputStream()) {
            new LineReader(out, options.maxMessageBytes()).readAll(stdout);
        } catch (IOException e) {
            LOG.debug("{}: standard output ended: {}", name, e.toString());
        }
        if (!closing && !hasExited()) {
            // The process runs on, but it can no longer reply to any call.
            failAll(loss(true));
        }
    }

    /** Waits briefly, because the output of a process closes a moment before the process counts as exited. */
    private boolean hasExited() {
        try {
            return process.waitFor(DRAIN_AFTER_EXIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            return false;
        }
    }

    private Thread thread(String prefix, Runnable body) {
        return Thread.ofPlatform()
                .daemon()
                .name(prefix + name)
                .stackSize(512 * 1024)
                .unstarted(body);
    }
}
