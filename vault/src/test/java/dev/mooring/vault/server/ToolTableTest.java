package dev.mooring.vault.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.server.Tool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The arguments in the table of {@code docs/tools.md}, and the size of what clients list. */
class ToolTableTest {

    /** Every conversation pays for the list with its context. A large tool still fits; shorten descriptions after that. */
    private static final int MAX_LIST_BYTES = 13_500;

    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(\\w+)` \\| ([^|]+) \\|");
    private static final Pattern ARGUMENT = Pattern.compile("`([^`]+)`(\\\\\\*)?");

    @TempDir
    Path root;

    private List<Tool> tools() throws IOException {
        try (var vault = new VaultFixture(root)) {
            return DocumentServer.tools(vault.context).stream()
                    .map(tool -> tool.toMcp((_, _, _) -> {}))
                    .toList();
        }
    }

    @Test
    void theTableListsAllArgumentsOfTheToolsThatItCompares() throws IOException {
        String page = Files.readString(Path.of(System.getProperty("mooring.root", ".."), "docs/tools.md"));
        Map<String, Set<String>> documented = ROW.matcher(page)
                .results()
                .collect(Collectors.toMap(
                        row -> row.group(1), row -> arguments(row.group(2)), (a, _) -> a, TreeMap::new));
        Map<String, Set<String>> actual = new TreeMap<>();
        tools().forEach(tool -> actual.put(tool.name(), arguments(tool)));
        assertThat(documented).isNotEmpty();
        assertThat(actual).containsAllEntriesOf(documented);
    }

    private static Set<String> arguments(String cell) {
        return ARGUMENT.matcher(cell)
                .results()
                .map(ToolTableTest::argument)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String argument(MatchResult match) {
        return match.group(1) + (match.group(2) == null ? "" : "*");
    }

    private static Set<String> arguments(Tool tool) {
        JsonNode schema = tool.definition().path("inputSchema");
        Set<String> required = new HashSet<>();
        schema.path("required").forEach(name -> required.add(name.stringValue()));
        return schema.path("properties").propertyNames().stream()
                .map(name -> required.contains(name) ? name + "*" : name)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void theListOfToolsIsShort() throws IOException {
        String list = tools().stream().map(tool -> Json.text(tool.definition())).collect(Collectors.joining(","));
        assertThat(list.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(MAX_LIST_BYTES);
    }
}
