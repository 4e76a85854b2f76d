package dev.mooring.mcp.server.stdio;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import dev.mooring.mcp.MalformedMessage;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.ProtocolVersion;
import dev.mooring.mcp.RequestId;
import dev.mooring.mcp.server.Caller;
import dev.mooring.mcp.server.Refusal;
import dev.mooring.mcp.server.changes.Change;
import dev.mooring.mcp.server.changes.ChangeQueue;
import dev.mooring.mcp.server.engine.CallStream;
import dev.mooring.mcp.server.engine.Dispatcher;
import dev.mooring.mcp.server.engine.Identity;
import dev.mooring.mcp.server.engine.LegacySession;
import dev.mooring.mcp.server.engine.RunningCall;
import dev.mooring.mcp.wire.InFlight;
import dev.mooring.mcp.wire.LineReader;
import dev.mooring.mcp.wire.TopLevelId;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection to one client. The thread that calls {@link #serve} reads; each request runs on its own virtual thread,
 * so that no call delays the reading of cancellations and responses.
 */
final class StdioConnection {
    private static final Logger LOG = LoggerFactory.getLogger(StdioConnection.class);

    /** How long cancelled calls may take to end. */
    private static final Duration CANCEL_TIMEOUT = Duration.ofSeconds(1);

    private final Dispatcher dispatcher;
    private final StdioServer settings;
    private final LineWriter writer;
    private final Semaphore runPermits;
    /** Calls without an answer, by the id that a cancellation names. */
    private final Map<RequestId, RunningCall> callsById = new ConcurrentHashMap<>();

    /** Calls whose answer is not written yet. */
    private final InFlight<RunningCall> inFlight = new InFlight<>();
    /** The session of a legacy client; null before its first request. Used only by the reading thread. */
    private @Nullable LegacySession session;

    StdioConnection(StdioServer settings, OutputStream out) {
        this.dispatcher = new Dispatcher(settings.server);
        this.settings = settings;
        this.writer = new LineWriter(out);
        this.runPermits = new Semaphore(settings.maxRunning);
    }

    /** Reads messages until the input ends, then waits for calls in flight. */
    void serve(InputStream in) throws IOException {
        try {
            new LineReader(in, settings.maxLineBytes).readAll(new LineReader.Lines() {
                @Override
                public void line(byte[] bytes, int offset, int length) {
                    read(bytes, offset, length);
                }

                @Override
                public void oversized(TopLevelId id) {
                    LOG.warn("Dropped a message of more than {} bytes", settings.maxLineBytes);
                    id.value()
                            .ifPresent(requestId -> send(new Message.ErrorResponse(
                                    requestId,
                                    McpError.invalidRequest(
                                            "the message exceeds " + settings.maxLineBytes + " bytes"))));
                }
            });
        } finally {
            drain();
        }
    }

    private void read(byte[] bytes, int offset, int length) {
        if (isBlank(bytes, offset, length)) {
            return;
        }
        try {
            receive(Message.from(Json.parse(bytes, offset, length)));
        } catch (MalformedJson e) {
            send(new Message.ErrorResponse(null, McpError.parseError(String.valueOf(e.getMessage()))));
        } catch (MalformedMessage e) {
            send(new Message.ErrorResponse(e.id(), McpError.invalidRequest(String.valueOf(e.getMessage()))));
        }
    }

    private void receive(Message message) {
        switch (message) {
            case Message.Request request -> receive(request);
            case Message.Notification notification -> receive(notification);
            case Message.Result result -> dispatcher.accept(result, null);
            case Message.ErrorResponse response -> dispatcher.accept(response, null);
        }
    }

    private void receive(Message.Notification notification) {
        if (notification.method().equals(Methods.CANCELLED) && notification.params() != null) {
            RequestId id = RequestId.from(notification.params().get("requestId"));
            RunningCall call = id == null ? null : callsById.get(id);
            if (call != null) {
                call.cancel();
            }
        }
    }

    private void receive(Message.Request request) {
        try {
            if (Dispatcher.isModern(request)) {
                Caller caller = dispatcher.modernCaller(request, Identity.ANONYMOUS);
                start(request, call -> dispatcher.answer(request, caller, call, new Stream(call)));
            } else if (request.method().equals(Methods.INITIALIZE)) {
                open(request);
            } else {
                LegacySession current = legacySession();
                start(request, call -> dispatcher.answer(request, current, Identity.ANONYMOUS, call, new Stream(call)));
            }
        } catch (Refusal refusal) {
            send(new Message.ErrorResponse(request.id(), refusal.error()));
        }
    }

    private LegacySession legacySession() throws Refusal {
        if (session == null) {
            session = dispatcher.withoutSession(ProtocolVersion.LATEST_LEGACY, Identity.ANONYMOUS);
        }
        return session;
    }

    private void open(Message.Request request) throws Refusal {
        Dispatcher.OpenedSession opened = dispatcher.open(request, Identity.ANONYMOUS, null);
        if (session != null) {
            session.close();
        }
        session = opened.session();
        ChangeQueue changes = opened.session().changes();
        send(new Message.Result(request.id(), opened.result()));
        Thread.ofVirtual().name("mcp-stdio-changes").start(() -> sendChanges(changes));
    }

    private void sendChanges(ChangeQueue changes) {
        try {
            Change change = changes.take();
            while (change != null) {
                send(change.toNotification());
                change = changes.take();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Answers a request. Returns null if the call was cancelled. */
    @FunctionalInterface
    private interface Answerer {
        @Nullable
        Message answer(RunningCall call);
    }

    private void start(Message.Request request, Answerer answerer) throws Refusal {
        if (callsById.size() >= settings.maxRunning + settings.maxWaiting) {
            throw new Refusal(new McpError(
                    McpError.INTERNAL_ERROR,
                    "Request limit reached (" + (settings.maxRunning + settings.maxWaiting)
                            + "). Repeat the request after another one has ended."));
        }
        RunningCall call = new RunningCall();
        if (callsById.putIfAbsent(request.id(), call) != null) {
            // Without the id, because the client would take it for the answer to the first request.
            send(new Message.ErrorResponse(
                    null, McpError.invalidRequest("a request with id " + request.id() + " is in flight")));
            return;
        }
        inFlight.add(call);
        Thread.ofVirtual().name("mcp-stdio-call").start(() -> run(request, call, answerer));
    }

    private void run(Message.Request request, RunningCall call, Answerer answerer) {
        // A listening stream waits nearly all the time, so it does not count as running.
        boolean needsPermit = !request.method().equals(Methods.LISTEN);
        Message answer;
        try {
            if (needsPermit) {
                runPermits.acquireUninterruptibly();
            }
            try {
                answer = call.isCancelled() ? null : answerer.answer(call);
            } finally {
                if (needsPermit) {
                    runPermits.release();
                }
            }
        } catch (RuntimeException | Error e) {
            LOG.error("{} failed", request.method(), e);
            answer = new Message.ErrorResponse(request.id(), McpError.internal());
        }
        // Before the answer is written, because the client may then reuse the id.
        callsById.remove(request.id());
        if (answer != null) {
            send(answer);
        }
        inFlight.remove(call);
    }

    /** Writes a message. Ignores a failure, because the reading thread detects that the client has disconnected. */
    private void send(Message message) {
        try {
            writer.write(message);
        } catch (IOException e) {
            LOG.debug("Cannot write to the client; it has probably disconnected", e);
        }
    }

    private void drain() {
        if (session != null) {
            session.close();
        }
        inFlight.forEach(RunningCall::requestStop);
        inFlight.awaitNone(settings.shutdownTimeout);
        inFlight.forEach(RunningCall::cancel);
        inFlight.awaitNone(CANCEL_TIMEOUT);
    }

    private static boolean isBlank(byte[] bytes, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            if (bytes[i] != ' ' && bytes[i] != '\t') {
                return false;
            }
        }
        return true;
    }

    /** Sends the messages of one call to the output, until the call is cancelled. */
    private final class Stream implements CallStream {
        private final RunningCall call;

        Stream(RunningCall call) {
            this.call = call;
        }

        @Override
        public boolean canSend() {
            return true;
        }

        @Override
        public void send(Message message) throws IOException {
            if (call.isCancelled()) {
                throw new IOException("The call was cancelled");
            }
            writer.write(message);
        }
    }
}
