package dev.mooring.mcp.server.http.engine;

import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.RequestId;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Writes complete responses, and the head of event streams. */
public final class Responses {
    private static final HttpField JSON = new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, "application/json");
    private static final HttpField EVENTS = new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, "text/event-stream");
    private static final HttpField CLOSE =
            new PreEncodedHttpField(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE.asString());
    private static final HttpField NO_CACHE = new PreEncodedHttpField(HttpHeader.CACHE_CONTROL, "no-cache");
    private static final HttpField NO_BUFFERING = new PreEncodedHttpField("X-Accel-Buffering", "no");

    private Responses() {}

    static void json(Response response, Callback callback, int status, byte[] body) {
        response.setStatus(status);
        response.getHeaders().put(JSON);
        write(response, ByteBuffer.wrap(body), callback);
    }

    /**
     * Writes a complete response. If the body of the request has not arrived yet, Jetty closes the connection afterwards, so the
     * response says so. Otherwise the client would lose its next request on that connection.
     */
    public static void write(Response response, @Nullable ByteBuffer body, Callback callback) {
        if (!response.getRequest().consumeAvailable()) {
            response.getHeaders().put(CLOSE);
        }
        response.write(true, body, callback);
    }

    static void eventStream(Response response) {
        response.setStatus(HttpStatus.OK_200);
        response.getHeaders().put(EVENTS).put(NO_CACHE).put(NO_BUFFERING);
    }

    static void empty(Response response, Callback callback, int status) {
        response.setStatus(status);
        write(response, null, callback);
    }

    /** Writes a JSON-RPC error. */
    static void error(Response response, Callback callback, int status, @Nullable RequestId id, McpError error) {
        json(response, callback, status, new Message.ErrorResponse(id, error).toBytes());
    }

    /** Writes the error for a request that the server cannot serve now, but perhaps a second later. */
    static void busy(Response response, Callback callback, String reason) {
        response.getHeaders().put(HttpHeader.RETRY_AFTER, 1);
        error(
                response,
                callback,
                HttpStatus.SERVICE_UNAVAILABLE_503,
                null,
                new McpError(McpError.INTERNAL_ERROR, reason));
    }

    /** Writes the JSON-RPC error for a request that contains no valid message. */
    public static void error(Response response, Callback callback, int status, String reason) {
        error(response, callback, status, null, McpError.invalidRequest(reason));
    }
}
