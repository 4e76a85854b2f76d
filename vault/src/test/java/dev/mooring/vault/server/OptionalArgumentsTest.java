package dev.mooring.vault.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.server.Tool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Arguments as models write them: null for what they leave out, and paths that begin with a dot. */
class OptionalArgumentsTest {

    @TempDir(factory = InMemoryFolder.class)
    Path root;

    private VaultFixture vault;

    @BeforeEach
    void open() throws IOException {
        vault = new VaultFixture(root);
        vault.write("a.md", "# A\none\n");
    }

    @AfterEach
    void close() throws IOException {
        vault.close();
    }

    @Test
    void nullMeansAbsentForEveryOptionalArgumentOfEveryTool() {
        for (DocumentTool tool : DocumentServer.tools(vault.context)) {
            Tool definition = tool.toMcp((_, _, _) -> {});
            JsonNode schema = definition.definition().path("inputSchema");
            List<String> required = new ArrayList<>();
            schema.path("required").forEach(name -> required.add(name.stringValue()));
            ObjectNode arguments = Json.object();
            schema.path("properties").forEachEntry((name, property) -> {
                if (required.contains(name)) {
                    arguments.put(name, "x");
                } else {
                    arguments.putNull(name);
                }
            });

            ObjectNode used = definition.withoutUnset(arguments);

            assertThat(definition.argumentFaults(used)).as(tool.name()).isEmpty();
            assertThat(used.propertyNames()).as(tool.name()).containsExactlyInAnyOrderElementsOf(required);
        }
    }

    @Test
    void nullMeansAbsentForTheOptionalFieldOfEachEdit() {
        Tool edit = DocumentServer.tools(vault.context).stream()
                .map(tool -> tool.toMcp((_, _, _) -> {}))
                .filter(tool -> tool.name().equals("edit"))
                .findFirst()
                .orElseThrow();
        ObjectNode arguments = Json.objectOf("""
                {"file_path": "a.md", "session_id": "x",
                 "edits": [{"old_string": "a", "new_string": "b", "replace_all": null}]}""");

        assertThat(edit.argumentFaults(arguments)).isNotEmpty();
        assertThat(edit.argumentFaults(edit.withoutUnset(arguments))).isEmpty();
    }

    @Test
    void aDotAtTheBeginningOfAPathIsTheRoot() throws IOException {
        String session = vault.session("./a.md");
        assertThat(vault.read("././a.md", session).success()).contains("one");
        vault.edit("./a.md", "one", "two", session).success();
        vault.call("insert", "file_path", "./a.md", "session_id", session, "content", "more")
                .success();
        assertThat(vault.call("create", "file_path", "./sub/b.md", "content", "text\n")
                        .success())
                .contains("Created sub/b.md");
        assertThat(vault.call("get_links", "file_path", "./a.md").success()).contains("a.md");
        assertThat(vault.call("grep", "pattern", "two", "path", "./a.md").success())
                .contains("a.md");
        assertThat(vault.call("glob", "pattern", "*.md", "path", "./sub").success())
                .contains("sub/b.md");
    }

    @Test
    void noSchemaHasAlternativesAtItsRoot() {
        assertThat(DocumentServer.tools(vault.context))
                .allSatisfy(tool -> assertThat(tool.toMcp((_, _, _) -> {})
                                .definition()
                                .path("inputSchema")
                                .propertyNames())
                        .doesNotContain("oneOf", "anyOf", "allOf"));
    }
}
