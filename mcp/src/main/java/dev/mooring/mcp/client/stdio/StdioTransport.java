package dev.mooring.mcp.client.stdio;

import dev.mooring.mcp.Failure;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import dev.mooring.mcp.MalformedMessage;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Meta;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.Call;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.DeadlineWatch;
import dev.mooring.mcp.client.OpenFailed;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.mcp.client.Transport;
import dev.mooring.mcp.wire.LineReader;
import dev.mooring.mcp.wire.TopLevelId;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Speaks to a child process over its standard streams.
 *
 * <p>Threads: a platform thread reads standard output and never runs anybody else's code; another reads standard error;
 * a third writes, started only when a write might block (see {@link PipeWriter}). They are platform threads because a
 * blocking read of a pipe pins the carrier of a virtual one. Callers wait on their own threads.
 */
public final class StdioTransport implements Transport {
    private static final Logger LOG = LoggerFactory.getLogger(StdioTransport.class);
    private static final int STDERR_IN_MESSAGES = 4096;
    private static final Duration ABORT_GRACE = Duration.ofMillis(200);
    private static final Duration DRAIN_AFTER_EXIT = Duration.ofMillis(500);
    private static final Duration WRITE_UNDER_WAY = Duration.ofMillis(50);

    private final Process process;
    private final String name;
    private final Inbound inbound;
    private final Duration closeGrace;
    private final int maxMessageBytes;
    private final UnaryOperator<String> redaction;
    private final PipeWriter writer;
    private final StderrTail stderr;
    private final Thread reader;
    private final Thread stderrReader;
    private final Map<Long, PendingCall> pending = new ConcurrentHashMap<>();
    private final AtomicReference<@Nullable Failure> lost = new AtomicReference<>();
    private volatile boolean garbageSeen;
    private volatile boolean closing;

    private StdioTransport(Process process, String name, Inbound inbound, ClientOptions options) {
        this.process = process;
        this.name = name;
        this.inbound = inbound;
        this.closeGrace = options.closeGrace();
        this.maxMessageBytes = options.maxMessageBytes();
        this.redaction = options.redaction();
        this.writer = new PipeWriter(process.getOutputStream(), name);
        this.stderr = new StderrTail(name, redaction);
        this.reader = thread("mcp-stdout-", this::read);
        this.stderrReader = thread("mcp-stderr-", () -> stderr.readAll(process.getErrorStream()));
    }

    /** Starts the program. */
    public static StdioTransport start(ServerLocation.Local server, Inbound inbound, ClientOptions options)
            throws OpenFailed {
        ProcessBuilder builder = new ProcessBuilder(server.command());
        builder.environment().clear();
        builder.environment().putAll(server.environment());
        if (server.directory() != null) {
            builder.directory(server.directory().toFile());
        }
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            String reason = e.getMessage() == null ? e.toString() : e.getMessage();
            throw new OpenFailed(new Failure.ConnectionLost("cannot start the server: " + reason, false));
        }
        StdioTransport transport = new StdioTransport(process, nameOf(server) + "-" + process.pid(), inbound, options);
        LiveChildren.add(transport);
        transport.reader.start();
        transport.stderrReader.start();
        var _ = process.onExit().thenAccept(ended -> Thread.ofVirtual().start(transport::exited));
        return transport;
    }

    private static String nameOf(ServerLocation.Local server) {
        String program = server.command().getFirst();
        return program.substring(program.lastIndexOf('/') + 1);
    }

    /** The process at the other end. */
    public ProcessHandle process() {
        return process.toHandle();
    }

    @Override
    public Reply exchange(Call call) throws InterruptedException {
        PendingCall waiting = new PendingCall(call);
        pending.put(call.id(), waiting);
        try (var _ = DeadlineWatch.guard(call.deadline(), waiting::wake)) {
            Failure failure = lost.get();
            if (failure != null) {
                return new Reply.Failed(unsent(failure));
            }
            if (!writer.write(waiting.line(), call.deadline().remainingNanos())) {
                return timedOut(waiting);
            }
            Reply reply = waiting.await();
            return reply == null ? timedOut(waiting) : reply;
        } catch (InterruptedException e) {
            abandon(waiting, "the caller was interrupted");
            throw e;
        } catch (IOException e) {
            return new Reply.Failed(lossOnWrite(waiting));
        } finally {
            pending.remove(call.id());
        }
    }

    private Reply timedOut(PendingCall waiting) {
        abandon(waiting, "timed out");
        return new Reply.Failed(new Failure.TimedOut(waiting.call().deadline().allowed()));
    }

    /** Tells the server, unless it never saw the request. {@code initialize} may not be cancelled. */
    private void abandon(PendingCall waiting, String reason) {
        waiting.line().withdraw();
        if (waiting.line().mayHaveLeft() && !waiting.call().method().equals(Methods.INITIALIZE)) {
            ObjectNode params =
                    Json.object().put("requestId", waiting.call().id()).put("reason", reason);
            try {
                if (!writer.offer(line(new Message.Notification(Methods.CANCELLED, params)))) {
                    LOG.debug("{}: too busy to be told of a cancelled call", name);
                }
            } catch (IOException e) {
                LOG.debug("{}: gone before it could be told of a cancelled call", name);
            }
        }
    }

    /** A write failed: the process is going or gone. Its exit says more than the write, so wait for it a moment. */
    private Failure lossOnWrite(PendingCall waiting) throws InterruptedException {
        if (process.waitFor(DRAIN_AFTER_EXIT.toMillis(), TimeUnit.MILLISECONDS)) {
            joinQuietly(stderrReader);
        }
        return loss(waiting.line().mayHaveLeft());
    }

    @Override
    public boolean send(Message.Notification notification) throws InterruptedException {
        try {
            return lost.get() == null && writer.write(line(notification), closeGrace.toNanos());
        } catch (IOException e) {
            return false;
        }
    }

    private static PipeWriter.Line line(Message message) {
        return new PipeWriter.Line(message.toBytes());
    }

    @Override
    public @Nullable Failure lost() {
        return lost.get();
    }

    @Override
    public void listen() {
        // Everything comes by the one pipe anyway.
    }

    @Override
    public void close() {
        end(closeGrace);
    }

    @Override
    public void abort() {
        end(ABORT_GRACE);
    }

    private void end(Duration grace) {
        closing = true;
        new ProcessTree(process).end(() -> writer.close(WRITE_UNDER_WAY), grace);
        LiveChildren.remove(this);
        failAll(new Failure.ConnectionLost("the connection was closed", false));
        // A descendant that escaped could hold the pipes open; the readers are daemons and do not matter then.
        joinQuietly(reader);
        joinQuietly(stderrReader);
    }

    private static void joinQuietly(Thread thread) {
        try {
            thread.join(DRAIN_AFTER_EXIT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The process has ended; what it wrote last may be on its way through the reader, and a line to it may be failing. */
    private void exited() {
        joinQuietly(reader);
        joinQuietly(stderrReader);
        writer.close(DRAIN_AFTER_EXIT);
        LiveChildren.remove(this);
        failAll(loss(true));
    }

    private Failure loss(boolean mayHaveArrived) {
        if (closing) {
            return new Failure.ConnectionLost("the connection was closed", mayHaveArrived);
        }
        String said = stderr.last(STDERR_IN_MESSAGES);
        String ended = process.isAlive()
                ? "the server closed its standard output"
                : "the server exited with code " + process.exitValue();
        return new Failure.ConnectionLost(said.isEmpty() ? ended : ended + "; it said:\n" + said, mayHaveArrived);
    }

    private static Failure unsent(Failure failure) {
        return failure instanceof Failure.ConnectionLost loss
                ? new Failure.ConnectionLost(loss.message(), false)
                : failure;
    }

    private void failAll(Failure failure) {
        lost.compareAndSet(null, failure);
        Failure first = lost.get();
        pending.values()
                .forEach(waiting -> waiting.complete(
                        new Reply.Failed(waiting.line().mayHaveLeft() || first == null ? failure : unsent(first))));
    }

    /** The reader thread. */
    private void read() {
        try (var out = process.getInputStream()) {
            new LineReader(out, maxMessageBytes).readAll(new LineReader.Lines() {
                @Override
                public void line(byte[] bytes, int offset, int length) {
                    received(bytes, offset, length);
                }

                @Override
                public void oversized(TopLevelId id) {
                    LOG.warn("{}: a message over {} bytes was thrown away", name, maxMessageBytes);
                    id.value()
                            .ifPresent(found ->
                                    answer(found.json(), new Reply.Failed(new Failure.Oversized(maxMessageBytes))));
                }
            });
        } catch (IOException e) {
            LOG.debug("{}: standard output ended: {}", name, e.toString());
        }
        if (!closing && !hasExited()) {
            // A server that closed its output while it runs on can answer nobody any more.
            failAll(loss(true));
        }
    }

    /** The end of a process closes its output a moment before the process counts as ended. */
    private boolean hasExited() {
        try {
            return process.waitFor(DRAIN_AFTER_EXIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            return false;
        }
    }

    private void received(byte[] bytes, int offset, int length) {
        try {
            JsonNode json = Json.parse(bytes, offset, length);
            switch (Message.from(json)) {
                case Message.Result result -> answer(result.id().json(), new Reply.Result(result.result()));
                case Message.Failure failure -> {
                    if (failure.id() == null) {
                        LOG.warn("{}: {}", name, redaction.apply(failure.error().message()));
                    } else {
                        answer(failure.id().json(), new Reply.Fault(failure.error()));
                    }
                }
                case Message.Notification notification -> heard(notification);
                case Message.Request request -> inbound.request(request, this::giveAnswer);
            }
        } catch (MalformedJson e) {
            garbage(e);
        } catch (MalformedMessage e) {
            malformed(e);
        }
    }

    private void answer(JsonNode id, Reply reply) {
        if (id.canConvertToLong()) {
            answer(id.longValue(), reply);
        }
    }

    private void answer(long id, Reply reply) {
        PendingCall waiting = pending.remove(id);
        if (waiting != null) {
            writer.answered(waiting.line());
            waiting.complete(reply);
        }
    }

    private void heard(Message.Notification notification) {
        if (notification.method().equals(Methods.PROGRESS) && notification.params() != null) {
            JsonNode token = notification.params().get(Meta.PROGRESS_TOKEN);
            PendingCall waiting = token != null && token.canConvertToLong() ? pending.get(token.longValue()) : null;
            if (waiting != null) {
                waiting.progressed(notification.params());
                return;
            }
        }
        inbound.notification(notification);
    }

    private void giveAnswer(Message message) throws InterruptedException {
        try {
            if (!writer.write(line(message), closeGrace.toNanos())) {
                LOG.warn("{}: does not read the answers to its own requests", name);
            }
        } catch (IOException e) {
            LOG.debug("{}: gone before it could be answered", name);
        }
    }

    private void garbage(MalformedJson fault) {
        if (!garbageSeen) {
            garbageSeen = true;
            LOG.warn(
                    "{}: writes to standard output what is not a message (said once): {}",
                    name,
                    redaction.apply(String.valueOf(fault.getMessage())));
        }
    }

    private void malformed(MalformedMessage fault) {
        if (fault.id() != null && pending.containsKey(fault.id().json().asLong(-1))) {
            answer(fault.id().json(), new Reply.Failed(new Failure.Malformed(String.valueOf(fault.getMessage()))));
        } else if (!garbageSeen) {
            garbageSeen = true;
            LOG.warn(
                    "{}: sends what is not a message (said once): {}",
                    name,
                    redaction.apply(String.valueOf(fault.getMessage())));
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
