package dev.mooring.app.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.mcp.Json;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import tools.jackson.databind.JsonNode;

/** Writes the responses of pages. */
public final class PageResponse {
    private PageResponse() {}

    /** Sends a page or a fragment of one. */
    public static void html(Response response, Callback callback, int status, Html body) {
        send(
                response,
                callback,
                status,
                "text/html; charset=utf-8",
                body.toString().getBytes(UTF_8));
    }

    /** Sends JSON. */
    public static void json(Response response, Callback callback, int status, JsonNode body) {
        send(response, callback, status, "application/json", Json.bytes(body));
    }

    /** Sends {@code {"problem": reason}}, which the scripts of the pages show to the person. */
    public static void problem(Response response, Callback callback, int status, String reason) {
        json(response, callback, status, Json.object().put("problem", reason));
    }

    /** Redirects to another page of this service. */
    public static void redirect(Response response, Callback callback, String path) {
        response.setStatus(HttpStatus.SEE_OTHER_303);
        response.getHeaders().put(HttpHeader.LOCATION, path);
        response.write(true, ByteBuffer.allocate(0), callback);
    }

    /** Sends bytes of a media type. */
    public static void send(Response response, Callback callback, int status, String type, byte[] body) {
        response.setStatus(status);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, type).put(HttpHeader.CONTENT_LENGTH, body.length);
        response.write(true, ByteBuffer.wrap(body), callback);
    }
}
