package dev.mooring.mcp.server.http.engine;

import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** The CORS headers that let a web page of an allowed origin call the endpoint. */
public final class CrossOrigin {
    private static final HttpField VARY = new PreEncodedHttpField(HttpHeader.VARY, "Origin");
    private static final HttpField EXPOSED = new PreEncodedHttpField(
            "Access-Control-Expose-Headers", "Mcp-Session-Id, MCP-Protocol-Version, WWW-Authenticate");
    private static final HttpField METHODS =
            new PreEncodedHttpField("Access-Control-Allow-Methods", "POST, GET, DELETE, OPTIONS");
    // The star covers the Mcp-Param headers, whose names depend on the tools. It does not cover Authorization.
    private static final HttpField HEADERS = new PreEncodedHttpField(
            "Access-Control-Allow-Headers",
            "*, Authorization, Content-Type, Accept, Last-Event-ID, Mcp-Session-Id, MCP-Protocol-Version, Mcp-Method,"
                    + " Mcp-Name");
    private static final HttpField MAX_AGE = new PreEncodedHttpField("Access-Control-Max-Age", "600");

    private CrossOrigin() {}

    /**
     * Adds the headers for an allowed origin.
     *
     * @param origin the origin, or null if the request does not come from a web page
     */
    public static void allow(@Nullable String origin, Response response) {
        if (origin != null) {
            response.getHeaders()
                    .put("Access-Control-Allow-Origin", origin)
                    .put(VARY)
                    .put(EXPOSED);
        }
    }

    /** Answers a preflight request. */
    public static void preflight(Response response, Callback callback) {
        response.getHeaders().put(METHODS).put(HEADERS).put(MAX_AGE);
        Responses.empty(response, callback, HttpStatus.NO_CONTENT_204);
    }
}
