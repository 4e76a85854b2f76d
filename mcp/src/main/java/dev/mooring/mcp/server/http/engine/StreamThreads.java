package dev.mooring.mcp.server.http.engine;

import dev.mooring.mcp.Methods;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Runs each listening stream on a virtual thread, because a stream would occupy a platform thread for hours. */
final class StreamThreads extends Handler.Wrapper {
    StreamThreads(Handler handler) {
        super(handler);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (Thread.currentThread().isVirtual() || !isStream(request)) {
            return super.handle(request, response, callback);
        }
        Thread.ofVirtual().name("mcp-http-stream").start(() -> serve(request, response, callback));
        return true;
    }

    private static boolean isStream(Request request) {
        return request.getMethod().equals("GET")
                ? request.getHeaders().contains(HttpHeader.ACCEPT, "text/event-stream")
                : Methods.LISTEN.equals(request.getHeaders().get("Mcp-Method"));
    }

    private void serve(Request request, Response response, Callback callback) {
        try {
            if (!super.handle(request, response, callback)) {
                Response.writeError(request, response, callback, HttpStatus.NOT_FOUND_404);
            }
        } catch (Exception e) {
            Response.writeError(request, response, callback, e);
        }
    }
}
