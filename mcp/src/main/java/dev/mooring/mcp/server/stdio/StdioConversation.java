package dev.mooring.mcp.server.stdio;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import dev.mooring.mcp.MalformedMessage;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.ProtocolVersion;
import dev.mooring.mcp.RequestId;
import dev.mooring.mcp.server.CallStream;
import dev.mooring.mcp.server.Caller;
import dev.mooring.mcp.server.Change;
import dev.mooring.mcp.server.Dispatcher;
import dev.mooring.mcp.server.LegacySession;
import dev.mooring.mcp.server.Listening;
import dev.mooring.mcp.server.Refusal;
import dev.mooring.mcp.server.RunningCall;
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
 * What one client and the server say to each other. One thread reads; every request has a virtual thread of its own, so
 * that cancellations and answers are never stuck behind a call.
 */
final class StdioConversation {
    private static final Logger LOG = LoggerFactory.getLogger(StdioConversation.class);

    private static final Duration AFTER_CANCEL = Duration.ofSeconds(1);

    private final Dispatcher dispatcher;
    private final StdioServer settings;
    private final LineWriter writer;
    private final Semaphore mayRun;
    private final Map<RequestId, RunningCall> inFlight = new ConcurrentHashMap<>();
    private final InFlight<RunningCall> underway = new InFlight<>();
    // Set by the reading thread alone; null until a client of the legacy era has introduced itself.
    private @Nullable LegacySession session;

    StdioConversation(StdioServer settings, OutputStream out) {
        this.dispatcher = settings.server.dispatcher();
        this.settings = settings;
        this.writer = new LineWriter(out);
        this.mayRun = new Semaphore(settings.maxRunning);
    }

    void serve(InputStream in) throws IOException {
        try {
            new LineReader(in, settings.maxLineBytes).readAll(new LineReader.Lines() {
                @Override
                public void line(byte[] bytes, int offset, int length) {
                    read(bytes, offset, length);
                }

                @Override
                public void oversized(TopLevelId id) {
                    LOG.warn("A message of more than {} bytes was dropped", settings.maxLineBytes);
                    id.value()
                            .ifPresent(found -> say(
                                    new Message.Failure(found, McpError.invalidRequest("the message is too long"))));
                }
            });
        } finally {
            end();
        }
    }

    private void read(byte[] bytes, int offset, int length) {
        if (isBlank(bytes, offset, length)) {
            return;
        }
        try {
            receive(Message.from(Json.parse(bytes, offset, length)));
        } catch (MalformedJson e) {
            say(new Message.Failure(null, McpError.parseError(String.valueOf(e.getMessage()))));
        } catch (MalformedMessage e) {
            say(new Message.Failure(e.id(), McpError.invalidRequest(String.valueOf(e.getMessage()))));
        }
    }

    private void receive(Message message) {
        switch (message) {
            case Message.Request request -> receive(request);
            case Message.Notification notification -> receive(notification);
            case Message.Result result -> dispatcher.accept(result, null);
            case Message.Failure failure -> dispatcher.accept(failure, null);
        }
    }

    private void receive(Message.Notification notification) {
        if (notification.method().equals(Methods.CANCELLED) && notification.params() != null) {
            RequestId id = RequestId.from(notification.params().get("requestId"));
            RunningCall call = id == null ? null : inFlight.get(id);
            if (call != null) {
                call.cancel();
            }
        }
    }

    private void receive(Message.Request request) {
        try {
            if (Dispatcher.isModern(request)) {
                Caller caller = dispatcher.modernCaller(request, null);
                start(request, call -> dispatcher.answer(request, caller, call, new Stream(call)));
            } else if (request.method().equals(Methods.INITIALIZE)) {
                open(request);
            } else {
                LegacySession current = legacySession();
                start(request, call -> dispatcher.answer(request, current, call, new Stream(call)));
            }
        } catch (Refusal refusal) {
            say(new Message.Failure(request.id(), refusal.error()));
        }
    }

    private LegacySession legacySession() throws Refusal {
        if (session == null) {
            session = dispatcher.withoutSession(ProtocolVersion.LATEST_LEGACY, null);
        }
        return session;
    }

    private void open(Message.Request request) throws Refusal {
        Dispatcher.Opening opening = dispatcher.open(request, null, null);
        if (session != null) {
            session.close();
        }
        session = opening.session();
        // Before the answer: from then on the client may count on hearing of changes.
        Listening listening = opening.session().listening();
        say(new Message.Result(request.id(), opening.result()));
        Thread.ofVirtual().name("mcp-stdio-changes").start(() -> tell(listening));
    }

    private void tell(Listening listening) {
        try {
            Change change = listening.take();
            while (change != null) {
                say(change.toNotification());
                change = listening.take();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** How a request is answered; null if it was cancelled. */
    @FunctionalInterface
    private interface Work {
        @Nullable
        Message answer(RunningCall call);
    }

    private void start(Message.Request request, Work work) throws Refusal {
        if (inFlight.size() >= settings.maxRunning + settings.maxWaiting) {
            throw new Refusal(new McpError(McpError.INTERNAL_ERROR, "Too many requests are waiting"));
        }
        RunningCall call = new RunningCall();
        if (inFlight.putIfAbsent(request.id(), call) != null) {
            // Without the id: the request that has it still waits for its own answer.
            say(new Message.Failure(
                    null, McpError.invalidRequest("id " + request.id() + " is that of a request in flight")));
            return;
        }
        underway.add(call);
        Thread.ofVirtual().name("mcp-stdio-call").start(() -> run(request, call, work));
    }

    private void run(Message.Request request, RunningCall call, Work work) {
        // Listening takes no turn from those who work.
        boolean takesTurn = !request.method().equals(Methods.LISTEN);
        Message answer;
        try {
            if (takesTurn) {
                mayRun.acquireUninterruptibly();
            }
            try {
                answer = call.isCancelled() ? null : work.answer(call);
            } finally {
                if (takesTurn) {
                    mayRun.release();
                }
            }
        } catch (RuntimeException | Error e) {
            LOG.error("{} failed", request.method(), e);
            answer = new Message.Failure(request.id(), McpError.internal());
        }
        // Before the answer is out: from then on the client may use the id again.
        inFlight.remove(request.id());
        if (answer != null) {
            say(answer);
        }
        underway.remove(call);
    }

    /** Writes to a client that may have left; its leaving is noticed where its input is read. */
    private void say(Message message) {
        try {
            writer.write(message);
        } catch (IOException e) {
            LOG.debug("The client does not read any more", e);
        }
    }

    private void end() {
        if (session != null) {
            session.close();
        }
        underway.forEach(RunningCall::windDown);
        underway.awaitNone(settings.patience);
        underway.forEach(RunningCall::cancel);
        underway.awaitNone(AFTER_CANCEL);
    }

    private static boolean isBlank(byte[] bytes, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            if (bytes[i] != ' ' && bytes[i] != '\t') {
                return false;
            }
        }
        return true;
    }

    /** Everything goes to the one output, but nothing more once a call is cancelled. */
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
                throw new IOException("the call was cancelled");
            }
            writer.write(message);
        }
    }
}
