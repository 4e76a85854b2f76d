package dev.mooring.app.account;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.mooring.mcp.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/** A minimal OAuth client that registers itself and receives its code on a port of its own. */
final class OAuthClient implements AutoCloseable {
    private static final String VERIFIER = "v".repeat(64);

    private final URI server;
    private final String name;
    private final HttpClient http = HttpClient.newHttpClient();
    private final HttpServer listener;
    private final CompletableFuture<Map<String, String>> answer = new CompletableFuture<>();
    private String id = "";

    OAuthClient(String server, String name) throws IOException {
        this.server = URI.create(server);
        this.name = name;
        listener = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        listener.createContext("/callback", exchange -> {
            byte[] page = "<title>Back at the client</title><p id=back>Done.".getBytes(UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/html");
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
            Map<String, String> fields = query(exchange.getRequestURI().getRawQuery());
            if (fields.containsKey("state")) {
                answer.complete(fields);
            }
        });
        listener.start();
    }

    String redirectUri() {
        return "http://127.0.0.1:" + listener.getAddress().getPort() + "/callback";
    }

    /** Registers the client and returns the address of the page on which a person allows access. */
    String authorizationPage(String scope) throws Exception {
        ObjectNode metadata = Json.object().put("client_name", name).put("token_endpoint_auth_method", "none");
        metadata.putArray("redirect_uris").add(redirectUri());
        metadata.putArray("grant_types").add("authorization_code").add("refresh_token");
        HttpResponse<String> registered = http.send(
                HttpRequest.newBuilder(server.resolve("/register"))
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(Json.text(metadata)))
                        .build(),
                BodyHandlers.ofString());
        assertThat(registered.statusCode()).as(registered.body()).isEqualTo(201);
        id = Json.objectOf(registered.body()).path("client_id").stringValue();
        String challenge = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(MessageDigest.getInstance("SHA-256").digest(VERIFIER.getBytes(US_ASCII)));
        return server.resolve("/authorize") + "?"
                + form(Map.of(
                        "response_type",
                        "code",
                        "client_id",
                        id,
                        "redirect_uri",
                        redirectUri(),
                        "state",
                        "s1",
                        "scope",
                        scope,
                        "resource",
                        server.toString(),
                        "code_challenge",
                        challenge,
                        "code_challenge_method",
                        "S256"));
    }

    /** Waits for the answer of the authorization server. */
    Map<String, String> answer() throws Exception {
        return answer.get(30, TimeUnit.SECONDS);
    }

    /** Exchanges the code for tokens. */
    ObjectNode tokens() throws Exception {
        return token(Map.of(
                "grant_type",
                "authorization_code",
                "code",
                answer().getOrDefault("code", ""),
                "redirect_uri",
                redirectUri(),
                "client_id",
                id,
                "code_verifier",
                VERIFIER,
                "resource",
                server.toString()));
    }

    ObjectNode refresh(String refreshToken) throws Exception {
        return token(Map.of("grant_type", "refresh_token", "refresh_token", refreshToken, "client_id", id));
    }

    private ObjectNode token(Map<String, String> fields) throws Exception {
        return Json.objectOf(http.send(
                        HttpRequest.newBuilder(server.resolve("/token"))
                                .header("Content-Type", "application/x-www-form-urlencoded")
                                .POST(BodyPublishers.ofString(form(fields)))
                                .build(),
                        BodyHandlers.ofString())
                .body());
    }

    /** Sends a request to the MCP endpoint. */
    HttpResponse<String> request(String token, String method, ObjectNode params) throws Exception {
        ObjectNode message = Json.object().put("jsonrpc", "2.0").put("id", 1).put("method", method);
        message.set("params", params);
        return http.send(
                HttpRequest.newBuilder(server)
                        .header("Authorization", "Bearer " + token)
                        .header("Content-Type", "application/json")
                        .header("Accept", "application/json, text/event-stream")
                        .header("MCP-Protocol-Version", "2025-11-25")
                        .POST(BodyPublishers.ofString(Json.text(message)))
                        .build(),
                BodyHandlers.ofString());
    }

    private static String form(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), UTF_8))
                .collect(Collectors.joining("&"));
    }

    private static Map<String, String> query(String raw) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (String field : raw.split("&", -1)) {
            String[] parts = field.split("=", 2);
            fields.put(parts[0], URLDecoder.decode(parts[1], UTF_8));
        }
        return fields;
    }

    @Override
    public void close() {
        http.close();
        listener.stop(0);
    }
}
