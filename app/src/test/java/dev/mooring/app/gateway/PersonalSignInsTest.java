package dev.mooring.app.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.app.account.ClientProcess;
import dev.mooring.app.account.TestLogin;
import dev.mooring.app.users.Role;
import dev.mooring.app.users.UsersFile;
import dev.mooring.app.web.TestWeb;
import dev.mooring.app.web.Tokens;
import dev.mooring.app.web.WebSettings;
import dev.mooring.gateway.GatewayOptions;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.mcp.server.http.sessions.SessionStore;
import dev.mooring.session.ToolServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** People with their own sign-ins to a server behind a gateway. Ada is anna there, and Bob is ben. */
@Timeout(120)
class PersonalSignInsTest {
    private static final String ADAS = "ada-secret-0123456789";
    private static final String BOBS = "bob-secret-0123456789";

    @TempDir
    Path folder;

    private ProtectedUpstream upstream;
    private GatewayService service;
    private PageVisitor ada;
    private PageVisitor bob;

    @BeforeEach
    void start() throws Exception {
        upstream = ProtectedUpstream.legacy(folder);
        serve(tokens(), PrincipalTokens.inMemory());
    }

    private WebSettings tokens() throws IOException {
        Path file = TestWeb.tokenFile(folder, "ada " + ADAS, "bob " + BOBS, "eve eve-secret-0123456789 admin");
        return TestWeb.withTokens(TestWeb.local(), Tokens.read(file));
    }

    private void serve(WebSettings web, PrincipalTokens tokens) throws Exception {
        service = GatewayService.start(
                List.of(upstream.as("notes")),
                GatewayOptions.builder(Implementation.of("mooring", "1")).build(),
                web,
                (path, limits) -> SessionStore.NONE,
                new PersonalSignIns(Map.of(), tokens, "1"),
                Optional.empty());
        ada = new PageVisitor(service.page());
        bob = new PageVisitor(service.page());
        if (web.tokens().isPresent()) {
            ada.useToken(ADAS);
            bob.useToken(BOBS);
        }
    }

    private void restart(WebSettings web, PrincipalTokens tokens) throws Exception {
        stopGateway();
        serve(web, tokens);
    }

    private void stopGateway() throws IOException {
        ada.close();
        bob.close();
        service.close();
    }

    @AfterEach
    void stop() throws Exception {
        stopGateway();
        upstream.close();
    }

    private String own() {
        return Objects.requireNonNull(service.addresses().get("notes"));
    }

    private static McpClient open(String address, String token, ClientOptions.Builder options) throws Exception {
        Map<String, String> headers = token.isEmpty() ? Map.of() : Map.of("Authorization", "Bearer " + token);
        return McpClient.open(new ServerLocation.Remote(URI.create(address), headers), options.build());
    }

    private static ClientOptions.Builder legacy() {
        return ClientOptions.builder().client(Implementation.of("test", "1")).era(EraChoice.LEGACY);
    }

    private static String call(McpClient client, String tool) throws Exception {
        return switch (client.callTool(tool, Json.object())) {
            case Reply.Result(ObjectNode result) -> Json.text(result);
            case Reply other -> String.valueOf(other);
        };
    }

    private String callAs(String token, String tool) throws Exception {
        try (McpClient client = open(own(), token, legacy())) {
            return call(client, tool);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = EraChoice.class,
            names = {"LEGACY", "MODERN"})
    void eachCallerUsesItsOwnAccount(EraChoice era) throws Exception {
        ada.signIn("notes", "anna");
        bob.signIn("notes", "ben");
        for (Map.Entry<String, String> endpoint : Map.of(
                        own().replace("/mcp", era == EraChoice.MODERN ? "/modern/mcp" : "/mcp"), "whoami",
                        service.address().replace("/mcp", era == EraChoice.MODERN ? "/modern/mcp" : "/mcp"),
                                "notes__whoami")
                .entrySet()) {
            try (McpClient adas = open(endpoint.getKey(), ADAS, legacy().era(era));
                    McpClient bobs = open(endpoint.getKey(), BOBS, legacy().era(era))) {
                assertThat(call(adas, endpoint.getValue())).contains("anna").doesNotContain("ben");
                assertThat(call(bobs, endpoint.getValue())).contains("ben").doesNotContain("anna");
                assertThat(call(adas, endpoint.getValue())).contains("anna");
            }
        }
    }

    @Test
    void callersShareNoUpstreamSession() throws Exception {
        ada.signIn("notes", "anna");
        bob.signIn("notes", "anna"); // the same account does not make them the same caller
        try (McpClient adas = open(own(), ADAS, legacy());
                McpClient bobs = open(own(), BOBS, legacy())) {
            assertThat(call(adas, "count")).contains("\"1");
            assertThat(call(adas, "count")).contains("\"2");
            assertThat(call(bobs, "count")).contains("\"1");
        }
    }

    @Test
    void signInOfOnePersonDoesNotSignInAnother() throws Exception {
        ada.signIn("notes", "anna");
        assertThat(callAs(ADAS, "whoami")).contains("anna");
        assertThat(callAs(BOBS, "whoami")).contains("\"isError\":true").contains("/account/servers?server=notes");
        assertThat(bob.open("/account/servers").body())
                .contains("Not signed in.")
                .doesNotContain("anna");
    }

    @Test
    void callerWithoutSignInHasOneToolThatLeadsToIt() throws Exception {
        for (Map.Entry<String, String> endpoint :
                Map.of(own(), "sign_in", service.address(), "notes__sign_in").entrySet()) {
            try (McpClient client = open(endpoint.getKey(), ADAS, legacy())) {
                Reply.Result listed = (Reply.Result) client.listTools();
                assertThat(Json.text(listed.result()))
                        .contains(endpoint.getValue())
                        .doesNotContain("whoami");
                assertThat(call(client, endpoint.getValue()))
                        .contains("\"isError\":true")
                        .contains(service.page() + "account/servers?server=notes");
            }
        }
    }

    @Test
    void toolsAppearAfterTheSignIn() throws Exception {
        try (McpClient client = open(own(), ADAS, legacy())) {
            assertThat(String.valueOf(client.listTools())).doesNotContain("whoami");
            ada.signIn("notes", "anna");
            assertThat(String.valueOf(client.listTools())).contains("whoami").doesNotContain("sign_in");
            assertThat(call(client, "whoami")).contains("anna");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void modernServerUsesTheAccountOfEachCaller(boolean combined) throws Exception {
        upstream.close();
        upstream = ProtectedUpstream.modern(folder);
        restart(tokens(), PrincipalTokens.inMemory());
        ada.signIn("notes", "anna");
        bob.signIn("notes", "ben");
        String address = combined ? service.address() : own();
        String tool = combined ? "notes__whoami" : "whoami";
        try (McpClient adas = open(address, ADAS, legacy());
                McpClient bobs = open(address, BOBS, legacy())) {
            assertThat(call(adas, tool)).contains("anna");
            assertThat(call(bobs, tool)).contains("ben");
            assertThat(call(adas, tool)).contains("anna");
        }
    }

    @Nested
    class ClientThatOpensPages {
        /** Accepts the request to open a page, and lets the person sign in there meanwhile. */
        private ClientOptions.Builder opening(EraChoice era, CompletableFuture<ObjectNode> asked) {
            return legacy().era(era)
                    .capability("elicitation", Json.objectOf("{\"url\":{}}"))
                    .elicitation(params -> {
                        asked.complete(params);
                        Thread.ofVirtual().start(() -> {
                            try {
                                ada.open(URI.create(params.path("url").stringValue()));
                                ada.signIn("notes", "anna");
                            } catch (IOException | InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                        });
                        return Json.object().put("action", "accept");
                    })
                    .capability("elicitation", Json.objectOf("{\"url\":{}}"));
        }

        @ParameterizedTest
        @EnumSource(
                value = EraChoice.class,
                names = {"LEGACY", "MODERN"})
        void clientSignsInDuringTheCall(EraChoice era) throws Exception {
            CompletableFuture<ObjectNode> asked = new CompletableFuture<>();
            String address = era == EraChoice.MODERN ? own().replace("/mcp", "/modern/mcp") : own();
            try (McpClient client = open(address, ADAS, opening(era, asked))) {
                assertThat(call(client, "sign_in")).contains("You are signed in to notes");
                assertThat(call(client, "whoami")).contains("anna");
            }
            assertThat(asked.join().path("mode").stringValue()).isEqualTo("url");
            assertThat(asked.join().path("url").stringValue())
                    .isEqualTo(service.page() + "account/servers?server=notes");
        }

        @ParameterizedTest
        @EnumSource(
                value = EraChoice.class,
                names = {"LEGACY", "MODERN"})
        void clientSignsInAgainDuringACallAfterASignOut(EraChoice era) throws Exception {
            ada.signIn("notes", "anna");
            String address = era == EraChoice.MODERN ? own().replace("/mcp", "/modern/mcp") : own();
            CompletableFuture<ObjectNode> asked = new CompletableFuture<>();
            try (McpClient client = open(address, ADAS, opening(era, asked))) {
                assertThat(call(client, "whoami")).contains("anna");
                signOut(ada);
                if (era == EraChoice.LEGACY) { // the server cannot tell that it is the same person
                    assertThat(call(client, "whoami")).contains("The session with notes was lost");
                }
                assertThat(call(client, "whoami")).contains("anna").doesNotContain("isError\":true");
            }
            assertThat(asked).isCompleted();
        }
    }

    @Nested
    @Tag("process")
    @Tag("counterpart")
    class TypeScriptClients {
        @ParameterizedTest
        @CsvSource({"sdk, ''", "client, ''", "client, /modern"})
        void typeScriptClientSignsInDuringTheCall(String library, String front) throws Exception {
            try (ClientProcess client = ClientProcess.start(
                    folder,
                    Map.of(),
                    ClientProcess.script("page-opening-client.mjs"),
                    own().replace("/mcp", front + "/mcp"),
                    library,
                    ADAS,
                    "sign_in",
                    "whoami")) {
                String page = client.waitFor("\"open\":\"([^\"]+)\"");
                assertThat(ada.open(URI.create(page)).body()).contains("notes", "Not signed in.");
                ada.signIn("notes", "anna");
                assertThat(client.exitCode()).as(client::errors).isZero();
                assertThat(client.rest())
                        .contains("You are signed in to notes")
                        .contains("\"tools\":[\"whoami\"")
                        .contains("anna");
            }
        }
    }

    private static void signOut(PageVisitor person) throws Exception {
        person.submit(person.open("/account/servers"), "/sign-out", Map.of("server", "notes"));
    }

    @Nested
    class Attacks {
        @Test
        void responseInTheBrowserOfAnotherPersonIsRefused() throws Exception {
            URI forwarded = ada.start("notes");
            PageVisitor.Page arrived = bob.consent(forwarded, "ben");
            assertThat(arrived.status()).isEqualTo(400);
            assertThat(arrived.body()).contains("does not belong to a sign-in that you have started in this browser");
            assertThat(callAs(ADAS, "whoami")).contains("isError\":true").doesNotContain("ben");
            assertThat(callAs(BOBS, "whoami")).contains("isError\":true").doesNotContain("ben");
        }

        @Test
        void responseInABrowserWithoutSignInIsRefused() throws Exception {
            URI forwarded = ada.start("notes");
            try (var stranger = new PageVisitor(service.page())) {
                PageVisitor.Page arrived = stranger.consent(forwarded, "ben");
                assertThat(arrived.address().getPath()).isEqualTo("/login");
                assertThat(arrived.address().toString()).doesNotContain("code");
                assertThat(arrived.body()).doesNotContain("code=");
            }
            assertThat(callAs(ADAS, "whoami")).contains("isError\":true").doesNotContain("ben");
        }

        @Test
        void forwardedLinkSignsInOnlyTheReader() throws Exception {
            String answer = callAs(ADAS, "whoami");
            URI link = URI.create(answer.replaceAll("(?s).*(http://[^ ]+server=notes).*", "$1"));
            assertThat(bob.open(link).status()).isEqualTo(200);
            bob.signIn("notes", "ben");
            assertThat(callAs(BOBS, "whoami")).contains("ben");
            assertThat(callAs(ADAS, "whoami")).contains("isError\":true").doesNotContain("\"ben\"");
        }

        @Test
        void responseThatNobodyHasAskedForIsRefused() throws Exception {
            ada.start("notes");
            PageVisitor.Page page = ada.open("/account/servers/callback?code=stolen&state=guessed&iss=x");
            assertThat(page.status()).isEqualTo(400);
            assertThat(page.body()).doesNotContain("stolen");
            assertThat(callAs(ADAS, "whoami")).contains("isError\":true");
        }

        @Test
        void responseIsAcceptedOnce() throws Exception {
            ada.signIn("notes", "anna");
            URI second = ada.start("notes");
            PageVisitor.Page done = ada.consent(second, "anna");
            assertThat(done.status()).isEqualTo(200);
            assertThat(ada.open("/account/servers/callback?code=x&state=" + stateOf(second))
                            .status())
                    .isEqualTo(400);
        }

        private static String stateOf(URI authorize) {
            return authorize.getQuery().replaceAll("(^|.*&)state=([^&]*).*", "$2");
        }

        @Test
        void anotherSiteCannotStartASignIn() throws Exception {
            PageVisitor.Page servers = ada.open("/account/servers");
            var forged = new PageVisitor.Page(
                    servers.address(),
                    200,
                    servers.body()
                            .replaceAll("name=\"csrf_token\" value=\"[^\"]*", "name=\"csrf_token\" value=\"forged"));
            assertThat(ada.submitOnly(forged, "/sign-in", Map.of("server", "notes"))
                            .statusCode())
                    .isEqualTo(403);
        }

        @Test
        void tokensOfTheServerReachNoCallerAndNoPage() throws Exception {
            ada.signIn("notes", "anna");
            String answer = callAs(ADAS, "leak");
            assertThat(answer).contains("[secret]");
            String pages = ada.open("/account/servers").body();
            assertThat(upstream.tokens())
                    .isNotEmpty()
                    .noneMatch(answer::contains)
                    .noneMatch(pages::contains);
            assertThat(upstream.tokens()).noneMatch(token -> token.contains(ADAS));
        }
    }

    @Test
    void signedOutPersonMustSignInAgain() throws Exception {
        ada.signIn("notes", "anna");
        bob.signIn("notes", "ben");
        try (McpClient client = open(own(), ADAS, legacy())) {
            assertThat(call(client, "whoami")).contains("anna");
            signOut(ada);
            assertThat(ada.open("/account/servers").body()).contains("Not signed in.");
            assertThat(call(client, "whoami")).contains("isError\":true").contains("/account/servers?server=notes");
        }
        assertThat(callAs(BOBS, "whoami")).contains("ben");
    }

    @Test
    void signInIsStartedAgainAtTheLimitOfSignIns() throws Exception {
        stopGateway();
        List<ToolServer> servers = Stream.of("one", "two", "three", "four", "five", "six")
                .map(upstream::as)
                .toList();
        service = GatewayService.start(
                servers,
                GatewayOptions.builder(Implementation.of("mooring", "1")).build(),
                TestWeb.local(),
                (path, limits) -> SessionStore.NONE,
                new PersonalSignIns(Map.of(), PrincipalTokens.inMemory(), "1"),
                Optional.empty());
        try (var person = new PageVisitor(service.page())) {
            for (ToolServer server : servers.subList(0, 5)) {
                person.start(server.name());
            }
            assertThatThrownBy(() -> person.start("six")).hasMessageContaining("Too many sign-ins are in progress");
            assertThat(person.start("five").getPath()).isEqualTo("/authorize");
        }
    }

    @Test
    void pageOfAServerThatAsksForNoSignInSaysSo() throws Exception {
        stopGateway();
        try (var open = new CountingUpstream()) {
            service = TestGateway.start(
                    List.of(open.as("counter")),
                    GatewayOptions.builder(Implementation.of("mooring", "1")).build(),
                    tokens());
            ada = new PageVisitor(service.page());
            bob = new PageVisitor(service.page());
            ada.useToken(ADAS);
            assertThat(ada.open("/account/servers").body()).contains("No server of this gateway asks for a sign-in.");
        }
    }

    @Test
    void anonymousCallersOfALocalGatewayShareOneSignIn() throws Exception {
        restart(TestWeb.local(), PrincipalTokens.inMemory());
        assertThat(callAs("", "whoami")).contains("/account/servers?server=notes");
        ada.signIn("notes", "anna");
        assertThat(callAs("", "whoami")).contains("anna");
    }

    @Nested
    class StoredTokens {
        private Path state() {
            return folder.resolve("state");
        }

        private List<Path> files() throws IOException {
            try (Stream<Path> files = Files.walk(state())) {
                return files.filter(Files::isRegularFile).toList();
            }
        }

        @Test
        void storedTokensSurviveARestartAndAreRenewed() throws Exception {
            restart(tokens(), PrincipalTokens.inFolder(state()));
            ada.signIn("notes", "anna");
            assertThat(callAs(ADAS, "whoami")).contains("anna");
            stopGateway();
            for (Path file : files()) {
                String text = Files.readString(file);
                Files.writeString(
                        file,
                        text.replaceAll("\"accessToken\":\"[^\"]*\"", "\"accessToken\":\"expired-token\"")
                                .replaceAll("\"expiresAt\":\"[^\"]*\"", "\"expiresAt\":\"2026-01-01T00:00:00Z\""));
            }
            serve(tokens(), PrincipalTokens.inFolder(state()));
            assertThat(callAs(ADAS, "whoami")).contains("anna");
            assertThat(callAs(BOBS, "whoami")).contains("isError\":true");
        }

        @Test
        void onlyTheUserOfTheGatewayCanReadStoredTokens() throws Exception {
            restart(tokens(), PrincipalTokens.inFolder(state()));
            ada.signIn("notes", "anna");
            List<Path> withTokens = files().stream()
                    .filter(file -> contentOf(file).contains("accessToken"))
                    .toList();
            assertThat(withTokens).hasSize(1).allSatisfy(file -> {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                        .isEqualTo("rw-------");
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
                        .isEqualTo("rwx------");
            });
        }

        @Test
        void storedTokensEndWithTheirPerson() throws Exception {
            Path users = folder.resolve("people-of-the-gateway");
            Files.createDirectory(users);
            Path file = TestLogin.add(users, "carl", Role.WRITE);
            Path gateways = folder.resolve("gateways");
            restart(TestWeb.local().with(TestLogin.of(file)), PrincipalTokens.inFolder(gateways.resolve("g1")));
            ada.submit(ada.open("/login"), "/login", Map.of("name", "carl", "password", TestLogin.PASSWORD));
            assertThat(ada.signIn("notes", "anna").body()).contains("Signed in");
            try (Stream<Path> files = Files.walk(gateways)) {
                assertThat(files.filter(Files::isRegularFile))
                        .anyMatch(stored -> contentOf(stored).contains("accessToken"));
            }
            String id = new UsersFile(file).readIfPresent().getFirst().id();
            assertThat(PrincipalTokens.removePerson(gateways, "another")).isZero();
            assertThat(PrincipalTokens.removePerson(gateways, id)).isEqualTo(1);
            try (Stream<Path> files = Files.walk(gateways)) {
                assertThat(files.filter(Files::isRegularFile))
                        .noneMatch(stored -> contentOf(stored).contains("accessToken"));
            }
        }

        private static String contentOf(Path file) {
            try {
                return Files.readString(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
