package dev.mooring.app.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.app.web.ClientSetup.LocalStart;
import dev.mooring.app.web.ClientSetup.TokenUse;
import dev.mooring.mcp.Json;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

class ClientSetupTest {
    private static final String ADDRESS = "http://127.0.0.1:7331/mcp";
    private static final String NOTES = "/home/ada/My \"Notes\"";
    private static final Optional<LocalStart> LOCAL =
            Optional.of(new LocalStart("/opt/mooring", List.of("serve", NOTES, "--stdio")));

    /** The JSON objects in a text, each on its own lines. */
    private static List<ObjectNode> objects(String text) {
        return Pattern.compile("(?ms)^  \\{$.*?^  }$")
                .matcher(text)
                .results()
                .map(found -> Json.objectOf(found.group()))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "false, false, false, NONE",
        "false, true, false, HEADER",
        "false, true, true, HEADER_OR_URL",
        "true, false, false, SIGN_IN",
        "true, true, true, SIGN_IN"
    })
    void peopleWhoSignInNeedNoTokenInTheirClients(
            boolean hasSignIns, boolean hasTokens, boolean isInUrl, TokenUse expected) {
        assertThat(TokenUse.of(hasSignIns, hasTokens, isInUrl)).isEqualTo(expected);
    }

    @Test
    void setupListsTheLinesForEachClient() {
        String text = new ClientSetup("my-notes", ADDRESS, LOCAL, TokenUse.NONE, false).text();

        assertThat(text)
                .contains("  claude mcp add --transport http my-notes " + ADDRESS + "\n")
                .contains("  [mcp_servers.my-notes]\n  url = \"" + ADDRESS + "\"\n")
                .doesNotContain("TOKEN", "connector");
        List<ObjectNode> objects = objects(text);
        assertThat(objects).hasSize(4);
        ObjectNode desktop = objects.getFirst();
        assertThat(desktop.at("/mcpServers/my-notes/command").stringValue()).isEqualTo("/opt/mooring");
        assertThat(desktop.at("/mcpServers/my-notes/args"))
                .extracting(argument -> argument.stringValue())
                .containsExactly("serve", NOTES, "--stdio");
        ObjectNode code = objects.get(1);
        assertThat(code.at("/servers/my-notes/type").stringValue()).isEqualTo("http");
        assertThat(code.at("/servers/my-notes/url").stringValue()).isEqualTo(ADDRESS);
    }

    @Test
    void setupShowsWhereToPutTheToken() {
        String text = new ClientSetup("my-notes", "https://notes.example.com/mcp", LOCAL, TokenUse.HEADER_OR_URL, true)
                .text();

        assertThat(text)
                .contains("--header \"Authorization: Bearer TOKEN\"")
                .contains("bearer_token_env_var = \"MOORING_TOKEN\"")
                .contains("https://notes.example.com/mcp/TOKEN");
        assertThat(objects(text)
                        .get(1)
                        .at("/servers/my-notes/headers/Authorization")
                        .stringValue())
                .isEqualTo("Bearer ${input:mooring-token}");
        assertThat(objects(text).get(2).at("/mcpServers/my-notes").toString())
                .isEqualTo("{\"url\":\"https://notes.example.com/mcp\",\"headers\":{\"Authorization\":"
                        + "\"Bearer ${env:MOORING_TOKEN}\"}}");
        assertThat(objects(text).get(3).at("/mcpServers/my-notes").toString())
                .isEqualTo("{\"httpUrl\":\"https://notes.example.com/mcp\",\"headers\":{\"Authorization\":"
                        + "\"Bearer $MOORING_TOKEN\"}}");
    }

    @Test
    void setupOmitsClaudeDesktopWithoutALocalCommand() {
        assertThat(new ClientSetup("my-notes", ADDRESS, Optional.empty(), TokenUse.NONE, false).text())
                .doesNotContain("Claude Desktop")
                .contains("Claude Code", "VS Code", "Codex");
    }

    @ParameterizedTest
    @CsvSource({
        "Notes, notes",
        "My \"Notes\", my-notes",
        "2026 – Ideen!, 2026-ideen",
        "Über uns, uber-uns",
        "'', documents",
        "Заметки, documents"
    })
    void plainNameContainsOnlyLettersDigitsAndHyphens(String name, String plain) {
        assertThat(ClientSetup.plainName(name, "documents")).isEqualTo(plain);
    }
}
