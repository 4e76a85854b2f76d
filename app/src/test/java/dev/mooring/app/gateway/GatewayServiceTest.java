package dev.mooring.app.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.mooring.app.web.CountedHandleStores;
import dev.mooring.app.web.PageGuard;
import dev.mooring.app.web.TestWeb;
import dev.mooring.app.web.Tokens;
import dev.mooring.gateway.GatewayOptions;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.OpenFailed;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.session.Secrets;
import dev.mooring.session.ServerSettings;
import dev.mooring.session.ToolServer;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

@Timeout(60)
class GatewayServiceTest {
    private static final String ADAS = "0123456789abcdef-ada";
    private static final String BOBS = "0123456789abcdef-bob";
    private static final String EVES = "0123456789abcdef-eve";

    @TempDir
    Path folder;

    private CountingUpstream upstream;

    @BeforeEach
    void start() throws Exception {
        upstream = new CountingUpstream();
    }

    @AfterEach
    void stop() throws Exception {
        upstream.close();
    }

    private static GatewayService serve(UnaryOperator<GatewayOptions.Builder> options, ToolServer... servers)
            throws Exception {
        return TestGateway.start(
                List.of(servers),
                options.apply(GatewayOptions.builder(Implementation.of("mooring", "1")))
                        .build(),
                TestWeb.local());
    }

    private GatewayService serve(Optional<Tokens> tokens) throws Exception {
        return TestGateway.start(
                List.of(upstream.as("counter"), upstream.as("my other")),
                GatewayOptions.builder(Implementation.of("mooring", "1")).build(),
                tokens.map(given -> TestWeb.withTokens(TestWeb.local(), given))
                        .map(TestWeb::withTokensInUrls)
                        .orElseGet(TestWeb::local));
    }

    private Optional<Tokens> tokens() throws Exception {
        return Optional.of(
                Tokens.read(TestWeb.tokenFile(folder, "ada " + ADAS, "bob " + BOBS, "eve " + EVES + " admin")));
    }

    @Test
    void failedStartClosesWhatItHasOpened() throws Exception {
        try (var stores = new CountedHandleStores()) {
            assertThatThrownBy(() -> GatewayService.start(
                            List.of(upstream.as("counter")),
                            GatewayOptions.builder(Implementation.of("mooring", "1"))
                                    .stores(stores, new SecretKeySpec(new byte[32], "AES"))
                                    .build(),
                            TestWeb.local(),
                            (path, limits) -> {
                                throw new IllegalStateException("no sessions");
                            },
                            new PersonalSignIns(Map.of(), PrincipalTokens.inMemory(), "1"),
                            Optional.empty()))
                    .hasMessage("no sessions");
            assertThat(stores.opened()).isPositive();
            assertThat(stores.open()).isZero();
        }
    }

    private static McpClient open(String address, Map<String, String> headers) throws Exception {
        return McpClient.open(
                new ServerLocation.Remote(URI.create(address), headers),
                ClientOptions.builder().client(Implementation.of("Claude", "1")).build());
    }

    private static String addressOf(String server, GatewayService service) {
        return Objects.requireNonNull(service.addresses().get(server));
    }

    private static ObjectNode call(McpClient client, String tool, ObjectNode arguments) throws Exception {
        Reply reply = client.callTool(tool, arguments);
        assertThat(reply).isInstanceOf(Reply.Result.class);
        return ((Reply.Result) reply).result();
    }

    private static String session(ObjectNode result) {
        return result.path("_meta").path("dev.mooring/session_id").asString("");
    }

    /** An HTTP client that keeps cookies. */
    private static HttpClient browser() {
        return HttpClient.newBuilder()
                .cookieHandler(new CookieManager())
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build();
    }

    private static HttpResponse<String> get(HttpClient browser, String address) throws Exception {
        return browser.send(
                HttpRequest.newBuilder(URI.create(address))
                        .header("Accept", "text/html")
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static HttpResponse<String> post(HttpClient browser, String address, String body, String... headers)
            throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .headers(headers);
        return browser.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static String found(String pattern, String page) {
        Matcher matcher = Pattern.compile(pattern).matcher(page);
        assertThat(matcher.find()).describedAs(page).isTrue();
        return matcher.group(1);
    }

    @Nested
    class Addresses {
        @Test
        void eachServerHasAnAddressAndAllServersShareOne() throws Exception {
            try (GatewayService service = serve(Optional.empty())) {
                assertThat(service.addresses())
                        .containsEntry("counter", service.page() + "counter/mcp")
                        .containsEntry("my other", service.page() + "my-other/mcp");
                try (McpClient all = open(service.address(), Map.of());
                        McpClient one = open(addressOf("my other", service), Map.of())) {
                    assertThat(call(all, "counter__count", Json.object()).toString())
                            .contains("[session: ");
                    assertThat(call(one, "count", Json.object()).toString()).contains("[session: ");
                }
            }
        }

        @Test
        void similarNamesGetDifferentAddresses() {
            assertThat(GatewayEndpoints.paths(new LinkedHashSet<>(List.of("a b", "a/b", "mcp"))))
                    .containsEntry("a b", "/a-b/mcp")
                    .containsEntry("a/b", "/a-b-2/mcp")
                    .containsEntry("mcp", "/mcp/mcp");
        }
    }

    @Test
    void metricsHaveAHistogramOfCalls() throws Exception {
        try (GatewayService service = serve(Optional.empty());
                McpClient client = open(service.address(), Map.of())) {
            call(client, "counter__count", Json.object());
            call(client, "counter__fail", Json.object());

            String metrics =
                    get(HttpClient.newHttpClient(), service.page() + "metrics").body();
            assertThat(metrics)
                    .contains("# TYPE mooring_gateway_calls_seconds histogram")
                    .containsPattern("mooring_gateway_calls_seconds_bucket\\{outcome=\"ok\",server=\"counter\","
                            + "tool=\"count\",le=\"60.0\"} 1")
                    .containsPattern("mooring_gateway_calls_seconds_count\\{outcome=\"error\",server=\"counter\","
                            + "tool=\"fail\"} 1");
        }
    }

    @Nested
    class TransportSessions {
        private final HttpClient client = HttpClient.newHttpClient();

        private HttpResponse<String> send(String address, String session, String method, ObjectNode params)
                throws Exception {
            ObjectNode message =
                    Json.object().put("jsonrpc", "2.0").put("id", 1).put("method", method);
            message.set("params", params);
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address))
                    .POST(HttpRequest.BodyPublishers.ofString(Json.text(message)))
                    .headers("Content-Type", "application/json", "Accept", "application/json, text/event-stream");
            if (!session.isEmpty()) {
                request.header("Mcp-Session-Id", session);
            }
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        }

        @Test
        void transportSessionOutlivesItsHandle() throws Exception {
            try (GatewayService service = serve(
                    options -> options.idle(Duration.ofMillis(200)).endNotice(Duration.ofSeconds(3)),
                    upstream.as("counter"))) {
                String address = addressOf("counter", service);
                String session = send(address, "", "initialize", Json.object().put("protocolVersion", "2025-06-18"))
                        .headers()
                        .firstValue("Mcp-Session-Id")
                        .orElseThrow();
                ObjectNode count = Json.object().put("name", "count");
                assertThat(send(address, session, "tools/call", count).body()).contains("[session: ");
                awaitMetric(service, "mooring_gateway_sessions 0.0");

                HttpResponse<String> told = send(address, session, "tools/call", count);
                assertThat(told.statusCode()).isEqualTo(200);
                assertThat(told.body()).contains("This session expired at");
                awaitMetric(service, "mooring_http_sessions{path=\"/counter/mcp\"} 0.0");
            }
        }

        private void awaitMetric(GatewayService service, String line) {
            await().until(() -> get(client, service.page() + "metrics").body().contains(line));
        }
    }

    @Nested
    class WithTokens {
        @Test
        void callersWithoutATokenAreRefusedAndHandlesBelongToTheirPrincipal() throws Exception {
            try (GatewayService service = serve(tokens())) {
                String address = addressOf("counter", service);
                assertThatThrownBy(() -> open(address, Map.of())).isInstanceOf(OpenFailed.class);
                try (McpClient ada = open(address, Map.of("Authorization", "Bearer " + ADAS));
                        McpClient bob = open(address + "/" + BOBS, Map.of())) {
                    String adas = session(call(ada, "count", Json.object()));
                    ObjectNode bobs = call(bob, "count", Json.object().put("session_id", adas));

                    assertThat(bobs.path("isError").booleanValue()).isTrue();
                    assertThat(call(ada, "count", Json.object().put("session_id", adas))
                                    .at("/content/0/text")
                                    .asString(""))
                            .isEqualTo("2");
                }
            }
        }

        @Test
        void pageNeedsATokenWithTheRoleAdminAndShowsAllSessions() throws Exception {
            try (GatewayService service = serve(tokens());
                    McpClient ada = open(service.address(), Map.of("Authorization", "Bearer " + ADAS))) {
                String session = session(call(ada, "counter__count", Json.object()));
                HttpClient browser = browser();
                String origin = service.page().replaceAll("/$", "");
                assertThat(get(browser, service.page()).body())
                        .contains("token")
                        .doesNotContain("Open sessions");
                HttpResponse<String> refused =
                        post(browser, service.page() + "login", "token=" + ADAS, "Origin", origin);
                assertThat(refused.statusCode()).isEqualTo(403);
                assertThat(refused.body()).contains("You need the role admin");
                assertThat(get(browser, service.page()).body()).doesNotContain("Open sessions");

                HttpClient eves = browser();
                post(eves, service.page() + "login", "token=" + EVES, "Origin", origin);
                assertThat(get(eves, service.page()).body())
                        .contains(session.substring(0, 6) + "…")
                        .doesNotContain(session);
            }
        }

        @Test
        void metricsNeedTheRoleAdminAndHealthNeedsNoToken() throws Exception {
            try (GatewayService service = serve(tokens())) {
                HttpClient plain = HttpClient.newHttpClient();
                assertThat(get(plain, service.page() + "metrics").statusCode()).isEqualTo(401);
                assertThat(metrics(plain, service, ADAS)).isEqualTo(403);
                assertThat(metrics(plain, service, EVES)).isEqualTo(200);
                assertThat(get(plain, service.page() + "health").body()).contains("ok");
            }
        }
    }

    private static int metrics(HttpClient client, GatewayService service, String token) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(service.page() + "metrics"))
                .header("Authorization", "Bearer " + token)
                .build();
        return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    @Nested
    class StatusPage {
        @Test
        void pageShowsServersAndSessionsAndEndsASession() throws Exception {
            try (GatewayService service = serve(Optional.empty());
                    McpClient client = open(service.address(), Map.of())) {
                String session = session(call(client, "counter__count", Json.object()));
                HttpClient browser = browser();
                String page = get(browser, service.page()).body();
                assertThat(page)
                        .contains("counter", "/counter/mcp", "ready", session.substring(0, 6), "Claude")
                        .doesNotContain(session);
                String number = found("data-end=\"(\\d+)\"", page);
                String token = found("name=\"csrf-token\" content=\"([0-9a-f]+)\"", page);
                String origin = service.page().replaceAll("/$", "");

                HttpResponse<String> ended = post(
                        browser,
                        service.page() + "gateway/end/" + number,
                        "",
                        "Origin",
                        origin,
                        PageGuard.CSRF_HEADER,
                        token);
                assertThat(ended.statusCode()).isEqualTo(200);
                assertThat(get(browser, service.page() + "gateway/status").body())
                        .contains("None.");
                assertThat(call(client, "counter__count", Json.object().put("session_id", session))
                                .path("isError")
                                .booleanValue())
                        .isTrue();
            }
        }

        @Test
        void pageShowsAgeLastUseCallsAndErrorsOfASession() throws Exception {
            try (GatewayService service = serve(Optional.empty());
                    McpClient client = open(service.address(), Map.of())) {
                ObjectNode goingOn =
                        Json.object().put("session_id", session(call(client, "counter__count", Json.object())));
                call(client, "counter__fail", goingOn);
                await().until(() -> seconds("Last use", service) >= 2);

                assertThat(seconds("Age", service)).isGreaterThanOrEqualTo(2);
                assertThat(cell("Last use", service)).endsWith(" s ago");
                assertThat(cell("Calls", service)).isEqualTo("2");
                assertThat(cell("Errors", service)).isEqualTo("1");

                call(client, "counter__count", goingOn);
                assertThat(seconds("Last use", service)).isLessThan(seconds("Age", service));
                assertThat(cell("Calls", service)).isEqualTo("3");
                assertThat(cell("Errors", service)).isEqualTo("1");
            }
        }

        private static String cell(String label, GatewayService service) throws Exception {
            return found(
                    "data-label=\"" + label + "\">([^<]*)<",
                    get(browser(), service.page()).body());
        }

        private static int seconds(String label, GatewayService service) throws Exception {
            return Integer.parseInt(cell(label, service).split(" ", -1)[0]);
        }

        @Test
        void pageShowsNoSecretOfAServer() throws Exception {
            String secret = "sesame-open-up";
            Secrets secrets = Secrets.of(List.of(secret));
            try (GatewayService service = serve(
                    options -> options,
                    new ToolServer(
                            "remote",
                            ServerLocation.Remote.at(URI.create("http://127.0.0.1:9/mcp/" + secret)),
                            ServerSettings.DEFAULT,
                            secrets),
                    new ToolServer(
                            "local", ServerLocation.Local.of("run-" + secret), ServerSettings.DEFAULT, secrets))) {
                assertThat(get(browser(), service.page()).body())
                        .contains("http://127.0.0.1:9/mcp/[secret]", "run-[secret]")
                        .doesNotContain(secret);
            }
        }

        @Test
        void endingASessionRequiresTheOriginAndTheCsrfToken() throws Exception {
            try (GatewayService service = serve(Optional.empty());
                    McpClient client = open(service.address(), Map.of())) {
                call(client, "counter__count", Json.object());
                HttpClient browser = browser();
                String page = get(browser, service.page()).body();
                String end = service.page() + "gateway/end/" + found("data-end=\"(\\d+)\"", page);
                String token = found("name=\"csrf-token\" content=\"([0-9a-f]+)\"", page);
                String origin = service.page().replaceAll("/$", "");

                assertThat(post(browser, end, "", "Origin", origin).statusCode())
                        .isEqualTo(403);
                assertThat(post(browser, end, "", "Origin", "https://evil.example", PageGuard.CSRF_HEADER, token)
                                .statusCode())
                        .isEqualTo(403);
                assertThat(post(browser, end, "", PageGuard.CSRF_HEADER, token).statusCode())
                        .isEqualTo(403);
                assertThat(get(browser, service.page()).body()).contains("data-end");
            }
        }

        @Test
        @Tag("process")
        void callersDoNotSeeTheStandardErrorOfAServer() throws Exception {
            ToolServer failing =
                    ToolServer.of("failing", ServerLocation.Local.of("sh", "-c", "echo internal details >&2; exit 3"));
            try (GatewayService service = serve(options -> options, failing);
                    McpClient client = open(addressOf("failing", service), Map.of())) {
                assertThat(client.listTools().toString())
                        .contains("exited with code 3")
                        .doesNotContain("internal details");
            }
        }

        @Test
        void metricsCountCalls() throws Exception {
            try (GatewayService service = serve(Optional.empty());
                    McpClient client = open(service.address(), Map.of())) {
                call(client, "counter__count", Json.object());

                assertThat(get(HttpClient.newHttpClient(), service.page() + "metrics")
                                .body())
                        .contains(
                                "mooring_gateway_calls_seconds_count{outcome=\"ok\",server=\"counter\",tool=\"count\"} 1")
                        .contains("mooring_gateway_sessions 1.0");
            }
        }
    }
}
