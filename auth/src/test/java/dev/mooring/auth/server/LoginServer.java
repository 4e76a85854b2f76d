package dev.mooring.auth.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.oauth2.sdk.pkce.CodeChallenge;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.oauth2.sdk.util.MultivaluedMapUtils;
import com.nimbusds.oauth2.sdk.util.URLUtils;
import dev.mooring.auth.MovableClock;
import dev.mooring.auth.grant.AuthorizationStore;
import dev.mooring.auth.resource.ProtectedNotes;
import dev.mooring.auth.resource.ResourceServer;
import dev.mooring.mcp.Json;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** An MCP server that the built-in authorization server protects, and the requests of browsers and clients. */
final class LoginServer implements AutoCloseable {
    static final String REDIRECT = "https://claude.ai/api/mcp/auth_callback";
    static final String ADA = "u1.session-of-ada";
    static final String BOB = "u2.session-of-bob";

    final MovableClock clock = new MovableClock();
    final TestPeople people = new TestPeople();
    final AuthorizationServer login;
    final ProtectedNotes notes;
    private final HttpClient http =
            HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NEVER).build();

    LoginServer(AuthorizationStore store, UnaryOperator<AuthorizationServer.Builder> change) throws IOException {
        AtomicReference<String> base = new AtomicReference<>("");
        login = change.apply(AuthorizationServer.builder(people)
                        .at(base::get)
                        .clock(clock)
                        .store(store))
                .build();
        notes = new ProtectedNotes(ResourceServer.forIssuer(login).build(), base);
    }

    String issuer() {
        return notes.base();
    }

    /** Registers a client and returns its id. */
    String register(String name, String... redirectUris) throws IOException, InterruptedException {
        return String.valueOf(
                Json.stringAt(Json.objectOf(tryRegister(name, redirectUris).body()), "client_id"));
    }

    HttpResponse<String> tryRegister(String name, String... redirectUris) throws IOException, InterruptedException {
        ObjectNode metadata = Json.object().put("client_name", name);
        var uris = metadata.putArray("redirect_uris");
        for (String uri : redirectUris) {
            uris.add(uri);
        }
        return send(HttpRequest.newBuilder(URI.create(issuer() + "/register"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(Json.text(metadata))));
    }

    HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return http.send(request.build(), BodyHandlers.ofString());
    }

    /** An authorization request whose parameters a test can change. */
    final class Flow {
        final CodeVerifier verifier = new CodeVerifier();
        final Map<String, String> parameters = new LinkedHashMap<>();

        Flow(String clientId) {
            parameters.put("response_type", "code");
            parameters.put("client_id", clientId);
            parameters.put("redirect_uri", REDIRECT);
            parameters.put("state", "the state");
            parameters.put("scope", "notes:read");
            parameters.put("resource", notes.resource());
            parameters.put(
                    "code_challenge",
                    CodeChallenge.compute(CodeChallengeMethod.S256, verifier).getValue());
            parameters.put("code_challenge_method", "S256");
        }

        Flow with(String name, @Nullable String value) {
            if (value == null) {
                parameters.remove(name);
            } else {
                parameters.put(name, value);
            }
            return this;
        }

        /** Opens the page that the client sends the browser to. */
        HttpResponse<String> open(@Nullable String who) throws IOException, InterruptedException {
            HttpRequest.Builder request =
                    HttpRequest.newBuilder(URI.create(issuer() + "/authorize?" + form(parameters)));
            return send(who == null ? request : request.header("Cookie", "who=" + who));
        }

        /** Opens the page and allows the access; returns the parameters of the authorization response. */
        Map<String, String> allow(String who) throws IOException, InterruptedException {
            return response(decide(who, open(who).body(), Consent.ALLOW));
        }

        /** Redeems a code. */
        HttpResponse<String> redeem(@Nullable String code) throws IOException, InterruptedException {
            Map<String, String> request = new LinkedHashMap<>();
            request.put("grant_type", "authorization_code");
            request.put("code", String.valueOf(code));
            request.put("client_id", String.valueOf(parameters.get("client_id")));
            request.put("redirect_uri", String.valueOf(parameters.get("redirect_uri")));
            request.put("code_verifier", verifier.getValue());
            request.put("resource", notes.resource());
            return token(request);
        }

        /** Runs the whole flow, without the resource in the token request. */
        Tokens redeemWithoutResource(String who) throws IOException, InterruptedException {
            return Tokens.of(token(Map.of(
                    "grant_type",
                    "authorization_code",
                    "code",
                    String.valueOf(allow(who).get("code")),
                    "client_id",
                    String.valueOf(parameters.get("client_id")),
                    "redirect_uri",
                    String.valueOf(parameters.get("redirect_uri")),
                    "code_verifier",
                    verifier.getValue())));
        }

        /** Runs the whole flow and returns the tokens. */
        Tokens signIn(String who) throws IOException, InterruptedException {
            return Tokens.of(redeem(allow(who).get("code")));
        }
    }

    Flow flow(String clientId) {
        return new Flow(clientId);
    }

    record Tokens(String access, String refresh, String scope) {
        static Tokens of(HttpResponse<String> response) {
            if (response.statusCode() != 200) {
                throw new AssertionError(response.statusCode() + " " + response.body());
            }
            ObjectNode json = Json.objectOf(response.body());
            return new Tokens(
                    json.path("access_token").asString(),
                    json.path("refresh_token").asString(),
                    json.path("scope").asString());
        }
    }

    HttpResponse<String> decide(String who, String formToken, String decision)
            throws IOException, InterruptedException {
        return decide(who, formToken, decision, issuer());
    }

    HttpResponse<String> decide(String who, String formToken, String decision, String origin)
            throws IOException, InterruptedException {
        Map<String, String> fields = Map.of(Consent.FORM_TOKEN, formToken, Consent.DECISION, decision);
        return send(HttpRequest.newBuilder(URI.create(issuer() + "/authorize"))
                .header("Cookie", "who=" + who)
                .header("Origin", origin)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form(fields))));
    }

    HttpResponse<String> token(Map<String, String> fields) throws IOException, InterruptedException {
        return post("/token", fields);
    }

    HttpResponse<String> post(String path, Map<String, String> fields) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(issuer() + path))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form(fields))));
    }

    HttpResponse<String> refresh(String clientId, String refreshToken) throws IOException, InterruptedException {
        return token(Map.of("grant_type", "refresh_token", "refresh_token", refreshToken, "client_id", clientId));
    }

    /** Returns the parameters of the authorization response that a redirect carries. */
    static Map<String, String> response(HttpResponse<String> redirect) {
        URI location = URI.create(redirect.headers()
                .firstValue("Location")
                .orElseThrow(() -> new AssertionError(redirect.statusCode() + " " + redirect.body())));
        return MultivaluedMapUtils.toSingleValuedMap(URLUtils.parseParameters(location.getRawQuery()));
    }

    static String error(HttpResponse<String> response) {
        return String.valueOf(Json.stringAt(Json.objectOf(response.body()), "error"));
    }

    static String form(Map<String, String> fields) {
        StringBuilder form = new StringBuilder();
        fields.forEach((name, value) -> form.append(form.isEmpty() ? "" : "&")
                .append(name)
                .append('=')
                .append(URLEncoder.encode(value, UTF_8)));
        return form.toString();
    }

    @Override
    public void close() throws IOException {
        http.close();
        notes.close();
    }
}
