package dev.mooring.vault.server;

import static dev.mooring.vault.server.ServedVault.call;
import static dev.mooring.vault.server.ServedVault.session;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.vault.files.PathAttacks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** No path in any tool call reads, creates or changes a file outside the folder. */
@Timeout(60)
class PathAttacksTest {
    private static final String SECRET = "a secret outside the vault";

    @TempDir
    Path temporary;

    private Path root;
    private ServedVault served;
    private String before;

    @BeforeEach
    void aVaultBesideASecret() throws Exception {
        root = Files.createDirectory(temporary.resolve("vault"));
        Files.writeString(temporary.resolve("secret.md"), SECRET);
        Files.createDirectory(temporary.resolve("vault-not"));
        Files.writeString(temporary.resolve("vault-not/secret.md"), SECRET);
        Files.createDirectories(root.resolve("notes"));
        Files.writeString(root.resolve("notes/idea.md"), "idea\n");
        Files.createDirectory(root.resolve(".git"));
        Files.writeString(root.resolve(".git/notes.md"), SECRET);
        Files.createSymbolicLink(root.resolve("out.md"), temporary.resolve("secret.md"));
        Files.createSymbolicLink(root.resolve("away"), temporary.resolve("vault-not"));
        Files.createSymbolicLink(root.resolve("device.md"), Path.of("/dev/zero"));
        served = new ServedVault(root, DocumentServer.Options.DEFAULT);
        before = outside();
    }

    @AfterEach
    void stop() throws Exception {
        served.close();
    }

    private static List<String> attacks() {
        List<String> attacks = new ArrayList<>(PathAttacks.OUT_OF_THE_FOLDER);
        attacks.addAll(PathAttacks.TO_NOTHING_VISIBLE);
        attacks.addAll(List.of("out.md", "away/secret.md", "away/new.md", "device.md", "a/".repeat(3_000) + "b.md"));
        // Broken Unicode cannot be sent as JSON.
        attacks.remove("\uD800.md");
        return attacks;
    }

    /** Returns the paths and contents of all files outside the vault. */
    private String outside() throws IOException {
        try (Stream<Path> files = Files.walk(temporary)) {
            var all = new StringBuilder();
            for (Path file :
                    files.filter(file -> !file.startsWith(root)).sorted().toList()) {
                all.append(file)
                        .append(Files.isRegularFile(file) ? Files.readString(file) : "")
                        .append('\n');
            }
            return all.toString();
        }
    }

    @Test
    void noToolReadsOrChangesAFileOutsideTheVault() throws Exception {
        try (McpClient client = served.open(EraChoice.MODERN)) {
            String session = session(call(client, "read", Map.of("file_path", "notes/idea.md")));
            for (String path : attacks()) {
                for (ObjectNode answer : List.of(
                        call(client, "read", Map.of("file_path", path)),
                        call(client, "get_links", Map.of("file_path", path)),
                        call(client, "grep", Map.of("pattern", "outside the", "path", path)),
                        call(client, "grep", Map.of("pattern", "outside the", "glob", path)),
                        call(client, "glob", Map.of("pattern", path)),
                        call(client, "glob", Map.of("pattern", "**", "path", path)),
                        edit(client, path, session))) {
                    assertThat(answer.toString())
                            .as(path)
                            .doesNotContain(SECRET)
                            .doesNotContain("secret.md:");
                }
            }
        }
        assertThat(outside()).isEqualTo(before);
        assertThat(root.resolve("notes/idea.md")).hasContent("idea\n");
    }

    private static ObjectNode edit(McpClient client, String path, String session) throws InterruptedException {
        return call(
                client,
                "edit",
                Map.of("file_path", path, "old_string", SECRET, "new_string", "seen", "session_id", session));
    }

    @Test
    void createMakesNoFileOutsideTheVault() throws Exception {
        try (McpClient client = served.open(EraChoice.LEGACY)) {
            for (String path : attacks()) {
                call(client, "create", Map.of("file_path", path, "content", "made"));
            }
        }
        assertThat(outside()).isEqualTo(before);
        assertThat(root.resolve(".git/notes.md")).hasContent(SECRET);
    }

    @Test
    void noResourceUriReadsAFileOutsideTheVault() throws Exception {
        try (McpClient client = served.open(EraChoice.MODERN)) {
            for (String path : attacks()) {
                for (String uri : List.of("vault:///" + path, "vault:" + path, "file:///" + path)) {
                    Reply reply = client.request("resources/read", Json.object().put("uri", uri));
                    assertThat(reply.toString()).as(uri).doesNotContain(SECRET);
                }
            }
        }
    }
}
