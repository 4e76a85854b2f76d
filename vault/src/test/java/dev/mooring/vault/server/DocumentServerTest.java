package dev.mooring.vault.server;

import static dev.mooring.vault.server.ServedVault.call;
import static dev.mooring.vault.server.ServedVault.isError;
import static dev.mooring.vault.server.ServedVault.result;
import static dev.mooring.vault.server.ServedVault.session;
import static dev.mooring.vault.server.ServedVault.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

@Timeout(60)
class DocumentServerTest {
    @TempDir
    Path root;

    private ServedVault served;

    @BeforeEach
    void serve() throws Exception {
        Files.writeString(root.resolve("note.md"), "The quick fox.\n");
        served = new ServedVault(root, DocumentServer.Options.DEFAULT);
    }

    @AfterEach
    void stop() throws Exception {
        served.close();
    }

    private static Map<String, String> edit(String session) {
        return Map.of("file_path", "note.md", "old_string", "quick", "new_string", "slow", "session_id", session);
    }

    private String onDisk() throws Exception {
        return Files.readString(root.resolve("note.md"));
    }

    @Nested
    class Editing {
        @ParameterizedTest
        @EnumSource(
                value = EraChoice.class,
                names = {"LEGACY", "MODERN"})
        void anEditAfterAReadLeavesASuggestionInTheFile(EraChoice era) throws Exception {
            try (McpClient client = served.open(era)) {
                ObjectNode read = call(client, "read", Map.of("file_path", "note.md"));
                ObjectNode edited = call(client, "edit", edit(session(read)));

                assertThat(isError(edited)).describedAs(text(edited)).isFalse();
            }
            assertThat(onDisk())
                    .matches(
                            "The \\{--\\{\"author\":\"Claude\",\"time\":\\d+,\"g\":\"\\w{8}\"}@@quick--}"
                                    + "\\{\\+\\+\\{\"author\":\"Claude\",\"time\":\\d+,\"g\":\"\\w{8}\"}@@slow\\+\\+} fox\\.\n");
        }

        @ParameterizedTest
        @EnumSource(
                value = EraChoice.class,
                names = {"LEGACY", "MODERN"})
        void aSessionWorksAcrossConnections(EraChoice era) throws Exception {
            String session;
            try (McpClient client = served.open(era)) {
                session = session(call(client, "read", Map.of("file_path", "note.md")));
            }
            try (McpClient client = served.open(era)) {
                assertThat(isError(call(client, "edit", edit(session)))).isFalse();
            }
            assertThat(onDisk()).contains("slow");
        }

        @ParameterizedTest
        @EnumSource(
                value = EraChoice.class,
                names = {"LEGACY", "MODERN"})
        void editFailsWithoutASessionThatHasReadTheDocument(EraChoice era) throws Exception {
            served.write("other.md", "Something else.\n");
            try (McpClient client = served.open(era)) {
                call(client, "read", Map.of("file_path", "note.md"));
                String elsewhere = session(call(client, "read", Map.of("file_path", "other.md")));

                ObjectNode without = call(
                        client, "edit", Map.of("file_path", "note.md", "old_string", "quick", "new_string", "slow"));
                ObjectNode bogus = call(client, "edit", edit("abc123def456"));
                ObjectNode unread = call(client, "edit", edit(elsewhere));

                assertThat(List.of(without, bogus, unread)).allMatch(ServedVault::isError);
                assertThat(text(without)).contains("session_id");
                assertThat(text(bogus)).contains("unknown or has expired");
                assertThat(text(unread)).contains("You must read note.md");
            }
            assertThat(onDisk()).isEqualTo("The quick fox.\n");
        }

        @Test
        void aSuggestionCarriesThePrincipalAndOthersCannotUseTheSession() throws Exception {
            String session;
            try (McpClient ada = served.open(EraChoice.MODERN, Map.of("X-Principal", "ada"))) {
                session = session(call(ada, "read", Map.of("file_path", "note.md")));
                try (McpClient bob = served.open(EraChoice.MODERN, Map.of("X-Principal", "bob"))) {
                    assertThat(text(call(bob, "edit", edit(session)))).contains("unknown or has expired");
                }
                assertThat(isError(call(ada, "edit", edit(session)))).isFalse();
            }
            assertThat(onDisk()).contains("\"author\":\"ada\"").doesNotContain("Claude");
        }
    }

    @Nested
    class Results {
        @ParameterizedTest
        @EnumSource(
                value = EraChoice.class,
                names = {"LEGACY", "MODERN"})
        void aResultIsOneTextWithTheSessionInItsLastLineAndInTheMetadata(EraChoice era) throws Exception {
            try (McpClient client = served.open(era)) {
                ObjectNode read = call(client, "read", Map.of("file_path", "note.md"));

                assertThat(read.get("content")).hasSize(1);
                assertThat(text(read)).isEqualTo("     1\tThe quick fox.\n\n[session: " + session(read) + "]");
                assertThat(read.path("_meta").path("dev.mooring/session_id").stringValue())
                        .isEqualTo(session(read));
                assertThat(read.has("structuredContent")).isFalse();
            }
        }

        @Test
        void anEmptySessionIdOpensANewSession() throws Exception {
            try (McpClient client = served.open(EraChoice.MODERN)) {
                ObjectNode read = call(client, "read", Map.of("file_path", "note.md", "session_id", ""));

                assertThat(isError(read)).isFalse();
                assertThat(session(read)).isNotBlank();
            }
        }

        @Test
        void theListenerIsNotifiedOfEachCall() throws Exception {
            try (McpClient client = served.open(EraChoice.MODERN)) {
                call(client, "read", Map.of("file_path", "note.md"));
                call(client, "read", Map.of("file_path", "absent.md"));
            }
            assertThat(served.calls).containsExactly("read worked", "read failed");
        }
    }

    @Nested
    class Tools {
        @Test
        void everyToolWorksOverTheProtocol() throws Exception {
            try (McpClient client = served.open(EraChoice.MODERN)) {
                ObjectNode created =
                        call(client, "create", Map.of("file_path", "new.md", "content", "See [[note]].\n"));
                assertThat(session(created)).isNotBlank();
                assertThat(text(call(client, "glob", Map.of("pattern", "*.md"))))
                        .contains("new.md", "note.md");
                assertThat(text(call(client, "get_links", Map.of("file_path", "note.md"))))
                        .contains("new.md:1: [[note]]");
                ObjectNode arguments = Json.object()
                        .put("pattern", "QUICK")
                        .put("output_mode", "content")
                        .put("-i", true)
                        .put("-C", 2);
                assertThat(text(result(client.callTool("grep", arguments)))).isEqualTo("note.md:1:The quick fox.");
            }
            assertThat(root.resolve("new.md")).exists();
        }

        @Test
        void toolsAcceptTheArgumentsOfTheirSchemas() throws Exception {
            served.write("sub/lines.md", "one\ntwo {++three++}\nfour\nfive\nTWO\n");
            try (McpClient client = served.open(EraChoice.MODERN)) {
                ObjectNode read = Json.object()
                        .put("file_path", "sub/lines.md")
                        .put("offset", 2)
                        .put("limit", 1)
                        .put("raw", true);
                ObjectNode part = result(client.callTool("read", read));
                assertThat(text(part)).startsWith("     2\ttwo {++three++}\n\n[lines 2-2 of 5;");
                ObjectNode grep = Json.object()
                        .put("pattern", "two.three")
                        .put("path", "sub")
                        .put("glob", "*.md")
                        .put("output_mode", "content")
                        .put("-i", true)
                        .put("-n", false)
                        .put("-A", 2)
                        .put("-B", 1)
                        .put("head_limit", 3)
                        .put("multiline", true);
                assertThat(text(result(client.callTool("grep", grep))))
                        .startsWith(
                                "sub/lines.md-one\nsub/lines.md:two three\nsub/lines.md-four\n\n[truncated after 3 lines");
                assertThat(text(call(client, "glob", Map.of("pattern", "l*.md", "path", "sub"))))
                        .isEqualTo("sub/lines.md");
                ObjectNode edit = Json.object()
                        .put("file_path", "sub/lines.md")
                        .put("old_string", "o")
                        .put("new_string", "0")
                        .put("session_id", session(part))
                        .put("replace_all", true);
                assertThat(text(result(client.callTool("edit", edit)))).contains("3 times");
            }
        }

        @Test
        void negativeNumbersAreReportedByName() throws Exception {
            try (McpClient client = served.open(EraChoice.MODERN)) {
                for (String name : List.of("offset", "limit")) {
                    ObjectNode arguments =
                            Json.object().put("file_path", "note.md").put(name, -1);
                    ObjectNode read = result(client.callTool("read", arguments));
                    assertThat(isError(read)).isTrue();
                    assertThat(text(read)).contains(name);
                }
            }
        }

        @Test
        void anOffsetBeyondTheIntegerRangeIsPastTheEnd() throws Exception {
            try (McpClient client = served.open(EraChoice.MODERN)) {
                ObjectNode arguments = Json.object().put("file_path", "note.md").put("offset", 4_000_000_000_000L);
                ObjectNode read = result(client.callTool("read", arguments));

                assertThat(isError(read)).isTrue();
                assertThat(text(read)).contains("offset");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = EraChoice.class,
            names = {"LEGACY", "MODERN"})
    void clientsListEveryTool(EraChoice era) throws Exception {
        try (McpClient client = served.open(era);
                var vault = new VaultFixture(root)) {
            List<String> names = DocumentServer.tools(vault.context).stream()
                    .map(DocumentTool::name)
                    .toList();
            assertThat(result(client.listTools()).get("tools"))
                    .extracting(tool -> tool.get("name").stringValue())
                    .containsExactlyElementsOf(names);
        }
    }

    @Nested
    class ReadOnly {
        @ParameterizedTest
        @EnumSource(
                value = EraChoice.class,
                names = {"LEGACY", "MODERN"})
        void aReadOnlyServerHasNoToolThatWrites(EraChoice era) throws Exception {
            try (var closed = new ServedVault(root, new DocumentServer.Options(true, false));
                    McpClient client = closed.open(era)) {
                assertThat(result(client.listTools()).get("tools"))
                        .isNotEmpty()
                        .allMatch(tool -> tool.at("/annotations/readOnlyHint").asBoolean());
                assertThat(client.callTool("edit", Json.object())).isInstanceOf(Reply.Rejected.class);
                assertThat(client.instructions()).contains("cannot be changed");
                assertThat(result(client.listTools()).get("tools").toString()).doesNotContainIgnoringCase("edit");
            }
        }
    }

    @Nested
    class Documents {
        @ParameterizedTest
        @EnumSource(
                value = EraChoice.class,
                names = {"LEGACY", "MODERN"})
        void documentsAreListedAsResourcesInPages(EraChoice era) throws Exception {
            for (int i = 0; i < 250; i++) {
                Files.writeString(root.resolve("page" + i + ".md"), "Text " + i);
            }
            try (var many = new ServedVault(root, DocumentServer.Options.DEFAULT);
                    McpClient client = many.open(era)) {
                List<String> names = new ArrayList<>();
                int pages = 0;
                ObjectNode params = Json.object();
                while (params != null) {
                    ObjectNode page = result(client.request("resources/list", params));
                    page.get("resources")
                            .forEach(resource -> names.add(resource.get("name").stringValue()));
                    JsonNode next = page.get("nextCursor");
                    params = next == null ? null : Json.object().put("cursor", next.stringValue());
                    pages++;
                }
                assertThat(pages).isEqualTo(2);
                assertThat(names).hasSize(251).isSorted().doesNotHaveDuplicates();
            }
        }

        @ParameterizedTest
        @EnumSource(
                value = EraChoice.class,
                names = {"LEGACY", "MODERN"})
        void aResourceIsTheAcceptedViewOfItsDocument(EraChoice era) throws Exception {
            served.write("Größe/50% [a] #1?.md", "Now {++then++}.\n");
            try (McpClient client = served.open(era)) {
                String uri = DocumentUri.of("Größe/50% [a] #1?.md");
                ObjectNode read =
                        result(client.request("resources/read", Json.object().put("uri", uri)));

                assertThat(uri).startsWith("vault:///Gr%C3%B6").endsWith("/50%25%20%5Ba%5D%20%231%3F.md");
                assertThat(read.at("/contents/0/text").stringValue()).isEqualTo("Now then.\n");
                assertThat(read.at("/contents/0/mimeType").stringValue()).isEqualTo("text/markdown");
            }
        }

        @Test
        void resourcesOutsideTheFolderAreNotFound() throws Exception {
            Path secret = Files.writeString(root.resolveSibling("secret-" + root.getFileName() + ".md"), "secret");
            try (McpClient client = served.open(EraChoice.MODERN)) {
                String name = String.valueOf(secret.getFileName());
                for (String uri : List.of(
                        "vault:///../" + name,
                        "vault:///%2e%2e/" + name,
                        "vault:///%2e%2e%2f" + name,
                        "vault:////" + secret,
                        "vault://host/note.md",
                        "vault:note.md",
                        "file://" + secret,
                        "vault:///note.md%00",
                        "not an address")) {
                    assertThat(client.request("resources/read", Json.object().put("uri", uri)))
                            .describedAs(uri)
                            .isInstanceOf(Reply.Rejected.class);
                }
            } finally {
                Files.delete(secret);
            }
        }
    }
}
