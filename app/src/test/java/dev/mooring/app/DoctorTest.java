package dev.mooring.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.mooring.mcp.Json;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

@Timeout(120)
class DoctorTest {
    @TempDir
    Path folder;

    private final Mooring mooring = new Mooring();

    private int doctor(String... more) {
        List<String> all = new ArrayList<>(List.of("doctor", folder.toString()));
        Path servers = folder.resolve(".mcp.json");
        if (Files.exists(servers)) {
            all.addAll(List.of("--servers", servers.toString()));
        }
        all.addAll(List.of(more));
        return mooring.run(all.toArray(String[]::new));
    }

    private void agent(String name, String front) throws Exception {
        Files.writeString(folder.resolve(name + ".md"), "---\nname: " + name + "\n" + front + "\n---\nHelp.\n");
    }

    private void script(String name) throws Exception {
        Files.writeString(folder.resolve(name), "- say: Hello.\n");
    }

    @Nested
    @Tag("counterpart")
    class Servers {
        @Test
        void doctorPrintsVersionAndNumberOfToolsOfEachServer() throws Exception {
            Mooring.servers(
                    folder,
                    Mooring.memory("memory", folder.resolve("m.json")),
                    Mooring.local(
                            "everything",
                            Mooring.node(),
                            Mooring.installed("@modelcontextprotocol/server-everything/dist/index.js")),
                    Mooring.misbehaving("new", "--era", "modern"));

            assertThat(doctor()).isZero();

            assertThat(mooring.out())
                    .contains(folder.resolve(".mcp.json").toString())
                    .containsPattern("✓ memory +legacy 2025-11-25  memory-server \\S+  9 tools  opened in")
                    .containsPattern("✓ everything +legacy 2025-11-25 .* \\d+ tools  opened in")
                    .contains("Skipped, because they need tasks: simulate-research-query")
                    .containsPattern("✓ new +modern 2026-07-28  misbehaving 1  \\d+ tools")
                    .contains("No problems found.");
        }

        @Test
        void doctorPrintsReasonAndAdviceForAServerThatDoesNotOpen() throws Exception {
            HttpServer strict = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            strict.createContext("/", exchange -> {
                exchange.sendResponseHeaders(401, -1);
                exchange.close();
            });
            strict.start();
            try {
                Mooring.servers(
                        folder,
                        Mooring.local("missing", "no-such-program-anywhere"),
                        Mooring.local("dying", "sh", "-c", "echo no licence found >&2; exit 3"),
                        "\"unset\": {\"command\": \"x\", \"env\": {\"A\": \"${NO_SUCH_VARIABLE}\"}}",
                        "\"strict\": {\"url\": \"http://127.0.0.1:"
                                + strict.getAddress().getPort() + "/mcp\"}",
                        "\"silent\": {\"command\": \"sleep\", \"args\": [\"60\"], \"openTimeout\": \"300ms\"}",
                        Mooring.misbehaving("good"));

                assertThat(doctor()).isEqualTo(1);
            } finally {
                strict.stop(0);
            }

            assertThat(mooring.out())
                    .contains("Check whether no-such-program-anywhere is installed and on the PATH.")
                    .contains("exited with code 3")
                    .contains("no licence found")
                    .contains("NO_SUCH_VARIABLE, which is not set")
                    .contains("HTTP 401")
                    .contains("Sign in: mooring login strict")
                    .contains("If the server takes a fixed token instead, add it to its entry")
                    .contains("raise the \"openTimeout\" of this server")
                    .containsPattern("✓ good ")
                    .contains("5 problems found.");
        }

        @Test
        void jsonHasTheResultOfEachServer() throws Exception {
            Mooring.servers(folder, Mooring.misbehaving("good"), Mooring.local("missing", "no-such-program-anywhere"));

            assertThat(doctor("--json")).isEqualTo(1);

            JsonNode report = Json.parse(mooring.out());
            assertThat(report.path("healthy").booleanValue()).isFalse();
            assertThat(report.at("/servers/0/protocol").stringValue()).isEqualTo("2025-11-25");
            assertThat(report.at("/servers/0/openMillis").isNumber()).isTrue();
            assertThat(report.at("/servers/1/ok").booleanValue()).isFalse();
            assertThat(report.at("/servers/1/advice").stringValue()).contains("installed");
        }
    }

    @Nested
    class Agents {
        @Test
        void doctorFindsAgentsAmongOtherFiles() throws Exception {
            script("s.yaml");
            agent("helper", "model: script/s.yaml");
            Files.writeString(folder.resolve("README.md"), "# No agent\n");
            Files.writeString(folder.resolve("post.md"), "---\ntitle: A post\n---\nmodel: none\n");

            assertThat(doctor()).isZero();

            assertThat(mooring.out())
                    .contains("✓ helper")
                    .doesNotContain("README")
                    .doesNotContain("post.md");
        }

        @Test
        void doctorPrintsTheProblemsOfEachAgent() throws Exception {
            agent("keyless", "model: nonsense/x");
            agent("lonely", "model: script/absent.yaml");
            agent("lost", "tools: agent:nobody");
            agent("serverless", "tools: nowhere");

            assertThat(doctor()).isEqualTo(1);

            assertThat(mooring.out())
                    .contains("There is no provider \"nonsense\"")
                    .contains("absent.yaml")
                    .contains("there is no agent \"nobody\"")
                    .contains("there is no server \"nowhere\"")
                    .contains("4 problems found.");
        }

        @Test
        void agentWithoutAModelIsHealthy() throws Exception {
            agent("sub", "description: Helps\ntools: []");
            assertThat(doctor()).as(mooring::out).isZero();
            assertThat(mooring.out()).contains("✓ sub");
        }

        @Test
        @Tag("counterpart")
        void unknownToolOfAServerIsAProblem() throws Exception {
            Mooring.servers(folder, Mooring.misbehaving("rude"));
            script("s.yaml");
            agent("good", "model: script/s.yaml\ntools: rude/ec*, rude/count");
            agent("bad", "model: script/s.yaml\ntools: rude/no_such");

            assertThat(doctor()).isEqualTo(1);

            assertThat(mooring.out())
                    .contains("✓ good")
                    .contains("✗ bad")
                    .contains("rude has no tool \"no_such\". Its tools are: echo, count");
        }
    }

    @Nested
    class WithoutServersAndAgents {
        @Test
        void doctorExplainsWhatItChecks() {
            assertThat(doctor()).isZero();
            assertThat(mooring.out())
                    .contains("Nothing to check")
                    .contains(".mcp.json")
                    .contains("--servers")
                    .doesNotContain("No problems");
        }

        @Test
        void missingServersFileIsAProblemIfItIsNamed() {
            assertThat(doctor("--servers", folder.resolve("none.json").toString()))
                    .isEqualTo(1);
            assertThat(mooring.out()).contains("none.json does not exist");
        }

        @Test
        void missingFolderIsAUsageError() {
            assertThat(mooring.run("doctor", "no/such/folder")).isEqualTo(2);
            assertThat(mooring.err()).contains("no/such/folder does not exist");
        }
    }
}
