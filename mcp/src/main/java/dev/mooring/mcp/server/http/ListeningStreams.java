package dev.mooring.mcp.server.http;

import dev.mooring.mcp.server.Change;
import dev.mooring.mcp.server.LegacySession;
import dev.mooring.mcp.server.Listening;
import dev.mooring.mcp.wire.InFlight;
import java.io.IOException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** The legacy GET: a stream of changes for one session. Of several streams, each change goes on one. */
final class ListeningStreams {
    private final HttpSessions sessions;
    private final InFlight<HttpCall> inFlight;
    private final HttpLimits limits;

    ListeningStreams(HttpSessions sessions, InFlight<HttpCall> inFlight, HttpLimits limits) {
        this.sessions = sessions;
        this.inFlight = inFlight;
        this.limits = limits;
    }

    void serve(Request request, Response response, Callback callback, McpHeaders headers, @Nullable String principal) {
        String id = headers.sessionId();
        LegacySession session = id == null ? null : sessions.find(id, principal);
        if (id == null || session == null) {
            Replies.refusal(response, callback, HttpStatus.NOT_FOUND_404, "there is no such session");
        } else if (!headers.acceptsEvents()) {
            Replies.refusal(response, callback, HttpStatus.NOT_ACCEPTABLE_406, "Accept must include text/event-stream");
        } else if (inFlight.size() >= limits.maxStreams()) {
            Replies.refusal(response, callback, HttpStatus.SERVICE_UNAVAILABLE_503, "too many streams are open");
        } else {
            HttpCall call = new HttpCall(request, response, callback, headers, HttpCall.OnGone.CANCEL);
            inFlight.add(call);
            sessions.countStream(id, 1);
            try {
                tell(session.listening(), call);
            } finally {
                sessions.countStream(id, -1);
                inFlight.remove(call);
            }
        }
    }

    private static void tell(Listening listening, HttpCall call) {
        call.running().begin();
        Change change = null;
        try {
            call.open();
            call.watch();
            change = listening.take();
            while (change != null) {
                call.send(change.toNotification());
                change = listening.take();
            }
        } catch (IOException e) {
            if (change != null) {
                listening.giveBack(change);
            }
        } catch (InterruptedException e) {
            // The client has left, or the server stops.
        } finally {
            call.running().finish();
            call.end(null, HttpStatus.OK_200);
        }
    }
}
