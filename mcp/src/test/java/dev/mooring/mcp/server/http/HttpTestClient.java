package dev.mooring.mcp.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import dev.mooring.mcp.Meta;
import dev.mooring.mcp.wire.HeaderText;
import dev.mooring.mcp.wire.SseReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** An HTTP client for valid and invalid requests to an endpoint. */
public final class HttpTestClient implements AutoCloseable {
    static final String MODERN = "2026-07-28";

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI uri;
    private final AtomicLong ids = new AtomicLong();
    public final Map<String, String> headers = new LinkedHashMap<>();
    public ObjectNode capabilities = Json.object();

    public HttpTestClient(URI uri) {
        this.uri = uri;
    }

    /** A response with its whole body. */
    public record Reply(int status, HttpResponse<byte[]> response) {
        public ObjectNode json() {
            return Json.objectOf(new String(response.body(), UTF_8));
        }

        public @Nullable String header(String name) {
            return response.headers().firstValue(name).orElse(null);
        }

        public boolean isStream() {
            return response.headers()
                    .firstValue("Content-Type")
                    .filter("text/event-stream"::equals)
                    .isPresent();
        }

        /** Returns the messages of an event stream, or the one message of a plain JSON response. */
        public List<ObjectNode> messages() throws IOException {
            if (!isStream()) {
                return List.of(json());
            }
            List<ObjectNode> messages = new ArrayList<>();
            SseReader reader = new SseReader(new ByteArrayInputStream(response.body()), 1 << 20);
            SseReader.Event event = reader.next();
            while (event != null) {
                messages.add(Json.objectOf(event.data()));
                event = reader.next();
            }
            return messages;
        }

        public int errorCode() {
            return json().path("error").path("code").intValue();
        }
    }

    public Reply modern(String method, @Nullable ObjectNode params) throws IOException, InterruptedException {
        return post(modernBody(method, params), modernHeaders(method, params));
    }

    public ObjectNode modernBody(String method, @Nullable ObjectNode params) {
        ObjectNode all = Json.shallowCopy(params);
        ObjectNode meta = Json.shallowCopy(Json.objectAt(all, Meta.FIELD)).put(Meta.PROTOCOL_VERSION, MODERN);
        meta.set(Meta.CLIENT_CAPABILITIES, capabilities);
        all.set(Meta.FIELD, meta);
        return request(method, all);
    }

    public static Map<String, String> modernHeaders(String method, @Nullable ObjectNode params) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("MCP-Protocol-Version", MODERN);
        headers.put("Mcp-Method", method);
        String name = Json.stringAt(params, method.equals("resources/read") ? "uri" : "name");
        if (name != null) {
            headers.put("Mcp-Name", HeaderText.encode(name));
        }
        return headers;
    }

    public Reply legacy(String method, @Nullable ObjectNode params, @Nullable String session)
            throws IOException, InterruptedException {
        return post(request(method, params), sessionHeader(session));
    }

    /** Opens a legacy session and returns its id. */
    public String initialize() throws IOException, InterruptedException {
        ObjectNode params = Json.object().put("protocolVersion", "2025-11-25");
        params.set("capabilities", capabilities);
        params.putObject("clientInfo").put("name", "test-client").put("version", "1");
        Reply reply = post(request("initialize", params), Map.of());
        String session = reply.header("Mcp-Session-Id");
        if (session == null) {
            throw new AssertionError("No session: " + reply.json());
        }
        return session;
    }

    public ObjectNode request(String method, @Nullable ObjectNode params) {
        ObjectNode body = Json.object()
                .put("jsonrpc", "2.0")
                .put("id", ids.incrementAndGet())
                .put("method", method);
        if (params != null) {
            body.set("params", params);
        }
        return body;
    }

    public Reply post(ObjectNode body, Map<String, String> extraHeaders) throws IOException, InterruptedException {
        return post(Json.bytes(body), extraHeaders);
    }

    public Reply post(byte[] body, Map<String, String> extraHeaders) throws IOException, InterruptedException {
        HttpResponse<byte[]> response = http.send(
                builder(extraHeaders)
                        .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                        .build(),
                HttpResponse.BodyHandlers.ofByteArray());
        return new Reply(response.statusCode(), response);
    }

    /** Sends a request whose response is read event by event. */
    public Streaming stream(ObjectNode body, Map<String, String> extraHeaders)
            throws IOException, InterruptedException {
        return new Streaming(http.send(
                builder(extraHeaders)
                        .POST(HttpRequest.BodyPublishers.ofByteArray(Json.bytes(body)))
                        .build(),
                HttpResponse.BodyHandlers.ofInputStream()));
    }

    public Streaming get(Map<String, String> extraHeaders) throws IOException, InterruptedException {
        return new Streaming(http.send(builder(extraHeaders).GET().build(), HttpResponse.BodyHandlers.ofInputStream()));
    }

    public Reply send(String method, Map<String, String> extraHeaders) throws IOException, InterruptedException {
        HttpResponse<byte[]> response = http.send(
                builder(extraHeaders)
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .build(),
                HttpResponse.BodyHandlers.ofByteArray());
        return new Reply(response.statusCode(), response);
    }

    private HttpRequest.Builder builder(Map<String, String> extraHeaders) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(uri);
        Map<String, String> all = new LinkedHashMap<>();
        all.put("Content-Type", "application/json");
        all.put("Accept", "application/json, text/event-stream");
        all.putAll(headers);
        all.putAll(extraHeaders);
        all.forEach((name, value) -> {
            if (!value.isEmpty()) {
                builder.setHeader(name, value);
            }
        });
        return builder;
    }

    public static Map<String, String> sessionHeader(@Nullable String session) {
        return session == null ? Map.of() : Map.of("Mcp-Session-Id", session);
    }

    public static ObjectNode call(String tool) {
        ObjectNode params = Json.object().put("name", tool);
        params.putObject("arguments");
        return params;
    }

    @Override
    public void close() {
        http.shutdownNow();
    }

    /** A response whose events are read one by one. */
    public static final class Streaming implements AutoCloseable {
        final HttpResponse<InputStream> response;
        private final SseReader reader;

        Streaming(HttpResponse<InputStream> response) {
            this.response = response;
            this.reader = new SseReader(response.body(), 1 << 20);
        }

        /** Waits for the next message. */
        public ObjectNode next() throws IOException, MalformedJson {
            SseReader.Event event = reader.next();
            if (event == null) {
                throw new AssertionError("The stream has ended");
            }
            return (ObjectNode) Json.parse(event.data());
        }

        /** Counts the messages until the stream ends. */
        public int countRemaining() throws IOException {
            int count = 0;
            while (reader.next() != null) {
                count++;
            }
            return count;
        }

        @Override
        public void close() throws IOException {
            response.body().close();
        }
    }
}
