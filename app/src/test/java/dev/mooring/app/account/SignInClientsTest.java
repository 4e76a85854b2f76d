package dev.mooring.app.account;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.mooring.app.account.TestLogin.PASSWORD;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.mooring.app.documents.ServeProcess;
import dev.mooring.app.users.Role;
import dev.mooring.app.web.Browser;
import dev.mooring.app.web.WithBrowser;
import dev.mooring.mcp.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** Third-party clients sign in to {@code serve --login} with their own OAuth code. A person allows them in a real browser. */
@WithBrowser
@Tag("counterpart")
@Tag("process")
@Timeout(180)
class SignInClientsTest {
    @TempDir
    Path folder;

    @TempDir
    Path elsewhere;

    private Path users;

    /** 0 until the first service has chosen a free port, which later ones use again. */
    private int port;

    private ServeProcess service;
    private BrowserContext context;
    private Page page;

    @BeforeEach
    void serve(Browser browser) throws IOException {
        Files.writeString(folder.resolve("note.md"), "The quick fox.\n");
        TestLogin.add(elsewhere, "Ada", Role.WRITE, Role.REVIEW);
        users = TestLogin.add(elsewhere, "Grace", Role.WRITE, Role.REVIEW);
        service = start();
        port = URI.create(service.address()).getPort();
        context = browser.chromium().newContext();
        page = context.newPage();
    }

    private ServeProcess start() throws IOException {
        return ServeProcess.start(folder, elsewhere, "--login", users.toString(), "--port", String.valueOf(port));
    }

    @AfterEach
    void close() {
        context.close();
        service.close();
    }

    private static int freePort() throws IOException {
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    private String base() {
        return "http://127.0.0.1:" + port;
    }

    /** Signs in, if that is necessary, and allows a client. */
    private void allow(Page in, String address, String person, String client) {
        in.navigate(address);
        if (in.getByLabel("Name").isVisible()) {
            in.getByLabel("Name").fill(person);
            in.getByLabel("Password or one-time code").fill(PASSWORD);
            in.keyboard().press("Enter");
        }
        assertThat(in.locator("h1")).containsText("Allow " + client);
        in.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Allow"))
                .click();
        in.waitForURL(url -> !url.startsWith(base()));
    }

    private void revokeAll() {
        page.navigate(base() + "/account");
        page.locator(".connections button").first().click();
        assertThat(page.locator(".empty")).isVisible();
    }

    private ClientProcess sdk(String library, String name) throws IOException {
        return ClientProcess.start(
                elsewhere,
                Map.of(),
                ClientProcess.script("oauth-client.mjs"),
                service.address(),
                library,
                name,
                elsewhere.resolve(name + ".json").toString());
    }

    private static ObjectNode read() {
        ObjectNode call = Json.object().put("tool", "read");
        call.putObject("arguments").put("file_path", "note.md");
        return call;
    }

    private static ObjectNode edit(ObjectNode read, String before, String after) {
        ObjectNode call = Json.object().put("tool", "edit");
        call.putObject("arguments")
                .put("file_path", "note.md")
                .put("old_string", before)
                .put("new_string", after)
                .put(
                        "session_id",
                        read.at("/result/_meta/dev.mooring~1session_id").stringValue(""));
        return call;
    }

    @ParameterizedTest
    @ValueSource(strings = {"sdk", "client"})
    void typeScriptSdkSignsInCallsRefreshesAndIsRefusedAfterRevocation(String library) throws Exception {
        try (ClientProcess client = sdk(library, "Claude")) {
            allow(page, client.next().path("open").stringValue(), "Ada", "Claude");
            assertThat(client.next().path("result").stringValue(""))
                    .as(client::errors)
                    .isEqualTo("connected");

            ObjectNode read = client.ask(read());
            ObjectNode edited = client.ask(edit(read, "quick", "slow"));
            assertThat(edited.at("/result/isError").asBoolean(false))
                    .as(edited.toString())
                    .isFalse();
            assertThat(folder.resolve("note.md")).content().contains("\"author\":\"Ada via Claude\"");

            client.ask(Json.object().put("spoil", true));
            assertThat(client.ask(read()).at("/result/content/0/text").stringValue(""))
                    .as(client::errors)
                    .contains("slow fox");

            revokeAll();
            ObjectNode refused = client.ask(read());
            assertThat(refused.has("open")).as("asks again: %s", refused).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-11-25", "2026-07-28"})
    void authorizationServerScenariosOfTheOfficialSuitePass(String version) throws Exception {
        int callback = freePort();
        try (ClientProcess suite = ClientProcess.start(
                elsewhere,
                Map.of(),
                ClientProcess.MODULES.resolve("@modelcontextprotocol/conformance/dist/index.js"),
                "authorization",
                "--url",
                base(),
                "--client-id",
                register("http://127.0.0.1:" + callback + "/callback"),
                "--resource",
                service.address(),
                "--port",
                String.valueOf(callback),
                "--spec-version",
                version)) {
            allow(page, suite.waitFor("(" + base() + "/authorize\\S+)"), "Ada", "Suite");
            assertThat(suite.exitCode()).as(suite::errors).isZero();
            assertThat(suite.rest())
                    .contains("authorization-server-metadata-endpoint", "authorization-code-grant")
                    .doesNotContain("FAILURE", "SKIPPED", "✗");
        }
    }

    private String register(String redirectUri) throws Exception {
        ObjectNode metadata = Json.object().put("client_name", "Suite").put("token_endpoint_auth_method", "none");
        metadata.putArray("redirect_uris").add(redirectUri);
        try (HttpClient http = HttpClient.newHttpClient()) {
            return Json.objectOf(http.send(
                                    HttpRequest.newBuilder(URI.create(base() + "/register"))
                                            .header("Content-Type", "application/json")
                                            .POST(HttpRequest.BodyPublishers.ofString(Json.text(metadata)))
                                            .build(),
                                    HttpResponse.BodyHandlers.ofString())
                            .body())
                    .path("client_id")
                    .stringValue();
        }
    }

    @Test
    void refreshTokenWorksAfterARestart() throws Exception {
        try (ClientProcess client = sdk("client", "Claude")) {
            allow(page, client.next().path("open").stringValue(), "Ada", "Claude");
            client.next();
        }
        service.close();
        service.process().waitFor();
        service = start();
        try (ClientProcess client = sdk("client", "Claude")) {
            assertThat(client.next().path("result").stringValue(""))
                    .as(client::errors)
                    .isEqualTo("connected");
            client.ask(Json.object().put("spoil", true));
            assertThat(client.ask(read()).at("/result/content/0/text").stringValue(""))
                    .as(client::errors)
                    .contains("quick fox");
        }
    }

    @Test
    void suggestionsOfTwoPeopleWithTwoAssistantsNamePersonAndClient(Browser browser) throws Exception {
        try (ClientProcess adas = sdk("sdk", "Claude");
                ClientProcess graces = sdk("client", "ChatGPT");
                BrowserContext other = browser.chromium().newContext()) {
            allow(page, adas.next().path("open").stringValue(), "Ada", "Claude");
            allow(other.newPage(), graces.next().path("open").stringValue(), "Grace", "ChatGPT");
            adas.next();
            graces.next();
            adas.ask(edit(adas.ask(read()), "quick", "slow"));
            graces.ask(edit(graces.ask(read()), "fox", "dog"));

            assertThat(folder.resolve("note.md"))
                    .content()
                    .containsPattern("\"author\":\"Ada via Claude\"[^}]*}@@slow")
                    .containsPattern("\"author\":\"Grace via ChatGPT\"[^}]*}@@dog");
        }
    }

    @Test
    void mcpRemoteSignsInCallsRefreshesAndIsRefusedAfterRevocation() throws Exception {
        Map<String, String> config =
                Map.of("MCP_REMOTE_CONFIG_DIR", elsewhere.resolve("mcp-auth").toString());
        Path script = ClientProcess.MODULES.resolve("mcp-remote/dist/proxy.js");
        try (ClientProcess client = ClientProcess.start(elsewhere, config, script, service.address())) {
            String address = client.waitFor("(" + base() + "/authorize\\S+)");
            allow(page, address, "Ada", "MCP CLI Proxy");
            initialize(client);
            assertThat(call(client, 2).at("/result/content/0/text").stringValue(""))
                    .as(client::errors)
                    .contains("quick fox");
        }
        spoilTokens(elsewhere.resolve("mcp-auth"));
        try (ClientProcess client = ClientProcess.start(elsewhere, config, script, service.address())) {
            initialize(client);
            assertThat(call(client, 3).at("/result/content/0/text").stringValue(""))
                    .as(client::errors)
                    .contains("quick fox");
        }
        page.navigate(base() + "/account");
        revokeAll();
        try (ClientProcess client = ClientProcess.start(elsewhere, config, script, service.address())) {
            assertThat(client.waitFor("(" + base() + "/authorize)\\S+")).isNotEmpty();
        }
    }

    private static void initialize(ClientProcess client) {
        ObjectNode initialize = Json.object().put("jsonrpc", "2.0").put("id", 1).put("method", "initialize");
        ObjectNode params = initialize.putObject("params").put("protocolVersion", "2025-11-25");
        params.putObject("capabilities");
        params.putObject("clientInfo").put("name", "desktop").put("version", "1");
        assertThat(client.ask(initialize).has("result")).as(client::errors).isTrue();
        client.send(Json.object().put("jsonrpc", "2.0").put("method", "notifications/initialized"));
    }

    private static ObjectNode call(ClientProcess client, int id) {
        ObjectNode call = Json.object().put("jsonrpc", "2.0").put("id", id).put("method", "tools/call");
        call.putObject("params").put("name", "read").putObject("arguments").put("file_path", "note.md");
        return client.ask(call);
    }

    /** Makes the stored access tokens unusable, so that the client must refresh them. */
    private static void spoilTokens(Path stored) throws IOException {
        try (var files = Files.walk(stored)) {
            for (Path file : files.filter(each -> each.toString().endsWith("tokens.json"))
                    .toList()) {
                Files.writeString(
                        file,
                        Files.readString(file)
                                .replaceAll("\"access_token\":\\s*\"[^\"]+\"", "\"access_token\": \"spoiled\""));
            }
        }
    }

    @Test
    void inspectorSignsInCallsRefreshesAndIsRefusedAfterRevocation() throws Exception {
        try (ClientProcess client = inspect()) {
            allow(page, client.waitFor("(" + base() + "/authorize\\S+)"), "Ada", "");
            assertThat(client.exitCode()).as(client::errors).isZero();
            assertThat(client.rest()).contains("quick fox");
        }
        try (ClientProcess client = inspect("--stored-auth-only")) {
            assertThat(client.exitCode()).as(client::errors).isZero();
            assertThat(client.rest()).contains("quick fox");
        }
        spoilAll(elsewhere);
        try (ClientProcess client = inspect("--stored-auth-only")) {
            assertThat(client.exitCode()).as(client::errors).isZero();
            assertThat(client.rest()).contains("quick fox");
        }
        revokeAll();
        try (ClientProcess client = inspect("--stored-auth-only")) {
            assertThat(client.exitCode()).as(client::errors).isNotZero();
            assertThat(client.rest()).doesNotContain("quick fox");
        }
    }

    /** Makes the access tokens in all files below a folder unusable. */
    private static void spoilAll(Path folder) throws IOException {
        Pattern token = Pattern.compile("(\\\\?\"access_token\\\\?\":\\s*\\\\?\")[^\"\\\\]+");
        boolean found = false;
        try (var files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Matcher tokens = token.matcher(Files.readString(file, ISO_8859_1));
                if (tokens.find()) {
                    Files.writeString(file, tokens.replaceAll("$1spoiled"), ISO_8859_1);
                    found = true;
                }
            }
        }
        assertThat(found).as("a stored access token").isTrue();
    }

    private ClientProcess inspect(String... options) throws IOException {
        int callback = freePort();
        String[] fixed = {
            "--cli",
            service.address(),
            "--transport",
            "http",
            "--callback-url",
            "http://127.0.0.1:" + callback + "/oauth/callback",
            "--method",
            "tools/call",
            "--tool-name",
            "read",
            "--tool-arg",
            "file_path=note.md"
        };
        String[] all = Stream.concat(Stream.of(fixed), Stream.of(options)).toArray(String[]::new);
        return ClientProcess.start(
                elsewhere,
                Map.of("MCP_INSPECTOR_SECRET_STORE", "file", "MCP_AUTO_OPEN_ENABLED", "true"),
                ClientProcess.MODULES.resolve("@modelcontextprotocol/inspector/clients/launcher/build/index.js"),
                all);
    }
}
