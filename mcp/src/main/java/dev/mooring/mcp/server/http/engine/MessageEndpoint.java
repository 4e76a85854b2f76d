package dev.mooring.mcp.server.http.engine;

import dev.mooring.mcp.Message;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.server.Caller;
import dev.mooring.mcp.server.engine.Dispatcher;
import dev.mooring.mcp.server.engine.Identity;
import dev.mooring.mcp.server.engine.LegacySession;
import dev.mooring.mcp.server.engine.MemoryBudget;
import dev.mooring.mcp.server.http.sessions.MessageRelay;
import dev.mooring.mcp.server.http.sessions.SessionStore;
import dev.mooring.mcp.server.http.sessions.SessionStoreUnavailable;
import dev.mooring.mcp.wire.InFlight;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves accepted HTTP requests of one endpoint: POST contains a message, GET opens a stream of changes for a legacy
 * session, DELETE ends a session. Everything runs on the thread of the request, except a maintenance thread that keeps
 * long calls alive and expires idle sessions.
 */
public final class MessageEndpoint {
    private static final Logger LOG = LoggerFactory.getLogger(MessageEndpoint.class);
    private static final Duration MAINTENANCE_INTERVAL = Duration.ofMillis(250);

    /** Most calls are shorter, so most connections need not be watched for a disconnection. */
    private static final Duration WATCH_AFTER = Duration.ofMillis(200);

    /** How often the sessions in use are renewed in the store. */
    private static final Duration RENEWAL_INTERVAL = Duration.ofSeconds(30);

    /** How long cancelled calls may take to end. */
    private static final Duration CANCEL_TIMEOUT = Duration.ofSeconds(1);

    private final Limits limits;
    private final Dispatcher dispatcher;
    private final boolean modernOnly;
    private final InFlight<HttpCall> inFlight = new InFlight<>();
    private final HttpSessions sessions;
    private final PostHandler posts;
    private final ChangeStreams streams;
    private volatile boolean draining;
    private volatile Thread maintenance = Thread.ofVirtual().unstarted(() -> {});

    /** The limits of an endpoint; see {@code HttpLimits}. */
    public record Limits(
            int maxBodyBytes,
            int maxSessions,
            Duration sessionIdleTimeout,
            int maxStreams,
            int maxRunningPerCaller,
            Duration keepAliveInterval) {}

    /**
     * Creates an endpoint; {@link #start} starts its maintenance.
     *
     * @param store keeps the sessions of legacy clients beyond this process
     * @param prefersLegacy whether to refuse {@code server/discover}, so that dual-era clients choose the legacy one
     * @param relay receives messages about calls that this process does not run
     */
    public MessageEndpoint(
            Dispatcher dispatcher,
            Limits limits,
            MemoryBudget memory,
            SessionStore store,
            BooleanSupplier prefersLegacy,
            MessageRelay relay) {
        this.dispatcher = dispatcher;
        this.limits = limits;
        modernOnly = dispatcher.isModernOnly();
        sessions = new HttpSessions(limits.maxSessions(), limits.sessionIdleTimeout(), store, (id, stored) -> {
            LegacySession reopened = dispatcher.reopen(id, stored);
            reopened.countIn(memory.reserve(Identity.of(stored.principal()).key()));
            return reopened;
        });
        posts = new PostHandler(dispatcher, sessions, inFlight, limits, memory, prefersLegacy, relay);
        streams = new ChangeStreams(sessions, inFlight, limits.maxStreams(), memory);
    }

    /** Returns the number of open legacy sessions. */
    public int sessionCount() {
        return sessions.size();
    }

    /** Returns the number of requests in flight, listening streams included. */
    public int callsInFlight() {
        return inFlight.size();
    }

    /** Returns whether {@link #drain} was called. */
    public boolean isDraining() {
        return draining;
    }

    /** Serves a request of an accepted caller. */
    public void serve(Request request, Response response, Callback callback, McpHeaders headers, Identity identity) {
        try {
            serveMethod(request, response, callback, headers, identity);
        } catch (SessionStoreUnavailable e) {
            Responses.busy(response, callback, String.valueOf(e.getMessage()));
        }
    }

    private void serveMethod(
            Request request, Response response, Callback callback, McpHeaders headers, Identity identity) {
        switch (request.getMethod()) {
            case "POST" -> posts.serve(request, response, callback, headers, identity);
            case "GET" -> {
                if (modernOnly || headers.sessionId() == null) {
                    methodNotAllowed(response, callback);
                } else {
                    streams.serve(request, response, callback, headers, identity);
                }
            }
            case "DELETE" -> {
                if (modernOnly) {
                    methodNotAllowed(response, callback);
                } else {
                    endSession(response, callback, headers, identity.principal());
                }
            }
            default -> methodNotAllowed(response, callback);
        }
    }

    private void endSession(Response response, Callback callback, McpHeaders headers, @Nullable String principal) {
        String id = headers.sessionId();
        if (id == null) {
            Responses.error(response, callback, HttpStatus.BAD_REQUEST_400, "Mcp-Session-Id is missing");
            return;
        }
        Caller ended = sessions.end(id, principal);
        if (ended == null) {
            Responses.error(
                    response,
                    callback,
                    HttpStatus.NOT_FOUND_404,
                    "unknown session. Send initialize to open a new one.");
        } else {
            dispatcher.onSessionDeleted(ended);
            Responses.empty(response, callback, HttpStatus.NO_CONTENT_204);
        }
    }

    /** Accepts a message that another process of the server has {@linkplain MessageRelay relayed}. */
    public void accept(Message message, @Nullable String principal, @Nullable String sessionId) {
        switch (message) {
            case Message.Result _, Message.ErrorResponse _ -> dispatcher.accept(message, principal);
            case Message.Notification notification
            when notification.method().equals(Methods.CANCELLED) -> {
                LegacySession session = sessionId == null ? null : sessions.findOpen(sessionId, principal);
                if (session != null) {
                    PostHandler.cancel(session, notification);
                }
            }
            case Message.Notification _, Message.Request _ -> {
                // Other messages concern no call.
            }
        }
    }

    private void methodNotAllowed(Response response, Callback callback) {
        response.getHeaders().put(HttpHeader.ALLOW, modernOnly ? "POST, OPTIONS" : "POST, GET, DELETE, OPTIONS");
        Responses.error(response, callback, HttpStatus.METHOD_NOT_ALLOWED_405, "this HTTP method is not allowed here");
    }

    /** Starts the maintenance thread. */
    public void start() {
        draining = false;
        maintenance = Thread.ofVirtual().name("mcp-http-maintenance").start(this::maintain);
    }

    private void maintain() {
        long renewed = System.nanoTime();
        try {
            while (true) {
                Thread.sleep(MAINTENANCE_INTERVAL);
                long now = System.nanoTime();
                if (now - renewed > RENEWAL_INTERVAL.toNanos()) {
                    renewed = now;
                    runOrLog(sessions::renewInStore);
                }
                inFlight.forEach(call -> runOrLog(() -> call.maintain(now, WATCH_AFTER, limits.keepAliveInterval())));
                runOrLog(sessions::expireIdle);
            }
        } catch (InterruptedException e) {
            // stop() ends the thread.
        }
    }

    /** A task can fail because of code outside this module, such as an authenticator. */
    private static void runOrLog(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            LOG.error("A maintenance task failed; it runs again", e);
        }
    }

    /** Refuses new requests, ends listening streams, and waits for calls in flight; cancels them at the timeout. */
    public void drain(Duration timeout) {
        draining = true;
        sessions.closeAll();
        inFlight.forEach(call -> call.running().requestStop());
        inFlight.awaitNone(timeout);
        inFlight.forEach(call -> call.running().cancel());
        inFlight.awaitNone(CANCEL_TIMEOUT);
    }

    /** Ends the maintenance thread. */
    public void stop() {
        maintenance.interrupt();
    }
}
