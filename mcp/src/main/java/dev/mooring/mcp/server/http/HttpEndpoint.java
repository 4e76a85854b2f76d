package dev.mooring.mcp.server.http;

import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.wire.InFlight;
import java.time.Duration;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server at one path of a web server. Requests run on the threads that the web server gives them to and hold them,
 * streams too. Paths that are not its own are left to other handlers.
 */
public final class HttpEndpoint extends Handler.Abstract {
    private static final Logger LOG = LoggerFactory.getLogger(HttpEndpoint.class);
    private static final Duration PULSE = Duration.ofMillis(250);

    /** Shorter calls are over before anybody could leave, and need no attention. */
    private static final Duration WATCH_AFTER = Duration.ofMillis(200);

    private static final Duration AFTER_CANCEL = Duration.ofSeconds(1);

    private final String path;
    private final AccessRules access;
    private final Authenticator authenticator;
    private final HttpLimits limits;
    private final boolean modernOnly;
    private final InFlight<HttpCall> inFlight = new InFlight<>();
    private final HttpSessions sessions;
    private final PostedMessages posts;
    private final ListeningStreams streams;
    private volatile boolean draining;
    private volatile Thread pulse = Thread.ofVirtual().unstarted(() -> {});

    private HttpEndpoint(Builder builder) {
        path = builder.path;
        access = builder.access;
        authenticator = builder.authenticator;
        limits = builder.limits;
        modernOnly = builder.server.dispatcher().isModernOnly();
        sessions = new HttpSessions(limits.maxSessions(), limits.sessionIdleTimeout());
        posts = new PostedMessages(builder.server.dispatcher(), sessions, inFlight, limits);
        streams = new ListeningStreams(sessions, inFlight, limits);
    }

    /**
     * Begins an endpoint.
     *
     * @param path such as {@code /mcp}
     */
    public static Builder builder(McpServer server, String path) {
        return new Builder(server, path);
    }

    public String path() {
        return path;
    }

    /** How many legacy sessions are held. */
    public int sessionCount() {
        return sessions.size();
    }

    /** How many requests are being answered, listening streams included. */
    public int callsInFlight() {
        return inFlight.size();
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        String requested = Request.getPathInContext(request);
        if (!requested.startsWith(path)) {
            return false;
        }
        String below = requested.substring(path.length());
        if (!below.isEmpty() && !below.startsWith("/")) {
            return false;
        }
        try {
            serve(request, response, callback, below);
        } catch (RuntimeException e) {
            LOG.error("A request failed", e);
            fail(response, callback, HttpStatus.INTERNAL_SERVER_ERROR_500, "the server failed");
        }
        return true;
    }

    private void serve(Request request, Response response, Callback callback, String below) {
        McpHeaders headers = new McpHeaders(request.getHeaders());
        if (!access.allowsHost(headers.host())) {
            Replies.refusal(response, callback, HttpStatus.FORBIDDEN_403, "this Host is not allowed");
            return;
        }
        if (!access.allowsOrigin(headers.origin())) {
            Replies.refusal(response, callback, HttpStatus.FORBIDDEN_403, "this Origin is not allowed");
            return;
        }
        CrossOrigin.allow(headers.origin(), response);
        if (request.getMethod().equals("OPTIONS")) {
            CrossOrigin.preflight(response, callback);
            return;
        }
        if (draining) {
            Replies.refusal(response, callback, HttpStatus.SERVICE_UNAVAILABLE_503, "the server is stopping");
            return;
        }
        switch (authenticate(request, headers, below)) {
            case Authentication.Rejected denied -> deny(response, callback, denied);
            case Authentication.Accepted granted -> dispatch(request, response, callback, headers, granted);
        }
    }

    private Authentication authenticate(Request request, McpHeaders headers, String below) {
        return authenticator.authenticate(
                new IncomingRequest(() -> Request.getRemoteAddr(request), below, headers::get));
    }

    private void dispatch(
            Request request,
            Response response,
            Callback callback,
            McpHeaders headers,
            Authentication.Accepted granted) {
        switch (request.getMethod()) {
            case "POST" -> posts.serve(request, response, callback, headers, granted.principal());
            case "GET" -> {
                if (modernOnly || headers.sessionId() == null) {
                    methodNotAllowed(response, callback);
                } else {
                    streams.serve(request, response, callback, headers, granted.principal());
                }
            }
            case "DELETE" -> {
                if (modernOnly) {
                    methodNotAllowed(response, callback);
                } else {
                    endSession(response, callback, headers, granted);
                }
            }
            default -> methodNotAllowed(response, callback);
        }
    }

    private void endSession(Response response, Callback callback, McpHeaders headers, Authentication.Accepted granted) {
        String id = headers.sessionId();
        if (id == null) {
            Replies.refusal(response, callback, HttpStatus.BAD_REQUEST_400, "Mcp-Session-Id is missing");
        } else if (sessions.remove(id, granted.principal())) {
            Replies.empty(response, callback, HttpStatus.NO_CONTENT_204);
        } else {
            Replies.refusal(response, callback, HttpStatus.NOT_FOUND_404, "there is no such session");
        }
    }

    private void methodNotAllowed(Response response, Callback callback) {
        response.getHeaders().put(HttpHeader.ALLOW, modernOnly ? "POST, OPTIONS" : "POST, GET, DELETE, OPTIONS");
        Replies.refusal(response, callback, HttpStatus.METHOD_NOT_ALLOWED_405, "this method does not apply here");
    }

    private static void deny(Response response, Callback callback, Authentication.Rejected denied) {
        if (denied.challenge() != null) {
            response.getHeaders().put(HttpHeader.WWW_AUTHENTICATE, denied.challenge());
        }
        Replies.refusal(response, callback, denied.status(), denied.reason());
    }

    private static void fail(Response response, Callback callback, int status, String reason) {
        if (response.isCommitted()) {
            callback.failed(new IllegalStateException(reason));
        } else {
            Replies.refusal(response, callback, status, reason);
        }
    }

    @Override
    protected void doStart() throws Exception {
        draining = false;
        pulse = Thread.ofVirtual().name("mcp-http-pulse").start(this::beat);
        super.doStart();
    }

    private void beat() {
        try {
            while (true) {
                Thread.sleep(PULSE);
                long now = System.nanoTime();
                inFlight.forEach(call -> call.attend(now, WATCH_AFTER, limits.keepAliveInterval()));
                sessions.sweep(now);
            }
        } catch (InterruptedException e) {
            // Stopped.
        }
    }

    /** Takes no more requests, ends listening streams, and lets calls finish until the deadline. */
    public void drain(Duration patience) {
        draining = true;
        sessions.closeAll();
        inFlight.forEach(call -> call.running().windDown());
        inFlight.awaitNone(patience);
        inFlight.forEach(call -> call.running().cancel());
        inFlight.awaitNone(AFTER_CANCEL);
    }

    @Override
    protected void doStop() throws Exception {
        drain(Duration.ZERO);
        pulse.interrupt();
        super.doStop();
    }

    /** An endpoint in the making. */
    public static final class Builder {
        private final McpServer server;
        private final String path;
        private AccessRules access = AccessRules.loopbackOnly();
        private Authenticator authenticator = Authenticator.NONE;
        private HttpLimits limits = HttpLimits.DEFAULT;

        private Builder(McpServer server, String path) {
            if (!path.startsWith("/") || (path.length() > 1 && path.endsWith("/"))) {
                throw new IllegalArgumentException("a path such as /mcp, not " + path);
            }
            this.server = server;
            this.path = path;
        }

        public Builder access(AccessRules access) {
            this.access = access;
            return this;
        }

        /** Who is let in; also asked for paths below the endpoint's own. */
        public Builder authenticator(Authenticator authenticator) {
            this.authenticator = authenticator;
            return this;
        }

        public Builder limits(HttpLimits limits) {
            this.limits = limits;
            return this;
        }

        public HttpEndpoint build() {
            return new HttpEndpoint(this);
        }
    }
}
