package dev.mooring.bench.auth;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.mcp.Json;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/** Gets access tokens from the authorization server, as a browser and a client do. */
final class AccessTokenClient implements AutoCloseable {
    static final String CLIENT = "bench";
    static final String REDIRECT = "http://127.0.0.1/callback";

    private static final String VERIFIER = "a-verifier-that-is-long-enough-for-the-specification";

    private final HttpClient http = HttpClient.newHttpClient();
    private final String issuer;
    private final String resource;

    AccessTokenClient(String issuer, String resource) {
        this.issuer = issuer;
        this.resource = resource;
    }

    String tokenOf(String person) throws IOException, InterruptedException {
        Map<String, String> request = new LinkedHashMap<>();
        request.put("response_type", "code");
        request.put("client_id", CLIENT);
        request.put("redirect_uri", REDIRECT);
        request.put("resource", resource);
        request.put("code_challenge", challenge());
        request.put("code_challenge_method", "S256");
        String form = send(HttpRequest.newBuilder(URI.create(issuer + "/authorize?" + form(request)))
                        .header("Cookie", "who=" + person))
                .body();
        HttpResponse<String> decided = send(
                post("/authorize", Map.of("request", form, "decision", "allow")).header("Cookie", "who=" + person));
        String location = decided.headers().firstValue("Location").orElseThrow();
        String code = location.replaceFirst(".*[?&]code=([^&]+).*", "$1");
        String tokens = send(post(
                        "/token",
                        Map.of(
                                "grant_type",
                                "authorization_code",
                                "code",
                                code,
                                "client_id",
                                CLIENT,
                                "redirect_uri",
                                REDIRECT,
                                "code_verifier",
                                VERIFIER)))
                .body();
        return Json.objectOf(tokens).path("access_token").asString();
    }

    private static String challenge() {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(VERIFIER.getBytes(UTF_8));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private HttpRequest.Builder post(String path, Map<String, String> fields) {
        return HttpRequest.newBuilder(URI.create(issuer + path))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form(fields)));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return http.send(request.build(), BodyHandlers.ofString());
    }

    private static String form(Map<String, String> fields) {
        StringBuilder form = new StringBuilder();
        fields.forEach((name, value) -> form.append(form.isEmpty() ? "" : "&")
                .append(name)
                .append('=')
                .append(URLEncoder.encode(value, UTF_8)));
        return form.toString();
    }

    @Override
    public void close() {
        http.close();
    }
}
