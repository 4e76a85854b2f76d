package dev.mooring.app.documents;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.mooring.app.web.CountedHandleStores;
import dev.mooring.app.web.TestWeb;
import dev.mooring.app.web.Tokens;
import dev.mooring.app.web.WebAddress;
import dev.mooring.app.web.WebSettings;
import dev.mooring.handle.HandleLimits;
import dev.mooring.handle.HandleOwner;
import dev.mooring.handle.HandleStores;
import dev.mooring.handle.Handles;
import dev.mooring.handle.Lookup;
import dev.mooring.handle.MintResult;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.OpenFailed;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.vault.Vault;
import dev.mooring.vault.server.DocumentServer;
import dev.mooring.vault.server.DocumentSession;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

@Timeout(60)
class DocumentServiceTest {
    private static final String TOKEN = "0123456789abcdef-ada";
    private static final WebAddress LOOPBACK = new WebAddress("127.0.0.1", 0, Optional.empty());

    @TempDir
    Path folder;

    @TempDir
    Path elsewhere;

    @BeforeEach
    void write() throws IOException {
        Files.writeString(folder.resolve("note.md"), "The quick fox.\n");
    }

    private DocumentService serve(WebAddress address, Optional<Tokens> tokens) throws IOException {
        return serve(tokens.map(given -> TestWeb.withTokens(TestWeb.at(address), given))
                .orElseGet(() -> TestWeb.at(address)));
    }

    private DocumentService serve(WebSettings web) throws IOException {
        return DocumentService.start(folder, Implementation.of("mooring", "1"), DocumentServer.Options.DEFAULT, web);
    }

    private Optional<Tokens> tokens() throws IOException {
        return Optional.of(Tokens.read(TestWeb.tokenFile(elsewhere, "ada " + TOKEN)));
    }

    private static McpClient open(String address, Map<String, String> headers) throws Exception {
        return McpClient.open(
                new ServerLocation.Remote(URI.create(address), headers),
                ClientOptions.builder().client(Implementation.of("Claude", "1")).build());
    }

    private static void readAndEdit(McpClient client) throws InterruptedException {
        ObjectNode read = result(client.callTool("read", Json.object().put("file_path", "note.md")));
        String session = read.path("_meta").path("dev.mooring/session_id").stringValue("");
        ObjectNode edit = Json.object()
                .put("file_path", "note.md")
                .put("old_string", "quick")
                .put("new_string", "slow")
                .put("session_id", session);
        assertThat(result(client.callTool("edit", edit)).has("isError")).isFalse();
    }

    private static ObjectNode result(Reply reply) {
        assertThat(reply).isInstanceOf(Reply.Result.class);
        return ((Reply.Result) reply).result();
    }

    /** Returns the raw response to a GET with these header lines. */
    private static String get(DocumentService service, String path, String... headers) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), service.port())) {
            String head =
                    "GET " + path + " HTTP/1.1\r\nConnection: close\r\n" + String.join("\r\n", headers) + "\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(UTF_8));
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }

    @Nested
    class WithTokens {
        @Test
        void tokenInTheHeaderNamesTheAuthor() throws Exception {
            try (DocumentService service = serve(LOOPBACK, tokens());
                    McpClient client = open(service.address(), Map.of("Authorization", "Bearer " + TOKEN))) {
                readAndEdit(client);
            }
            assertThat(folder.resolve("note.md")).content().contains("\"author\":\"ada\"");
        }

        @Test
        void tokenInThePathNamesTheAuthor() throws Exception {
            WebSettings web = TestWeb.withTokensInUrls(TestWeb.withTokens(TestWeb.local(), tokens().orElseThrow()));
            try (DocumentService service = serve(web);
                    McpClient client = open(service.address() + "/" + TOKEN, Map.of())) {
                readAndEdit(client);
            }
            assertThat(folder.resolve("note.md")).content().contains("\"author\":\"ada\"");
        }

        @Test
        void tokenInThePathIsRefusedUnlessAllowed() throws Exception {
            try (DocumentService service = serve(LOOPBACK, tokens())) {
                assertThat(get(service, "/mcp/" + TOKEN, "Host: localhost")).startsWith("HTTP/1.1 404");
            }
        }

        @Test
        void tokenWithTheRoleReadSeesAndCallsOnlyReadingTools() throws Exception {
            Tokens tokens = Tokens.read(TestWeb.tokenFile(elsewhere, "ada " + TOKEN + " read"));
            try (DocumentService service = serve(LOOPBACK, Optional.of(tokens));
                    McpClient client = open(service.address(), Map.of("Authorization", "Bearer " + TOKEN))) {
                assertThat(client.listTools().toString()).contains("\"read\"").doesNotContain("\"edit\"");
                assertThat(client.callTool("create", Json.object().put("file_path", "new.md"))
                                .toString())
                        .contains("the token lacks the scope write");

                TestWeb.tokenFile(elsewhere, "ada " + TOKEN + " write");
                readAndEdit(client);
            }
        }

        @Test
        void tokenWithOnlyTheRoleReviewCannotUseMcp() throws Exception {
            Tokens tokens = Tokens.read(TestWeb.tokenFile(elsewhere, "ada " + TOKEN + " review"));
            try (DocumentService service = serve(LOOPBACK, Optional.of(tokens))) {
                assertThat(get(service, "/mcp", "Host: localhost", "Authorization: Bearer " + TOKEN))
                        .startsWith("HTTP/1.1 403");
            }
        }

        @Test
        void openSessionOfARemovedTokenStopsWorking() throws Exception {
            try (DocumentService service = serve(LOOPBACK, tokens());
                    McpClient client = open(service.address(), Map.of("Authorization", "Bearer " + TOKEN))) {
                TestWeb.tokenFile(elsewhere, "bob " + TOKEN + "-bobs");

                assertThat(client.callTool("read", Json.object().put("file_path", "note.md")))
                        .isNotInstanceOf(Reply.Result.class);
            }
        }

        @Test
        void unknownTokensFromOneAddressAreThrottledButAValidTokenIsNot() throws Exception {
            try (DocumentService service = serve(LOOPBACK, tokens())) {
                for (int i = 0; i < 5; i++) {
                    assertThat(get(service, "/mcp", "Host: localhost", "Authorization: Bearer wrong" + i))
                            .startsWith("HTTP/1.1 401");
                }
                assertThat(get(service, "/mcp", "Host: localhost", "Authorization: Bearer wrong"))
                        .startsWith("HTTP/1.1 429");
                assertThat(get(service, "/mcp", "Host: localhost", "Authorization: Bearer " + TOKEN))
                        .startsWith("HTTP/1.1 405");
            }
        }

        @Test
        void requestsWithoutAValidTokenAreRefused() throws Exception {
            try (DocumentService service = serve(LOOPBACK, tokens())) {
                String address = service.address();
                Map<String, String> wrong = Map.of("Authorization", "Bearer " + TOKEN + "x");

                assertThatThrownBy(() -> open(address, Map.of())).isInstanceOf(OpenFailed.class);
                assertThatThrownBy(() -> open(address, wrong)).isInstanceOf(OpenFailed.class);
                assertThatThrownBy(() -> open(address + "/" + TOKEN + "x", Map.of()))
                        .isInstanceOf(OpenFailed.class);
                assertThat(get(service, "/mcp", "Host: localhost"))
                        .startsWith("HTTP/1.1 401")
                        .contains("WWW-Authenticate: Bearer");
            }
        }

        @Test
        void metricsNeedTheRoleAdminAndHealthNeedsNoToken() throws Exception {
            try (DocumentService service = serve(LOOPBACK, tokens())) {
                assertThat(get(service, "/metrics", "Host: localhost")).startsWith("HTTP/1.1 401");
                assertThat(get(service, "/metrics", "Host: localhost", "Authorization: Bearer " + TOKEN))
                        .startsWith("HTTP/1.1 403");
                TestWeb.tokenFile(elsewhere, "ada " + TOKEN + " admin");
                assertThat(get(service, "/metrics", "Host: localhost", "Authorization: Bearer " + TOKEN))
                        .startsWith("HTTP/1.1 200");
                assertThat(get(service, "/health", "Host: localhost"))
                        .startsWith("HTTP/1.1 200")
                        .endsWith("{\"status\":\"ok\"}\n");
            }
        }
    }

    @Nested
    class WithoutTokens {
        @Test
        void clientNameIsTheAuthor() throws Exception {
            try (DocumentService service = serve(LOOPBACK, Optional.empty());
                    McpClient client = open(service.address(), Map.of())) {
                readAndEdit(client);
            }
            assertThat(folder.resolve("note.md")).content().contains("\"author\":\"Claude\"");
        }

        @Test
        void localProcessCannotAcceptItsOwnSuggestion() throws Exception {
            try (DocumentService service = serve(LOOPBACK, Optional.empty());
                    McpClient client = open(service.address(), Map.of())) {
                readAndEdit(client);
                String page = get(service, "/", "Host: localhost:1", "Origin: http://localhost:1");

                assertThat(page).startsWith("HTTP/1.1 401").doesNotContain("csrf-token", "Set-Cookie");
            }
        }

        @Test
        void callsAreCountedByToolAndOutcome() throws Exception {
            try (DocumentService service = serve(LOOPBACK, Optional.empty());
                    McpClient client = open(service.address(), Map.of())) {
                readAndEdit(client);
                client.callTool("read", Json.object().put("file_path", "absent.md"));

                assertThat(get(service, "/metrics", "Host: localhost"))
                        .contains("mooring_tool_calls_seconds_count{outcome=\"ok\",tool=\"edit\"} 1")
                        .contains("mooring_tool_calls_seconds_count{outcome=\"error\",tool=\"read\"} 1")
                        .contains("mooring_http_calls ")
                        .contains("mooring_sessions 1.0");
            }
        }

        @Test
        void accessLogHasOneLineOfJsonForEachRequest() throws Exception {
            Path log = elsewhere.resolve("access.jsonl");
            WebSettings web = TestWeb.local().toBuilder()
                    .tokens(tokens().orElseThrow())
                    .tokenInUrl(true)
                    .accessLog(log)
                    .build();
            try (DocumentService service = serve(web)) {
                // The line is written after the response.
                get(service, "/health?secret=1", "Host: localhost");
                await().until(() -> Files.readAllLines(log).size() == 1);
                get(service, "/mcp/" + TOKEN, "Host: localhost");
                await().until(() -> Files.readAllLines(log).size() == 2);
                get(service, "/elsewhere/" + TOKEN, "Host: localhost");
                await().until(() -> Files.readAllLines(log).size() == 3);
            }
            List<ObjectNode> lines =
                    Files.readAllLines(log).stream().map(Json::objectOf).toList();
            assertThat(lines)
                    .extracting(line -> line.path("path").stringValue())
                    .containsExactly("/health", "/mcp", "");
            assertThat(lines).extracting(line -> line.path("status").intValue()).containsExactly(200, 405, 401);
            assertThat(lines.get(1).path("principal").stringValue()).isEqualTo("ada");
            assertThat(log).content().doesNotContain(TOKEN, "secret");
        }

        @Test
        void statusPagesRefuseAnotherHost() throws Exception {
            try (DocumentService service = serve(LOOPBACK, Optional.empty())) {
                for (String path : List.of("/health", "/metrics")) {
                    assertThat(get(service, path, "Host: evil.example.com")).startsWith("HTTP/1.1 403");
                    assertThat(get(service, path, "Host: localhost:" + service.port()))
                            .startsWith("HTTP/1.1 200");
                }
            }
        }
    }

    @Nested
    class PublicAddress {
        private final WebAddress address =
                new WebAddress("127.0.0.1", 0, Optional.of(URI.create("https://notes.example.com")));

        @Test
        void serviceReportsThePublicAddress() throws Exception {
            try (DocumentService service = serve(address, Optional.empty())) {
                assertThat(service.address()).isEqualTo("https://notes.example.com/mcp");
            }
        }

        @Test
        void publicHostAndOriginAreAllowedAndOthersRefused() throws Exception {
            try (DocumentService service = serve(address, Optional.empty())) {
                // An allowed GET without a session gets 405.
                assertThat(get(service, "/mcp", "Host: notes.example.com", "Origin: https://notes.example.com"))
                        .startsWith("HTTP/1.1 405");
                assertThat(get(service, "/mcp", "Host: evil.example.com")).startsWith("HTTP/1.1 403");
                assertThat(get(service, "/mcp", "Host: localhost", "Origin: https://evil.example.com"))
                        .startsWith("HTTP/1.1 403");
            }
        }
    }

    @Test
    void failedStartClosesWhatItHasOpened() throws Exception {
        for (WebSettings web : List.of(
                TestWeb.withIssuer("no URL"), // an IllegalArgumentException
                TestWeb.at(new WebAddress("192.0.2.1", 0, Optional.empty())))) { // an IOException
            try (var stores = new CountedHandleStores()) {
                assertThatThrownBy(() -> DocumentService.start(
                                Vault.open(folder, false),
                                stores,
                                "notes",
                                Implementation.of("mooring", "1"),
                                DocumentServer.Options.DEFAULT,
                                web))
                        .isInstanceOfAny(IllegalArgumentException.class, IOException.class);
                assertThat(stores.opened()).isEqualTo(2);
                assertThat(stores.open()).isZero();
            }
        }
    }

    @Nested
    class PortInUse {
        @Test
        void portInUseIsReportedWithTheOption() throws Exception {
            try (DocumentService first = serve(LOOPBACK, Optional.empty())) {
                int port = first.port();

                assertThatThrownBy(() -> serve(new WebAddress("127.0.0.1", port, Optional.empty()), Optional.empty()))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("127.0.0.1:" + port + ": port in use")
                        .hasMessageContaining("--port");
            }
        }
    }

    @Test
    void readerAtTheHandleLimitLosesItsIdlestSessionAndIsNotLockedOut() {
        var handles = new Handles<>(DocumentService.newHandleStore(HandleStores.inMemory(), "notes"));
        HandleOwner ada = HandleOwner.principal("ada");
        HandleOwner bob = HandleOwner.principal("bob");
        var empty = DocumentSession.of(Map.of(), Map.of());
        String bobs = mint(handles, bob, empty);
        String first = mint(handles, ada, empty);
        for (int i = 1; i <= HandleLimits.DEFAULT.perPrincipal(); i++) {
            mint(handles, ada, empty);
        }

        assertThat(handles.find(first, ada)).isNotInstanceOf(Lookup.Found.class);
        assertThat(handles.find(bobs, bob)).isInstanceOf(Lookup.Found.class);
    }

    private static String mint(Handles<DocumentSession> handles, HandleOwner owner, DocumentSession state) {
        return ((MintResult.Minted<DocumentSession>) handles.mint(owner, state))
                .handle()
                .id()
                .text();
    }
}
