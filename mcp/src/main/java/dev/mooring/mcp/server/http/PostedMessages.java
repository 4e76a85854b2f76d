package dev.mooring.mcp.server.http;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import dev.mooring.mcp.MalformedMessage;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.ProtocolVersion;
import dev.mooring.mcp.RequestId;
import dev.mooring.mcp.server.Caller;
import dev.mooring.mcp.server.Dispatcher;
import dev.mooring.mcp.server.LegacySession;
import dev.mooring.mcp.server.Refusal;
import dev.mooring.mcp.wire.InFlight;
import java.io.IOException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** A POST brings one message. Everything runs on the thread of its HTTP request. */
final class PostedMessages {
    private final Dispatcher dispatcher;
    private final HttpSessions sessions;
    private final InFlight<HttpCall> inFlight;
    private final HttpLimits limits;

    PostedMessages(Dispatcher dispatcher, HttpSessions sessions, InFlight<HttpCall> inFlight, HttpLimits limits) {
        this.dispatcher = dispatcher;
        this.sessions = sessions;
        this.inFlight = inFlight;
        this.limits = limits;
    }

    void serve(Request request, Response response, Callback callback, McpHeaders headers, @Nullable String principal) {
        if (!headers.isJson()) {
            Replies.refusal(
                    response, callback, HttpStatus.UNSUPPORTED_MEDIA_TYPE_415, "Content-Type must be application/json");
            return;
        }
        if (!headers.acceptsJson()) {
            Replies.refusal(
                    response,
                    callback,
                    HttpStatus.NOT_ACCEPTABLE_406,
                    "Accept must include application/json and text/event-stream");
            return;
        }
        Post post = new Post(request, response, callback, headers, principal);
        try {
            serve(post, Message.from(Json.parse(RequestBody.read(request, limits.maxBodyBytes()))));
        } catch (RequestBody.TooLong e) {
            Replies.refusal(response, callback, HttpStatus.PAYLOAD_TOO_LARGE_413, "the body is too long");
        } catch (MalformedJson e) {
            post.refuse(HttpStatus.BAD_REQUEST_400, null, McpError.parseError(said(e)));
        } catch (MalformedMessage e) {
            post.refuse(HttpStatus.BAD_REQUEST_400, e.id(), McpError.invalidRequest(said(e)));
        } catch (IOException e) {
            Replies.refusal(response, callback, HttpStatus.BAD_REQUEST_400, "the body cannot be read");
        }
    }

    private void serve(Post post, Message message) {
        switch (message) {
            case Message.Request request -> serve(post, request);
            case Message.Notification notification -> serve(post, notification);
            case Message.Result result -> accept(post, result);
            case Message.Failure failure -> accept(post, failure);
        }
    }

    private void serve(Post post, Message.Request request) {
        try {
            if (isModern(post.headers, request)) {
                serveModern(post, request);
            } else if (request.method().equals(Methods.INITIALIZE)) {
                open(post, request);
            } else {
                serveLegacy(post, request);
            }
        } catch (Refusal refusal) {
            post.refuse(HttpStatus.BAD_REQUEST_400, request.id(), refusal.error());
        }
    }

    private static boolean isModern(McpHeaders headers, Message.Request request) {
        return Dispatcher.isModern(request) || !isLegacy(headers.version());
    }

    /** A version that is named in the header only and that nobody knows is judged by the modern rules. */
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
        Caller caller = dispatcher.modernCaller(request, post.principal);
        if (request.method().equals(Methods.LISTEN) && inFlight.size() >= limits.maxStreams()) {
            post.refuse(
                    HttpStatus.SERVICE_UNAVAILABLE_503,
                    request.id(),
                    new McpError(McpError.INTERNAL_ERROR, "Too many streams are open"));
            return;
        }
        HttpCall call = post.call(HttpCall.OnGone.CANCEL);
        inFlight.add(call);
        try {
            if (request.method().equals(Methods.LISTEN)) {
                call.watch();
            }
            Message answer = dispatcher.answer(request, caller, call.running(), call);
            call.end(answer, statusOf(answer));
        } finally {
            inFlight.remove(call);
        }
    }

    private void serveLegacy(Post post, Message.Request request) throws Refusal {
        LegacySession session = sessionOf(post, request.id());
        if (session == null) {
            return;
        }
        HttpCall call = post.call(HttpCall.OnGone.GO_ON);
        if (!session.begin(request.id(), call.running())) {
            throw new Refusal(McpError.invalidRequest("a request with this id is still being answered"));
        }
        inFlight.add(call);
        try {
            Message answer;
            try {
                answer = dispatcher.answer(request, session, call.running(), call);
            } finally {
                String sessionId = post.headers.sessionId();
                if (sessionId != null) {
                    sessions.used(sessionId);
                }
                // Before the answer is out: from then on the client may use the id again.
                session.end(request.id());
            }
            call.end(answer, HttpStatus.OK_200);
        } finally {
            inFlight.remove(call);
        }
    }

    private void open(Post post, Message.Request request) throws Refusal {
        String id = SessionIds.next();
        Dispatcher.Opening opening = dispatcher.open(request, post.principal, id);
        sessions.add(id, opening.session());
        post.response.getHeaders().put("Mcp-Session-Id", id);
        Replies.json(
                post.response,
                post.callback,
                HttpStatus.OK_200,
                new Message.Result(request.id(), opening.result()).toBytes());
    }

    /** The session that a legacy request belongs to; null if it names one that is gone, which has been answered. */
    private @Nullable LegacySession sessionOf(Post post, @Nullable RequestId id) throws Refusal {
        String sessionId = post.headers.sessionId();
        if (sessionId == null) {
            String version = post.headers.version();
            return dispatcher.withoutSession(
                    version == null ? ProtocolVersion.ASSUMED_WITHOUT_HEADER : new ProtocolVersion(version),
                    post.principal);
        }
        LegacySession session = sessions.find(sessionId, post.principal);
        if (session == null) {
            post.refuse(
                    HttpStatus.NOT_FOUND_404, id, McpError.invalidRequest("there is no such session: initialize anew"));
        }
        return session;
    }

    private void serve(Post post, Message.Notification notification) {
        try {
            // A session id means nothing to the modern era, where HTTP knows no notifications from clients.
            if (post.headers.sessionId() != null && isLegacy(post.headers.version())) {
                LegacySession session = sessionOf(post, null);
                if (session == null) {
                    return;
                }
                if (notification.method().equals(Methods.CANCELLED)) {
                    RequestId id = RequestId.from(
                            notification.params() == null
                                    ? null
                                    : notification.params().get("requestId"));
                    if (id != null) {
                        session.cancel(id);
                    }
                }
            }
            Replies.empty(post.response, post.callback, HttpStatus.ACCEPTED_202);
        } catch (Refusal refusal) {
            post.refuse(HttpStatus.BAD_REQUEST_400, null, refusal.error());
        }
    }

    private void accept(Post post, Message answer) {
        dispatcher.accept(answer, post.principal);
        // The same for an answer that nobody waits for: it may just have come too late.
        Replies.empty(post.response, post.callback, HttpStatus.ACCEPTED_202);
    }

    private static int statusOf(@Nullable Message answer) {
        if (!(answer instanceof Message.Failure failure)) {
            return HttpStatus.OK_200;
        }
        return switch (failure.error().code()) {
            case McpError.METHOD_NOT_FOUND -> HttpStatus.NOT_FOUND_404;
            case McpError.HEADER_MISMATCH, McpError.MISSING_CLIENT_CAPABILITY, McpError.UNSUPPORTED_VERSION ->
                HttpStatus.BAD_REQUEST_400;
            default -> HttpStatus.OK_200;
        };
    }

    private static String said(Exception e) {
        String message = e.getMessage();
        return message == null ? "it cannot be read" : message;
    }

    private record Post(
            Request request,
            Response response,
            Callback callback,
            McpHeaders headers,
            @Nullable String principal) {
        HttpCall call(HttpCall.OnGone onGone) {
            return new HttpCall(request, response, callback, headers, onGone);
        }

        void refuse(int status, @Nullable RequestId id, McpError error) {
            Replies.refusal(response, callback, status, id, error);
        }
    }
}
