package dev.mooring.mcp.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.mcp.Json;
import java.util.ArrayList;
import java.util.List;
import org.apiguardian.api.API;
import tools.jackson.databind.node.ObjectNode;

/** The response of a {@link WebHandler}. Immutable. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class WebResponse {
    private final int status;
    private final List<Header> headers;
    private final byte[] body;

    /** One header. A name can occur more than once, as {@code Set-Cookie} does. */
    public record Header(String name, String value) {}

    private WebResponse(int status, List<Header> headers, byte[] body) {
        this.status = status;
        this.headers = headers;
        this.body = body;
    }

    /** Returns a response without a body. */
    public static WebResponse of(int status) {
        return new WebResponse(status, List.of(), new byte[0]);
    }

    /** Returns a response with a text in UTF-8. */
    public static WebResponse of(int status, String contentType, String body) {
        return new WebResponse(status, List.of(new Header("Content-Type", contentType)), body.getBytes(UTF_8));
    }

    /** Returns a response with a JSON object. */
    public static WebResponse json(int status, ObjectNode body) {
        return of(status, "application/json", Json.text(body));
    }

    /** Returns this response with a further header. */
    public WebResponse with(String name, String value) {
        List<Header> more = new ArrayList<>(headers);
        more.add(new Header(name, value));
        return new WebResponse(status, List.copyOf(more), body);
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
}
