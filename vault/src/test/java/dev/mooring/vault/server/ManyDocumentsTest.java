package dev.mooring.vault.server;

import static dev.mooring.vault.server.ServedVault.call;
import static dev.mooring.vault.server.ServedVault.isError;
import static dev.mooring.vault.server.ServedVault.result;
import static dev.mooring.vault.server.ServedVault.session;
import static dev.mooring.vault.server.ServedVault.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.vault.critic.MarkedText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** Many documents and many concurrent edits, over the protocol. */
@Tag("long")
@Timeout(600)
class ManyDocumentsTest {
    private static final int DOCUMENTS = 20_000;
    private static final int FOLDERS = 200;

    @TempDir
    Path root;

    private static String path(int number) {
        return "folder-" + number % FOLDERS + "/note-" + number + ".md";
    }

    private void write() throws Exception {
        for (int i = 0; i < FOLDERS; i++) {
            Files.createDirectory(root.resolve("folder-" + i));
        }
        for (int i = 0; i < DOCUMENTS; i++) {
            String next = "[[note-" + (i + 1) % DOCUMENTS + "]]";
            Files.writeString(
                    root.resolve(path(i)), "# Note " + i + "\n\nNext is " + next + ", first is [[note-0]].\n");
        }
    }

    @Test
    void twentyThousandDocumentsAreFoundSearchedLinkedAndEdited() throws Exception {
        write();
        Files.writeString(root.resolve(path(12_345)), "A quizzacious remark.\n");
        try (var served = new ServedVault(root, DocumentServer.Options.DEFAULT);
                McpClient client = served.open(EraChoice.MODERN)) {
            ObjectNode read = call(client, "read", Map.of("file_path", path(77)));
            assertThat(text(read)).contains("# Note 77");
            assertThat(text(call(client, "get_links", Map.of("file_path", path(0)))))
                    .contains("Backlinks to " + path(0) + " (19999):")
                    .contains("… and 19499 more");
            assertThat(text(call(client, "get_links", Map.of("file_path", path(77)))))
                    .contains(path(76) + ":3: [[note-77]]");
            assertThat(text(call(client, "grep", Map.of("pattern", "quizzacious"))))
                    .isEqualTo(path(12_345));
            assertThat(text(call(client, "grep", Map.of("pattern", "^A [a-z]{11} r"))))
                    .isEqualTo(path(12_345));
            assertThat(text(call(client, "glob", Map.of("pattern", "**/note-1234?.md")))
                            .lines())
                    .hasSize(10);
            assertThat(text(call(client, "glob", Map.of("pattern", "**"))))
                    .contains("the newest 1000 of 20000 documents");
            ObjectNode edited = call(
                    client,
                    "edit",
                    Map.of(
                            "file_path",
                            path(77),
                            "old_string",
                            "note-78",
                            "new_string",
                            "note-9",
                            "session_id",
                            session(read)));
            assertThat(isError(edited)).describedAs(text(edited)).isFalse();
            assertThat(text(call(client, "get_links", Map.of("file_path", path(9)))))
                    .contains(path(77) + ":3: [[note-9]]");
            assertThat(resources(client)).hasSize(DOCUMENTS).doesNotHaveDuplicates();
        }
    }

    private static List<String> resources(McpClient client) throws Exception {
        List<String> uris = new ArrayList<>();
        ObjectNode params = Json.object();
        while (true) {
            ObjectNode page = result(client.request("resources/list", params));
            page.get("resources")
                    .forEach(resource -> uris.add(resource.get("uri").stringValue()));
            String next = Json.stringAt(page, "nextCursor");
            if (next == null) {
                return uris;
            }
            params = Json.object().put("cursor", next);
        }
    }

    @Test
    void aThousandConcurrentEditsOfOneDocumentAllSucceed() throws Exception {
        int edits = 1_000;
        int clients = 20;
        String original = IntStream.range(0, edits)
                .mapToObj(i -> "Line " + i + " says before.")
                .collect(Collectors.joining("\n", "", "\n"));
        Files.writeString(root.resolve("one.md"), original);
        try (var served = new ServedVault(root, DocumentServer.Options.DEFAULT);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<List<ObjectNode>>> editors = new ArrayList<>();
            for (int c = 0; c < clients; c++) {
                int first = c;
                EraChoice era = c % 2 == 0 ? EraChoice.MODERN : EraChoice.LEGACY;
                editors.add(() -> {
                    List<ObjectNode> answers = new ArrayList<>();
                    try (McpClient client = served.open(era)) {
                        String session = session(call(client, "read", Map.of("file_path", "one.md")));
                        for (int i = first; i < edits; i += clients) {
                            answers.add(call(
                                    client,
                                    "edit",
                                    Map.of(
                                            "file_path",
                                            "one.md",
                                            "old_string",
                                            "Line " + i + " says before",
                                            "new_string",
                                            "Line " + i + " says after",
                                            "session_id",
                                            session)));
                        }
                    }
                    return answers;
                });
            }
            for (Future<List<ObjectNode>> answers : threads.invokeAll(editors)) {
                assertThat(answers.get()).noneMatch(ServedVault::isError);
            }
        }
        MarkedText text = MarkedText.parse(Files.readString(root.resolve("one.md")));
        assertThat(text.suggestions()).hasSize(edits);
        assertThat(text.rejectAll()).isEqualTo(original);
        assertThat(text.acceptAll()).isEqualTo(original.replace("before", "after"));
    }
}
