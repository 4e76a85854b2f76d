package dev.mooring.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

@Timeout(120)
class ToolsTest {
    @TempDir
    Path folder;

    private final Mooring mooring = new Mooring();

    private int tools(Path servers, String... arguments) {
        String[] all = new String[arguments.length + 3];
        all[0] = "tools";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        all[all.length - 2] = "--servers";
        all[all.length - 1] = servers.toString();
        return mooring.run(all);
    }

    @Nested
    @Tag("counterpart")
    class ServersThatAnswer {
        @Test
        void toolsAreListedByServer() throws Exception {
            Path servers = Mooring.servers(
                    folder, Mooring.memory("memory", folder.resolve("m.json")), Mooring.misbehaving("rude"));

            assertThat(tools(servers)).isZero();

            assertThat(mooring.out())
                    .containsPattern("(?m)^memory  9 tools$")
                    .containsPattern("(?m)^  create_entities +Create multiple new entities")
                    .containsPattern("(?m)^rude  \\d+ tools$");
            assertThat(mooring.err()).isEmpty();
        }

        @Test
        void toolsOfOneServerAreListedInDetail() throws Exception {
            Path servers = Mooring.servers(
                    folder, Mooring.memory("memory", folder.resolve("m.json")), Mooring.misbehaving("rude"));

            assertThat(tools(servers, "memory")).isZero();

            assertThat(mooring.out())
                    .containsPattern("(?m)^  search_nodes\\(query\\)$")
                    .doesNotContain("rude");
        }

        @Test
        void jsonHasTheToolsAsTheServerDefinesThem() throws Exception {
            Path servers = Mooring.servers(folder, Mooring.memory("memory", folder.resolve("m.json")));

            assertThat(tools(servers, "--json")).isZero();

            JsonNode tool = Json.parse(mooring.out()).at("/servers/0/tools/0");
            assertThat(tool.path("name").stringValue()).isEqualTo("create_entities");
            assertThat(tool.path("inputSchema").path("properties").has("entities"))
                    .isTrue();
        }
    }

    @Nested
    @Tag("counterpart")
    class ServersThatFail {
        @Test
        void failingServerDoesNotHideOthers() throws Exception {
            Path servers = Mooring.servers(
                    folder,
                    Mooring.local("missing", "no-such-program-anywhere"),
                    "\"unset\": {\"command\": \"x\", \"env\": {\"KEY\": \"${NO_SUCH_VARIABLE}\"}}",
                    Mooring.misbehaving("rude"));

            assertThat(tools(servers)).isEqualTo(1);

            assertThat(mooring.out()).contains("rude").doesNotContain("missing");
            assertThat(mooring.err())
                    .contains("missing: cannot start the server")
                    .contains("Check whether no-such-program-anywhere is installed")
                    .contains("NO_SUCH_VARIABLE, which is not set");
        }

        @Test
        void jsonHasTheErrorOfAFailingServer() throws Exception {
            Path servers = Mooring.servers(
                    folder, Mooring.local("missing", "no-such-program-anywhere"), Mooring.misbehaving("rude"));

            assertThat(tools(servers, "--json")).isEqualTo(1);

            JsonNode listed = Json.parse(mooring.out()).path("servers");
            assertThat(listed.at("/0/error").stringValue()).contains("cannot start");
            assertThat(listed.at("/0/advice").stringValue()).contains("installed");
            assertThat(listed.at("/1/tools").isArray()).isTrue();
        }
    }

    @Nested
    class WithoutServers {
        @Test
        void unknownServerNameIsAUsageErrorThatListsTheServers() throws Exception {
            Path servers = Mooring.servers(folder, Mooring.local("a", "x"), Mooring.local("b", "x"));

            assertThat(tools(servers, "c")).isEqualTo(2);

            assertThat(mooring.err()).contains("Unknown server 'c'. The servers are: a, b");
        }

        @Test
        void missingServersFileIsAnError() {
            assertThat(tools(folder.resolve("absent.json"))).isEqualTo(1);
            assertThat(mooring.err()).contains("absent.json does not exist");
        }

        @Test
        void malformedServersFileIsAnErrorWithTheLine() throws Exception {
            assertThat(tools(Files.writeString(folder.resolve("bad.json"), "{\n  nonsense")))
                    .isEqualTo(1);
            assertThat(mooring.err()).contains("Cannot use ").contains("bad.json (line 2): ");
        }
    }
}
