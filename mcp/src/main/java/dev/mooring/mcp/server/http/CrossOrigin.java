package dev.mooring.mcp.server.http;

import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** What browsers need to hear before a page of an allowed origin may talk to us. */
final class CrossOrigin {
    private static final HttpField VARY = new PreEncodedHttpField(HttpHeader.VARY, "Origin");
    private static final HttpField EXPOSED = new PreEncodedHttpField(
            "Access-Control-Expose-Headers", "Mcp-Session-Id, MCP-Protocol-Version, WWW-Authenticate");
    private static final HttpField METHODS =
            new PreEncodedHttpField("Access-Control-Allow-Methods", "POST, GET, DELETE, OPTIONS");
    // The star stands for the Mcp-Param headers, whose names depend on the tools; it does not cover Authorization.
    private static final HttpField HEADERS = new PreEncodedHttpField(
            "Access-Control-Allow-Headers",
            "*, Authorization, Content-Type, Accept, Last-Event-ID, Mcp-Session-Id, MCP-Protocol-Version, Mcp-Method,"
                    + " Mcp-Name");
    private static final HttpField MAX_AGE = new PreEncodedHttpField("Access-Control-Max-Age", "600");

    private CrossOrigin() {}

    /** @param origin one that is allowed, or null where no page asks */
    static void allow(@Nullable String origin, Response response) {
        if (origin != null) {
            response.getHeaders()
                    .put("Access-Control-Allow-Origin", origin)
                    .put(VARY)
                    .put(EXPOSED);
        }
    }

    static void preflight(Response response, Callback callback) {
        response.getHeaders().put(METHODS).put(HEADERS).put(MAX_AGE);
        Replies.empty(response, callback, HttpStatus.NO_CONTENT_204);
    }
}
