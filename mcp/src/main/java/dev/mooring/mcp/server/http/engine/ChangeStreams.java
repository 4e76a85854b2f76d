package dev.mooring.mcp.server.http.engine;

import dev.mooring.mcp.server.changes.Change;
import dev.mooring.mcp.server.changes.ChangeQueue;
import dev.mooring.mcp.server.engine.Identity;
import dev.mooring.mcp.server.engine.MemoryBudget;
import dev.mooring.mcp.wire.InFlight;
import java.io.IOException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Serves the legacy GET: a stream of changes for one session. If a session has several streams, each change goes to one. */
final class ChangeStreams {
    private final HttpSessions sessions;
    private final InFlight<HttpCall> inFlight;
    private final int maxStreams;
    private final MemoryBudget memory;

    ChangeStreams(HttpSessions sessions, InFlight<HttpCall> inFlight, int maxStreams, MemoryBudget memory) {
        this.sessions = sessions;
        this.inFlight = inFlight;
        this.maxStreams = maxStreams;
        this.memory = memory;
    }

    void serve(Request request, Response response, Callback callback, McpHeaders headers, Identity identity) {
        String id = headers.sessionId();
        try (HttpSessions.Use use = id == null ? null : sessions.use(id, identity.principal())) {
            if (use == null) {
                Responses.error(
                        response,
                        callback,
                        HttpStatus.NOT_FOUND_404,
                        "unknown session. Send initialize to open a new one.");
            } else if (!headers.acceptsEvents()) {
                Responses.error(
                        response, callback, HttpStatus.NOT_ACCEPTABLE_406, "Accept must include text/event-stream");
            } else if (isFull(inFlight, maxStreams, identity)) {
                Responses.busy(
                        response,
                        callback,
                        "stream limit reached (" + maxStreams
                                + ", half of it per caller). Close a stream, or try again later.");
            } else {
                HttpCall call = new HttpCall(
                        request,
                        response,
                        callback,
                        headers,
                        HttpCall.OnDisconnect.CANCEL,
                        identity,
                        memory.reserve(identity.key()));
                inFlight.add(call);
                try {
                    sendChanges(use.session().changes(), call);
                } finally {
                    inFlight.remove(call);
                }
            }
        }
    }

    /** Returns whether one more stream would exceed the limit, or the half of it that one caller can have. */
    static boolean isFull(InFlight<HttpCall> inFlight, int maxStreams, Identity identity) {
        int open = inFlight.size();
        return open >= maxStreams
                || (open >= maxStreams / 2
                        && inFlight.count(call -> call.caller().equals(identity.key())) >= maxStreams / 2);
    }

    private static void sendChanges(ChangeQueue changes, HttpCall call) {
        call.running().begin();
        Change change = null;
        try {
            call.open();
            call.watchForDisconnect();
            change = changes.take();
            while (change != null) {
                call.send(change.toNotification());
                change = changes.take();
            }
        } catch (IOException e) {
            // The client has disconnected. Another stream of the session can deliver the change.
            if (change != null) {
                changes.add(change);
            }
        } catch (InterruptedException e) {
            // The client has disconnected, or the server is stopping.
        } finally {
            call.running().finish();
            call.end(null, HttpStatus.OK_200);
        }
    }
}
