package dev.mooring.mcp.server.http.engine;

import dev.mooring.mcp.server.changes.Change;
import dev.mooring.mcp.server.changes.ChangeQueue;
import dev.mooring.mcp.wire.InFlight;
import java.io.IOException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Serves the legacy GET: a stream of changes for one session. If a session has several streams, each change goes to one. */
final class ChangeStreams {
    private final HttpSessions sessions;
    private final InFlight<HttpCall> inFlight;
    private final int maxStreams;

    ChangeStreams(HttpSessions sessions, InFlight<HttpCall> inFlight, int maxStreams) {
        this.sessions = sessions;
        this.inFlight = inFlight;
        this.maxStreams = maxStreams;
    }

    void serve(Request request, Response response, Callback callback, McpHeaders headers, @Nullable String principal) {
        String id = headers.sessionId();
        try (HttpSessions.Use use = id == null ? null : sessions.use(id, principal)) {
            if (use == null) {
                Responses.error(response, callback, HttpStatus.NOT_FOUND_404, "unknown session");
            } else if (!headers.acceptsEvents()) {
                Responses.error(
                        response, callback, HttpStatus.NOT_ACCEPTABLE_406, "Accept must include text/event-stream");
            } else if (inFlight.size() >= maxStreams) {
                Responses.error(
                        response,
                        callback,
                        HttpStatus.SERVICE_UNAVAILABLE_503,
                        "stream limit reached (" + maxStreams + ")");
            } else {
                HttpCall call = new HttpCall(request, response, callback, headers, HttpCall.OnDisconnect.CANCEL);
                inFlight.add(call);
                try {
                    sendChanges(use.session().changes(), call);
                } finally {
                    inFlight.remove(call);
                }
            }
        }
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
