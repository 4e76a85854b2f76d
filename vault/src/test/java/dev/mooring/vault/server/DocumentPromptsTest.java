package dev.mooring.vault.server;

import static dev.mooring.vault.server.ServedVault.result;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class DocumentPromptsTest {

    @TempDir
    Path root;

    @BeforeEach
    void write() throws Exception {
        Files.createDirectories(root.resolve("notes/deep"));
        Files.createDirectories(root.resolve(".hidden"));
        write("a.md", "Text{>>please reword<<} {--old--}{++new++}\n", 1);
        write("notes/plain.md", "Nothing here.\n", 2);
        write("notes/deep/Plan.md", "{++proposed++}\n", 3);
        write(".hidden/plain.md", "secret\n", 4);
    }

    private void write(String path, String text, int second) throws Exception {
        Files.setLastModifiedTime(Files.writeString(root.resolve(path), text), FileTime.fromMillis(second * 1_000L));
    }

    private static Reply prompt(McpClient client, String name, Map<String, String> arguments) throws Exception {
        ObjectNode params = Json.object().put("name", name);
        ObjectNode given = params.putObject("arguments");
        arguments.forEach(given::put);
        return client.request("prompts/get", params);
    }

    private static String text(Reply reply) {
        ObjectNode result = result(reply);
        assertThat(result.at("/messages/0/role").stringValue()).isEqualTo("user");
        return result.at("/messages/0/content/text").stringValue();
    }

    private static List<String> complete(McpClient client, String prompt, String argument, String value)
            throws Exception {
        ObjectNode params = Json.object();
        params.putObject("ref").put("type", "ref/prompt").put("name", prompt);
        params.putObject("argument").put("name", argument).put("value", value);
        return strings(result(client.request("completion/complete", params)).at("/completion/values"));
    }

    private static List<String> strings(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::stringValue)
                .toList();
    }

    @ParameterizedTest
    @EnumSource(
            value = EraChoice.class,
            names = {"LEGACY", "MODERN"})
    void clientsListAndGetPromptsAndCompletePaths(EraChoice era) throws Exception {
        try (var served = new ServedVault(root, DocumentServer.Options.DEFAULT);
                McpClient client = served.open(era)) {
            JsonNode prompts =
                    result(client.request("prompts/list", Json.object())).get("prompts");
            assertThat(prompts)
                    .extracting(prompt -> prompt.get("name").stringValue())
                    .containsExactlyInAnyOrder("address_comments", "proofread", "summarise_review");
            assertThat(prompts).allSatisfy(prompt -> {
                assertThat(prompt.path("description").asString("")).isNotBlank();
                assertThat(prompt.path("arguments"))
                        .isNotEmpty()
                        .allSatisfy(argument -> assertThat(
                                        argument.path("description").asString(""))
                                .isNotBlank());
            });
            assertThat(text(prompt(client, "address_comments", Map.of("file_path", "./a.md"))))
                    .startsWith("Address the open comments of a.md.");
            assertThat(complete(client, "proofread", "file_path", "pla"))
                    .containsExactly("notes/deep/Plan.md", "notes/plain.md");
        }
    }

    @Test
    void aDocumentWithoutOpenCommentsNeedsNoWork() throws Exception {
        try (var served = new ServedVault(root, DocumentServer.Options.DEFAULT);
                McpClient client = served.open(EraChoice.MODERN)) {
            assertThat(text(prompt(client, "address_comments", Map.of("file_path", "notes/plain.md"))))
                    .isEqualTo("Tell the user that notes/plain.md has no open comments. Change nothing.");
        }
    }

    @Test
    void proofreadNamesTheDocumentAndTheFocus() throws Exception {
        try (var served = new ServedVault(root, DocumentServer.Options.DEFAULT);
                McpClient client = served.open(EraChoice.MODERN)) {
            assertThat(text(prompt(client, "proofread", Map.of("file_path", "a.md", "focus", "British\nspelling"))))
                    .startsWith("Proofread a.md.")
                    .contains("5. Look in particular for: British\\u000aspelling\n");
            assertThat(text(prompt(client, "proofread", Map.of("file_path", "a.md"))))
                    .doesNotContain("5.");
        }
    }

    @Test
    void theSummaryListsTheDocumentsToReview() throws Exception {
        try (var served = new ServedVault(root, DocumentServer.Options.DEFAULT);
                McpClient client = served.open(EraChoice.MODERN)) {
            assertThat(text(prompt(client, "summarise_review", Map.of()))).contains("""
                            2 documents have pending suggestions or open comments:
                            - a.md (suggestions: 1, open comments: 1)
                            - notes/deep/Plan.md (suggestions: 1, open comments: 0)
                            """);
            assertThat(text(prompt(client, "summarise_review", Map.of("path", "notes"))))
                    .startsWith("Summarise what is waiting for review in notes.")
                    .doesNotContain("a.md (");
            assertThat(text(prompt(client, "summarise_review", Map.of("path", "notes/plain.md"))))
                    .isEqualTo("Tell the user that nothing is waiting for review in notes/plain.md.");
        }
    }

    @Test
    void aMissingDocumentIsAnErrorThatNamesSimilarOnes() throws Exception {
        try (var served = new ServedVault(root, DocumentServer.Options.DEFAULT);
                McpClient client = served.open(EraChoice.MODERN)) {
            assertThat(prompt(client, "proofread", Map.of("file_path", "notes/plane.md"))
                            .toString())
                    .contains("There is no document notes/plane.md")
                    .contains("notes/plain.md");
            assertThat(prompt(client, "proofread", Map.of()).toString()).contains("file_path");
        }
    }

    @Test
    void completionPrefersPathsThatBeginWithTheTypedText() throws Exception {
        Files.createDirectories(root.resolve("plain"));
        write("plain/first.md", "x", 0);
        try (var served = new ServedVault(root, DocumentServer.Options.DEFAULT);
                McpClient client = served.open(EraChoice.MODERN)) {
            assertThat(complete(client, "proofread", "file_path", "PLAIN"))
                    .containsExactly("plain/first.md", "notes/plain.md");
            assertThat(complete(client, "proofread", "file_path", ""))
                    .containsExactly("notes/deep/Plan.md", "notes/plain.md", "a.md", "plain/first.md");
            assertThat(complete(client, "summarise_review", "path", "notes"))
                    .startsWith("notes", "notes/deep", "notes/deep/Plan.md");
            assertThat(complete(client, "proofread", "focus", "x")).isEmpty();
            assertThat(complete(client, "proofread", "file_path", ".hidden")).isEmpty();
        }
    }

    @Test
    void aReadOnlyServerOffersOnlyTheSummary() throws Exception {
        try (var served = new ServedVault(root, new DocumentServer.Options(true, false));
                McpClient client = served.open(EraChoice.MODERN)) {
            assertThat(result(client.request("prompts/list", Json.object())).get("prompts"))
                    .extracting(prompt -> prompt.get("name").stringValue())
                    .containsExactly("summarise_review");
        }
    }
}
