package dev.mooring.vault.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.server.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Rules for every document tool. */
class DocumentToolTest {

    @TempDir
    Path root;

    private VaultFixture vault;

    @BeforeEach
    void open() throws IOException {
        vault = new VaultFixture(root);
    }

    @AfterEach
    void close() throws IOException {
        vault.close();
    }

    private List<Tool> tools() {
        return DocumentServer.tools(vault.context).stream()
                .map(tool -> tool.toMcp((_, _, _) -> {}))
                .toList();
    }

    @Test
    void everyRequiredArgumentIsDescribed() {
        assertThat(tools()).isNotEmpty().allSatisfy(tool -> {
            JsonNode schema = tool.definition().path("inputSchema");
            assertThat(schema.path("required")).isNotEmpty();
            schema.path("required")
                    .forEach(name -> assertThat(schema.path("properties")
                                    .path(name.stringValue())
                                    .path("description")
                                    .asString(""))
                            .isNotBlank());
        });
    }

    @Test
    void noToolAcceptsOrRejectsSuggestions() {
        assertThat(tools()).isNotEmpty().allSatisfy(tool -> {
            assertThat(tool.name()).doesNotContain("accept", "reject", "decide", "undo");
            JsonNode annotations = tool.definition().path("annotations");
            assertThat(annotations.path("readOnlyHint").asBoolean()
                            || !annotations.path("destructiveHint").asBoolean(true))
                    .isTrue();
        });
    }

    @Test
    void theDocumentationNamesEveryTool() throws IOException {
        String documentation = Files.readString(Path.of(System.getProperty("mooring.root", ".."), "docs/documents.md"));
        assertThat(tools())
                .isNotEmpty()
                .allSatisfy(tool -> assertThat(documentation).contains("| `" + tool.name() + "` |"));
    }
}
