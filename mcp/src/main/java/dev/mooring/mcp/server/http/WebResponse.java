package dev.mooring.mcp.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Message;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The response of a {@link WebHandler}. Immutable. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class WebResponse {
    private final int status;
    private final List<Header> headers;
    private final byte[] body;
    private final @Nullable BodyWriter writer;

    /** Writes a body while the client reads it. */
    @FunctionalInterface
    @API(status = API.Status.EXPERIMENTAL, since = "0.1")
    public interface BodyWriter {
        /**
         * Writes the body and returns when it is complete. Each write reaches the client immediately.
         *
         * @throws IOException if the client has closed the connection; the response then ends without its rest
         */
        void writeTo(OutputStream body) throws IOException;
    }

    /** One header. A name can occur more than once, as {@code Set-Cookie} does. */
    public record Header(String name, String value) {}

    private WebResponse(int status, List<Header> headers, byte[] body, @Nullable BodyWriter writer) {
        this.status = status;
        this.headers = headers;
        this.body = body;
        this.writer = writer;
    }

    /** Returns a response without a body. */
    public static WebResponse of(int status) {
        return new WebResponse(status, List.of(), new byte[0], null);
    }

    /** Returns a response with a text in UTF-8. */
    public static WebResponse of(int status, String contentType, String body) {
        return new WebResponse(status, List.of(new Header("Content-Type", contentType)), body.getBytes(UTF_8), null);
    }

    /** Returns a response with a copy of the bytes. */
    public static WebResponse of(int status, String contentType, byte[] body) {
        return new WebResponse(status, List.of(new Header("Content-Type", contentType)), body.clone(), null);
    }

    /** Returns a response whose body is written on the thread of the request. */
    public static WebResponse streamed(int status, String contentType, BodyWriter writer) {
        return new WebResponse(status, List.of(new Header("Content-Type", contentType)), new byte[0], writer);
    }

    /** Returns a response with a JSON object. */
    public static WebResponse json(int status, ObjectNode body) {
        return of(status, "application/json", Json.text(body));
    }

    /** Returns a response with a JSON-RPC error, the form in which the server refuses requests that no handler answers. */
    public static WebResponse error(int status, String reason) {
        var error = new McpError(status >= 500 ? McpError.INTERNAL_ERROR : McpError.INVALID_REQUEST, reason);
        return of(status, "application/json", new Message.ErrorResponse(null, error).toBytes());
    }

    /** Returns this response with a further header. */
    public WebResponse with(String name, String value) {
        List<Header> more = new ArrayList<>(headers);
        more.add(new Header(name, value));
        return new WebResponse(status, List.copyOf(more), body, writer);
    }

    /** Returns this response with a header, unless it already has one of this case-insensitive name. */
    public WebResponse withDefault(String name, String value) {
        return headers.stream().anyMatch(header -> header.name().equalsIgnoreCase(name)) ? this : with(name, value);
    }

    /** Returns the HTTP status. */
    public int status() {
        return status;
    }

    /** Returns the headers. */
    public List<Header> headers() {
        return headers;
    }

    /** Returns a copy of the body. */
    public byte[] body() {
        return body.clone();
    }

    /** Returns the body, which must not be changed. */
    ByteBuffer content() {
        return ByteBuffer.wrap(body);
    }

    /** Returns the writer of a streamed body, or null if the response has the whole body. */
    @Nullable
    BodyWriter writer() {
        return writer;
    }
}
