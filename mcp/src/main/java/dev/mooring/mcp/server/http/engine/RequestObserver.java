package dev.mooring.mcp.server.http.engine;

import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;

/** Sees every request of a web server, on the thread of the request. */
public interface RequestObserver {
    /** Prepares a request for its handler. */
    void onStart(Request request);

    /** Returns whether a handler has identified the sender of a request and let it in. */
    boolean isAccepted(Request request);

    /** Notes that a response is complete, or that it has failed. */
    void onEnd(Request request, Response response);
}
