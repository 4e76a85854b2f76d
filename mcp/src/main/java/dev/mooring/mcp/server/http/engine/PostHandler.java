package dev.mooring.mcp.server.http.engine;

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
import dev.mooring.mcp.server.engine.Dispatcher;
import dev.mooring.mcp.server.engine.Identity;
import dev.mooring.mcp.server.engine.LegacySession;
import dev.mooring.mcp.server.engine.MemoryBudget;
import dev.mooring.mcp.server.http.sessions.MessageRelay;
import dev.mooring.mcp.server.http.sessions.SessionStoreUnavailable;
import dev.mooring.mcp.wire.InFlight;
import java.io.IOException;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Serves POST requests. Each contains one message. Everything runs on the thread of the request. */
final class PostHandler {
    private static final CallPermits.Permit NO_PERMIT = () -> {};

    private final Dispatcher dispatcher;
    private final HttpSessions sessions;
    private final InFlight<HttpCall> inFlight;
    private final MessageEndpoint.Limits limits;
    private final MemoryBudget memory;
    private final CallPermits permits;
    private final BooleanSupplier prefersLegacy;
    private final MessageRelay relay;

    PostHandler(
            Dispatcher dispatcher,
            HttpSessions sessions,
            InFlight<HttpCall> inFlight,
            MessageEndpoint.Limits limits,
            MemoryBudget memory,
            BooleanSupplier prefersLegacy,
            MessageRelay relay) {
        this.relay = relay;
        this.dispatcher = dispatcher;
        this.sessions = sessions;
        this.inFlight = inFlight;
        this.limits = limits;
        this.memory = memory;
        this.permits = new CallPermits(limits.maxRunningPerCaller());
        this.prefersLegacy = prefersLegacy;
    }

    void serve(Request request, Response response, Callback callback, McpHeaders headers, Identity identity) {
        if (!headers.isJson()) {
            Responses.error(
                    response, callback, HttpStatus.UNSUPPORTED_MEDIA_TYPE_415, "Content-Type must be application/json");
            return;
        }
        if (!headers.acceptsJson()) {
            Responses.error(
                    response,
                    callback,
                    HttpStatus.NOT_ACCEPTABLE_406,
                    "Accept must include application/json and text/event-stream");
            return;
        }
        MemoryBudget.Reservation reservation = memory.reserve(identity.key());
        Post post = new Post(
                request, response, Callback.from(callback, reservation::close), headers, identity, reservation);
        try {
            serve(post, Message.from(Json.parse(RequestBody.read(request, limits.maxBodyBytes(), reservation))));
        } catch (RequestBody.OutOfBudget e) {
            Responses.busy(
                    response,
                    post.callback,
                    "memory limit reached: the server holds too many large requests. Try again later.");
        } catch (RequestBody.TooLarge e) {
            Responses.error(
                    response,
                    post.callback,
                    HttpStatus.PAYLOAD_TOO_LARGE_413,
                    "the body exceeds " + limits.maxBodyBytes() + " bytes");
        } catch (MalformedJson e) {
            post.fail(HttpStatus.BAD_REQUEST_400, null, McpError.parseError(messageOf(e)));
        } catch (MalformedMessage e) {
            post.fail(HttpStatus.BAD_REQUEST_400, e.id(), McpError.invalidRequest(messageOf(e)));
        } catch (IOException e) {
            Responses.error(response, post.callback, HttpStatus.BAD_REQUEST_400, "the body cannot be read");
        } catch (SessionStoreUnavailable e) {
            Responses.busy(response, post.callback, String.valueOf(e.getMessage()));
        }
    }

    private void serve(Post post, Message message) {
        switch (message) {
            case Message.Request request -> serve(post, request);
            case Message.Notification notification -> serve(post, notification);
            case Message.Result result -> accept(post, result);
            case Message.ErrorResponse response -> accept(post, response);
        }
    }

    private void serve(Post post, Message.Request request) {
        try {
            if (request.method().equals(Methods.DISCOVER) && prefersLegacy.getAsBoolean()) {
                post.fail(HttpStatus.NOT_FOUND_404, request.id(), McpError.methodNotFound(request.method()));
            } else if (isModern(post.headers, request)) {
                serveModern(post, request);
            } else if (request.method().equals(Methods.INITIALIZE)) {
                open(post, request);
            } else {
                serveLegacy(post, request);
            }
        } catch (Refusal refusal) {
            post.fail(HttpStatus.BAD_REQUEST_400, request.id(), refusal.error());
        }
    }

    private static boolean isModern(McpHeaders headers, Message.Request request) {
        return Dispatcher.isModern(request) || !isLegacy(headers.version());
    }

    /** Returns whether the version header selects the legacy rules. An unknown version does not. */
    private static boolean isLegacy(@Nullable String version) {
        if (version == null) {
            return true;
        }
        ProtocolVersion named = new ProtocolVersion(version);
        return named.isSupported() && !Dispatcher.modernVersions().contains(named);
    }

    private void serveModern(Post post, Message.Request request) throws Refusal {
        McpError mismatch = post.headers.mismatch(request);
        if (mismatch != null) {
            throw new Refusal(mismatch);
        }
        Caller caller = dispatcher.modernCaller(request, post.identity);
        if (request.method().equals(Methods.LISTEN)
                && ChangeStreams.isFull(inFlight, limits.maxStreams(), post.identity)) {
            Responses.busy(
                    post.response,
                    post.callback,
                    "stream limit reached (" + limits.maxStreams()
                            + ", half of it per caller). Close a stream, or try again later.");
            return;
        }
        HttpCall call = post.call(HttpCall.OnDisconnect.CANCEL);
        inFlight.add(call);
        try {
            if (request.method().equals(Methods.LISTEN)) {
                call.watchForDisconnect();
            }
            Message answer;
            try (CallPermits.Permit permit =
                    request.method().equals(Methods.LISTEN) ? NO_PERMIT : permits.acquire(post.identity.key())) {
                if (permit == null) {
                    post.failAtCallLimit();
                    return;
                }
                answer = dispatcher.answer(request, caller, call.running(), call);
            }
            call.end(answer, statusOf(answer));
        } finally {
            inFlight.remove(call);
        }
    }

    private void serveLegacy(Post post, Message.Request request) throws Refusal {
        String sessionId = post.headers.sessionId();
        if (sessionId == null) {
            answerLegacy(post, request, dispatcher.withoutSession(versionOf(post.headers), post.identity), null);
            return;
        }
        HttpSessions.Use use = sessions.use(sessionId, post.identity.principal());
        if (use == null) {
            post.failForUnknownSession(request.id());
        } else {
            answerLegacy(post, request, use.session(), use);
        }
    }

    /** @param use the use of the session, which this method ends; null for a request without a session */
    private void answerLegacy(Post post, Message.Request request, LegacySession session, HttpSessions.@Nullable Use use)
            throws Refusal {
        HttpCall call = post.call(HttpCall.OnDisconnect.CONTINUE);
        inFlight.add(call);
        try {
            Message answer;
            // The use and the call end before the answer is written, because the client may reuse the id from then on.
            try (use) {
                if (!session.begin(request.id(), call.running())) {
                    throw new Refusal(McpError.invalidRequest("a request with this id is in flight"));
                }
                try (CallPermits.Permit permit = permits.acquire(post.identity.key())) {
                    if (permit == null) {
                        post.failAtCallLimit();
                        return;
                    }
                    answer = dispatcher.answer(request, session, post.identity, call.running(), call);
                } finally {
                    session.end(request.id());
                }
            }
            call.end(answer, HttpStatus.OK_200);
        } finally {
            inFlight.remove(call);
        }
    }

    private void open(Post post, Message.Request request) throws Refusal {
        String id = HttpSessions.newId();
        Dispatcher.OpenedSession opened = dispatcher.open(request, post.identity, id);
        opened.session().countIn(memory.reserve(post.identity.key()));
        sessions.add(id, opened.session());
        post.response.getHeaders().put("Mcp-Session-Id", id);
        Responses.json(
                post.response,
                post.callback,
                HttpStatus.OK_200,
                new Message.Result(request.id(), opened.result()).toBytes());
    }

    private static ProtocolVersion versionOf(McpHeaders headers) {
        String version = headers.version();
        return version == null ? ProtocolVersion.ASSUMED_WITHOUT_HEADER : new ProtocolVersion(version);
    }

    private void serve(Post post, Message.Notification notification) {
        String sessionId = post.headers.sessionId();
        // The modern era has no sessions, and no notifications from clients over HTTP.
        if (sessionId != null && isLegacy(post.headers.version())) {
            try (HttpSessions.Use use = sessions.use(sessionId, post.identity.principal())) {
                if (use == null) {
                    post.failForUnknownSession(null);
                    return;
                }
                if (notification.method().equals(Methods.CANCELLED) && !cancel(use.session(), notification)) {
                    relay.relay(notification, post.identity.principal(), sessionId);
                }
            }
        }
        Responses.empty(post.response, post.callback, HttpStatus.ACCEPTED_202);
    }

    /** Returns false if no call with the id in the notification is in flight. */
    static boolean cancel(LegacySession session, Message.Notification notification) {
        RequestId id = RequestId.from(
                notification.params() == null ? null : notification.params().get("requestId"));
        return id != null && session.cancel(id);
    }

    private void accept(Post post, Message response) {
        if (!dispatcher.accept(response, post.identity.principal())) {
            relay.relay(response, post.identity.principal(), post.headers.sessionId());
        }
        // Also for a response that no call waits for: it may be late.
        Responses.empty(post.response, post.callback, HttpStatus.ACCEPTED_202);
    }

    private static int statusOf(@Nullable Message answer) {
        if (!(answer instanceof Message.ErrorResponse response)) {
            return HttpStatus.OK_200;
        }
        return switch (response.error().code()) {
            case McpError.METHOD_NOT_FOUND -> HttpStatus.NOT_FOUND_404;
            case McpError.HEADER_MISMATCH, McpError.MISSING_CLIENT_CAPABILITY, McpError.UNSUPPORTED_VERSION ->
                HttpStatus.BAD_REQUEST_400;
            default -> HttpStatus.OK_200;
        };
    }

    private static String messageOf(Exception e) {
        String message = e.getMessage();
        return message == null ? "unreadable message" : message;
    }

    private record Post(
            Request request,
            Response response,
            Callback callback,
            McpHeaders headers,
            Identity identity,
            MemoryBudget.Reservation memory) {
        HttpCall call(HttpCall.OnDisconnect onDisconnect) {
            return new HttpCall(request, response, callback, headers, onDisconnect, identity, memory);
        }

        void failAtCallLimit() {
            Responses.busy(response, callback, "call limit of this caller reached. Try again later.");
        }

        void failForUnknownSession(@Nullable RequestId id) {
            fail(
                    HttpStatus.NOT_FOUND_404,
                    id,
                    McpError.invalidRequest("unknown session. Send initialize to open a new one."));
        }

        void fail(int status, @Nullable RequestId id, McpError error) {
            Responses.error(response, callback, status, id, error);
        }
    }
}
