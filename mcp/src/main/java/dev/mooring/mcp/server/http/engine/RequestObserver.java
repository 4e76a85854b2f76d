package dev.mooring.mcp.server.http.engine;

import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;

/** Observes every request of a web server, on the thread of the request. */
public interface RequestObserver {
    /** Prepares a request for its handler. */
    void onStart(Request request);

    /** Returns whether a handler has authenticated the sender of a request. */
    boolean isAccepted(Request request);

    /** Called when a response is complete, or has failed. */
    void onEnd(Request request, Response response);
}
