package dev.mooring.app.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.app.documents.DocumentService;
import dev.mooring.app.web.TestWeb;
import dev.mooring.app.web.Tokens;
import dev.mooring.app.web.WebSettings;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.Json;
import dev.mooring.vault.server.DocumentServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A document service that accepts the tokens of an authorization server elsewhere. */
@Timeout(60)
class IssuerTest {
    private static final String SCRIPT = "0123456789abcdef-script";

    @TempDir
    Path folder;

    @TempDir
    Path elsewhere;

    private TestIssuer issuer;
    private DocumentService service;
    private final HttpClient http = HttpClient.newHttpClient();

    @BeforeEach
    void serve() throws Exception {
        Files.writeString(folder.resolve("note.md"), "The quick fox.\n");
        issuer = TestIssuer.start();
        Path tokens = TestWeb.tokenFile(elsewhere, "script " + SCRIPT + " read");
        service = serve(TestWeb.withTokens(TestWeb.withIssuer(issuer.url()), Tokens.read(tokens)));
    }

    private DocumentService serve(WebSettings web) throws IOException {
        return DocumentService.start(folder, Implementation.of("mooring", "1"), DocumentServer.Options.DEFAULT, web);
    }

    @AfterEach
    void close() throws IOException {
        http.close();
        service.close();
        issuer.close();
    }

    private String token(String scope) throws Exception {
        return issuer.token(service.address(), scope);
    }

    private HttpResponse<String> get(String path, @Nullable String token) throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(service.address()).resolve(path));
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        return http.send(request.build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> request(@Nullable String token, String method, ObjectNode params) throws Exception {
        ObjectNode message = Json.object().put("jsonrpc", "2.0").put("id", 1).put("method", method);
        message.set("params", params);
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(service.address()))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .header("MCP-Protocol-Version", "2025-11-25")
                .POST(BodyPublishers.ofString(Json.text(message)));
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        return http.send(request.build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> call(String token, String tool, ObjectNode arguments) throws Exception {
        ObjectNode params = Json.object().put("name", tool);
        params.set("arguments", arguments);
        return request(token, "tools/call", params);
    }

    private List<String> tools(String token) throws Exception {
        return Json.objectOf(request(token, "tools/list", Json.object()).body())
                .at("/result/tools")
                .valueStream()
                .map(tool -> tool.path("name").stringValue())
                .toList();
    }

    private static String challenge(HttpResponse<String> response) {
        return response.headers().firstValue("WWW-Authenticate").orElse("");
    }

    @Test
    void callWithoutATokenIsToldWhereToGetOne() throws Exception {
        HttpResponse<String> response = request(null, "tools/list", Json.object());
        String metadata = service.address().replace("/mcp", "/.well-known/oauth-protected-resource/mcp");
        assertThat(response.statusCode()).isEqualTo(401);
        assertThat(challenge(response))
                .isEqualTo("Bearer resource_metadata=\"" + metadata + "\", scope=\"mooring:read mooring:write\"");

        for (String path :
                List.of("/.well-known/oauth-protected-resource/mcp", "/.well-known/oauth-protected-resource")) {
            JsonNode published = Json.objectOf(get(path, null).body());
            assertThat(published.path("resource").stringValue()).isEqualTo(service.address());
            assertThat(published.at("/authorization_servers/0").stringValue()).isEqualTo(issuer.url());
        }
    }

    @Test
    void unknownDiscoveryPathIsNotFoundWithAndWithoutAuthorization() throws Exception {
        List<String> unknown = List.of(
                "/.well-known/oauth-protected-resource/other",
                "/.well-known/oauth-authorization-server",
                "/.well-known/openid-configuration/mcp",
                "/.well-known/anything",
                "/register",
                "/authorize?client_id=x");
        for (String path : unknown) {
            assertThat(get(path, null).statusCode()).as(path).isEqualTo(404);
            assertThat(get(path, "wrong").statusCode()).as(path).isEqualTo(404);
        }
        for (WebSettings web : List.of(
                TestWeb.local(), TestWeb.withTokens(TestWeb.local(), Tokens.read(elsewhere.resolve("tokens"))))) {
            try (DocumentService plain = serve(web)) {
                for (String path : unknown) {
                    HttpRequest request = HttpRequest.newBuilder(
                                    URI.create(plain.address()).resolve(path))
                            .POST(BodyPublishers.ofString("{}"))
                            .build();
                    assertThat(http.send(request, BodyHandlers.ofString()).statusCode())
                            .as(path)
                            .isEqualTo(404);
                }
            }
        }
    }

    @Test
    void listShowsOnlyTheToolsThatTheTokenAllows() throws Exception {
        assertThat(tools(token("mooring:read"))).contains("read", "grep").doesNotContain("edit", "create");
        assertThat(tools(token("mooring:write"))).contains("read", "edit", "create");
        assertThat(tools(SCRIPT)).contains("read").doesNotContain("edit");
    }

    @Test
    void callBeyondTheScopesNamesAllScopesThatItNeeds() throws Exception {
        HttpResponse<String> response = call(token("mooring:read"), "edit", Json.object());
        assertThat(response.statusCode()).isEqualTo(403);
        assertThat(challenge(response))
                .contains("error=\"insufficient_scope\"", "scope=\"mooring:read mooring:write\"", "resource_metadata=");
        assertThat(folder.resolve("note.md")).hasContent("The quick fox.\n");

        assertThat(call(SCRIPT, "edit", Json.object()).statusCode())
                .as("the holder of a token in the file cannot get more")
                .isEqualTo(200);
    }

    @Test
    void suggestionNamesThePersonAndTheClient() throws Exception {
        String token = token("mooring:read mooring:write");
        String session = Json.objectOf(call(token, "read", Json.object().put("file_path", "note.md"))
                        .body())
                .at("/result/_meta/dev.mooring~1session_id")
                .stringValue();
        ObjectNode edit = Json.object()
                .put("file_path", "note.md")
                .put("old_string", "quick")
                .put("new_string", "slow")
                .put("session_id", session);
        assertThat(call(token, "edit", edit).body()).doesNotContain("isError");
        assertThat(folder.resolve("note.md")).content().contains("\"author\":\"Ada via Claude\"");

        assertThat(call(
                                SCRIPT,
                                "read",
                                Json.object().put("file_path", "note.md").put("session_id", session))
                        .body())
                .as("another principal cannot use the session")
                .doesNotContain("[session: " + session + "]");
    }

    @Test
    void tokenOfTheFileAndAccessTokenWorkAtTheSameTime() throws Exception {
        assertThat(request(SCRIPT, "tools/list", Json.object()).statusCode()).isEqualTo(200);
        assertThat(request(token("mooring:read"), "tools/list", Json.object()).statusCode())
                .isEqualTo(200);
        HttpResponse<String> unknown = request("0123456789abcdef-other", "tools/list", Json.object());
        assertThat(unknown.statusCode()).isEqualTo(401);
        assertThat(challenge(unknown)).contains("error=\"invalid_token\"", "resource_metadata=");
    }

    @Test
    void expiredAccessTokensAreNotCountedAsGuesses() throws Exception {
        String foreign = issuer.token("https://other.example.com/mcp", "mooring:read");
        for (int i = 0; i < 10; i++) {
            assertThat(request(foreign, "tools/list", Json.object()).statusCode())
                    .isEqualTo(401);
        }
        HttpResponse<String> last = request("guess", "tools/list", Json.object());
        for (int i = 0; i < 5; i++) {
            last = request("guess" + i, "tools/list", Json.object());
        }
        assertThat(last.statusCode()).isEqualTo(429);
    }

    @Test
    void tokenWithoutAScopeOfThisServiceIsRefused() throws Exception {
        HttpResponse<String> response = request(token("openid email"), "tools/list", Json.object());
        assertThat(response.statusCode()).isEqualTo(403);
        assertThat(challenge(response)).contains("insufficient_scope");
    }

    @Test
    void metricsNeedTheScopeAdmin() throws Exception {
        assertThat(get("/metrics", token("mooring:admin")).body()).contains("mooring_sessions");
        assertThat(get("/metrics", token("mooring:write")).statusCode()).isEqualTo(403);
        assertThat(get("/metrics", null).statusCode()).isEqualTo(401);
    }

    @Test
    void reviewPageNeedsTheScopeReview() throws Exception {
        assertThat(get("/", token("mooring:review")).body()).contains("<title>");
        HttpResponse<String> refused = get("/", token("mooring:write"));
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(challenge(refused)).contains("scope=\"mooring:review\"");
        assertThat(get("/", "wrong").statusCode()).isEqualTo(401);
    }

    @Test
    void decisionWithABearerTokenNeedsNoCsrfToken() throws Exception {
        Files.writeString(
                folder.resolve("note.md"), "The {--{\"author\":\"Claude\",\"time\":1794781967}@@quick--} fox.\n");
        String page =
                get("/review/document?path=note.md", token("mooring:review")).body();
        String id = page.replaceAll("(?s).*data-card=\"([^\"]+)\".*", "$1");
        String body = "{\"decision\":\"accept\",\"suggestions\":[{\"path\":\"note.md\",\"id\":\"" + id + "\"}]}";
        HttpRequest.Builder decide = HttpRequest.newBuilder(
                        URI.create(service.address()).resolve("/review/decide"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body));
        // A client of its own: a server may close a connection after it has refused a request without reading its body.
        try (HttpClient refused = HttpClient.newHttpClient()) {
            HttpRequest request = decide.copy()
                    .header("Authorization", "Bearer " + token("mooring:write"))
                    .build();
            assertThat(refused.send(request, BodyHandlers.ofString()).statusCode())
                    .isEqualTo(403);
        }
        HttpResponse<String> decided = http.send(
                decide.header("Authorization", "Bearer " + token("mooring:review"))
                        .build(),
                BodyHandlers.ofString());
        assertThat(decided.statusCode()).as(decided.body()).isEqualTo(200);
        assertThat(folder.resolve("note.md")).hasContent("The  fox.\n");
    }
}
