package dev.mooring.auth.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.oauth2.sdk.util.MultivaluedMapUtils;
import com.nimbusds.oauth2.sdk.util.URLUtils;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An MCP server and its authorization server on one port. By default both behave well; a test replaces single responses.
 * Accepts the newest access token only.
 */
final class HostileServers implements AutoCloseable {
    private final HttpServer http;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, Script> scripts = new ConcurrentHashMap<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<Map<String, List<String>>> tokenRequests = new CopyOnWriteArrayList<>();
    private final AtomicInteger issued = new AtomicInteger();

    volatile String challenge = "Bearer";
    volatile UnaryOperator<ObjectNode> resource = UnaryOperator.identity();
    volatile UnaryOperator<ObjectNode> metadata = UnaryOperator.identity();
    volatile UnaryOperator<ObjectNode> token = UnaryOperator.identity();

    /** Parameters of the authorization response, before its code and state. */
    volatile String responseParameters = "";

    interface Script {
        void run(HttpExchange exchange) throws IOException;
    }

    HostileServers() throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.setExecutor(threads);
        http.createContext("/", this::handle);
        http.start();
    }

    String origin() {
        return "http://127.0.0.1:" + http.getAddress().getPort();
    }

    URI server() {
        return URI.create(origin() + "/mcp");
    }

    /** Replaces the responses of a path. */
    void script(String path, Script script) {
        scripts.put(path, script);
    }

    /** Ends a {@link #script}. */
    void unscript(String path) {
        scripts.remove(path);
    }

    /** Returns the paths of all requests. */
    List<String> requests() {
        return requests;
    }

    List<Map<String, List<String>>> tokenRequests() {
        return tokenRequests;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            requests.add(path);
            Script script = scripts.get(path);
            if (script != null) {
                script.run(exchange);
                return;
            }
            switch (path) {
                case "/mcp" -> answerMcp(exchange);
                case "/.well-known/oauth-protected-resource/mcp" -> json(exchange, 200, resource.apply(resourceJson()));
                case "/.well-known/oauth-authorization-server" -> json(exchange, 200, metadata.apply(metadataJson()));
                case "/register" ->
                    json(
                            exchange,
                            201,
                            Json.object().put("client_id", "registered").put("token_endpoint_auth_method", "none"));
                case "/authorize" -> authorize(exchange);
                case "/token" -> answerToken(exchange);
                default -> exchange.sendResponseHeaders(404, -1);
            }
        }
    }

    private ObjectNode resourceJson() {
        ObjectNode json = Json.object().put("resource", server().toString());
        json.putArray("authorization_servers").add(origin());
        return json;
    }

    private ObjectNode metadataJson() {
        ObjectNode json = Json.object()
                .put("issuer", origin())
                .put("authorization_endpoint", origin() + "/authorize")
                .put("token_endpoint", origin() + "/token")
                .put("registration_endpoint", origin() + "/register");
        json.putArray("code_challenge_methods_supported").add("S256");
        json.putArray("response_types_supported").add("code");
        json.putArray("token_endpoint_auth_methods_supported").add("none");
        return json;
    }

    private void authorize(HttpExchange exchange) throws IOException {
        Map<String, List<String>> query =
                URLUtils.parseParameters(exchange.getRequestURI().getRawQuery());
        String parameters = responseParameters.isEmpty() ? "code=the-code" : responseParameters;
        exchange.getResponseHeaders()
                .set(
                        "Location",
                        MultivaluedMapUtils.getFirstValue(query, "redirect_uri") + "?" + parameters + "&state="
                                + MultivaluedMapUtils.getFirstValue(query, "state"));
        exchange.sendResponseHeaders(302, -1);
    }

    private void answerToken(HttpExchange exchange) throws IOException {
        tokenRequests.add(
                URLUtils.parseParameters(new String(exchange.getRequestBody().readAllBytes(), UTF_8)));
        int number = issued.incrementAndGet();
        json(
                exchange,
                200,
                token.apply(Json.object()
                        .put("access_token", "access-" + number)
                        .put("refresh_token", "refresh-" + number)
                        .put("token_type", "Bearer")
                        .put("expires_in", 3600)));
    }

    private void answerMcp(HttpExchange exchange) throws IOException {
        JsonNode request = parse(exchange.getRequestBody().readAllBytes());
        String expected = "Bearer access-" + issued.get();
        if (!expected.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
            exchange.getResponseHeaders().set("WWW-Authenticate", challenge);
            exchange.sendResponseHeaders(401, -1);
            return;
        }
        String method = request == null ? "" : request.path("method").asString("");
        switch (method) {
            case "server/discover" -> exchange.sendResponseHeaders(400, -1);
            case "initialize" -> {
                exchange.getResponseHeaders().set("Mcp-Session-Id", "session-1");
                ObjectNode result = Json.object().put("protocolVersion", "2025-11-25");
                result.putObject("capabilities");
                result.putObject("serverInfo").put("name", "hostile").put("version", "1");
                reply(exchange, request, result);
            }
            case "tools/call" -> {
                ObjectNode result = Json.object();
                result.putArray("content").addObject().put("type", "text").put("text", "hello");
                reply(exchange, request, result);
            }
            default -> exchange.sendResponseHeaders(202, -1);
        }
    }

    private static void reply(HttpExchange exchange, @Nullable JsonNode request, ObjectNode result) throws IOException {
        ObjectNode message = Json.object().put("jsonrpc", "2.0");
        message.set("id", request == null ? null : request.get("id"));
        message.set("result", result);
        json(exchange, 200, message);
    }

    static void json(HttpExchange exchange, int status, ObjectNode json) throws IOException {
        respond(exchange, status, "application/json", json.toString());
    }

    static void respond(HttpExchange exchange, int status, String type, String text) throws IOException {
        byte[] body = text.getBytes(UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    private static @Nullable JsonNode parse(byte[] body) {
        try {
            return body.length == 0 ? null : Json.parse(body);
        } catch (MalformedJson e) {
            return null;
        }
    }

    @Override
    public void close() {
        http.stop(0);
        threads.shutdownNow();
    }
}
