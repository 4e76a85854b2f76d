package dev.mooring.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.ServerLocation;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine.Help.Ansi;
import tools.jackson.databind.node.ObjectNode;

@Timeout(120)
class ServeTest {
    @TempDir
    Path folder;

    @TempDir
    Path state;

    @BeforeEach
    void write() throws Exception {
        Files.writeString(folder.resolve("note.md"), "The quick fox.\n");
    }

    private ProcessBuilder program(String... arguments) {
        ProcessBuilder builder = new ProcessBuilder(ChildJvm.mooring(arguments));
        builder.environment().put("XDG_STATE_HOME", state.toString());
        return builder;
    }

    private McpClient openStdio(String... options) throws Exception {
        List<String> command = new ArrayList<>(ChildJvm.mooring("serve", folder.toString(), "--stdio"));
        command.addAll(List.of(options));
        return open(ServerLocation.Local.of(command.toArray(String[]::new))
                .withEnvironment(Map.of("XDG_STATE_HOME", state.toString())));
    }

    private static McpClient open(ServerLocation location) throws Exception {
        return McpClient.open(
                location,
                ClientOptions.builder().client(Implementation.of("Claude", "1")).build());
    }

    private void readAndEdit(McpClient client) throws Exception {
        edit(client);
        assertThat(folder.resolve("note.md"))
                .content()
                .contains("\"author\":\"Claude\"")
                .contains("@@slow++}");
    }

    private static void edit(McpClient client) throws Exception {
        ObjectNode read = result(client.callTool("read", Json.object().put("file_path", "note.md")));
        String session = read.path("_meta").path("dev.mooring/session_id").stringValue("");
        ObjectNode edit = Json.object()
                .put("file_path", "note.md")
                .put("old_string", "quick")
                .put("new_string", "slow")
                .put("session_id", session);
        assertThat(result(client.callTool("edit", edit)).has("isError")).isFalse();
    }

    private static ObjectNode result(Reply reply) {
        assertThat(reply).isInstanceOf(Reply.Result.class);
        return ((Reply.Result) reply).result();
    }

    @Nested
    @Tag("process")
    class OverHttp {
        @Test
        void servePrintsTheAddressAndStopsOnASignal() throws Exception {
            Path err = Files.createTempFile("err", ".txt");
            Process process = program("serve", folder.toString(), "--port", "0")
                    .redirectError(err.toFile())
                    .start();
            try (BufferedReader out = process.inputReader(UTF_8)) {
                String address = out.readLine();
                assertThat(address).matches("http://127\\.0\\.0\\.1:\\d+/mcp");
                try (McpClient client = open(ServerLocation.Remote.at(URI.create(address)))) {
                    readAndEdit(client);
                }
                process.toHandle().destroy(); // leaves the streams open

                assertThat(process.waitFor()).isEqualTo(128 + 15);
                assertThat(out.readLine()).isNull();
                assertThat(err)
                        .content()
                        .contains("claude mcp add --transport http")
                        .contains(address)
                        .endsWith("Stopping.\n");
            } finally {
                process.destroyForcibly();
                Files.delete(err);
            }
        }
    }

    @Nested
    @Tag("process")
    class LocalClients {
        @Test
        void printedConfigurationRepeatsTheOptions() throws Exception {
            Process process = program(
                            "serve", folder.toString(), "--port", "0", "--hidden", "--read-only", "--plain-marks")
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try (BufferedReader err = process.errorReader(UTF_8)) {
                assertThat(err.lines().filter(line -> line.contains("\"args\"")).findFirst())
                        .get()
                        .asString()
                        .containsPattern("\"--stdio\", ?\"--read-only\", ?\"--plain-marks\", ?\"--hidden\"]");
            } finally {
                process.destroyForcibly();
            }
        }
    }

    @Nested
    @Tag("process")
    class OverStdio {
        @Test
        void standardOutputHasOnlyTheProtocol() throws Exception {
            Path output = state.resolve("standard-output");
            List<String> command = new ArrayList<>(List.of("sh", "-c", "\"$@\" | tee \"$0\"", output.toString()));
            command.addAll(ChildJvm.mooring("serve", folder.toString(), "--stdio"));
            try (McpClient client = open(ServerLocation.Local.of(command.toArray(String[]::new))
                    .withEnvironment(Map.of("XDG_STATE_HOME", state.toString())))) {
                readAndEdit(client);
            }
            assertThat(Files.readAllLines(output))
                    .isNotEmpty()
                    .allSatisfy(
                            line -> assertThat(Json.parse(line).path("jsonrpc").stringValue(""))
                                    .isEqualTo("2.0"));
        }

        @Test
        void plainMarksOptionWritesMarksWithoutMetadata() throws Exception {
            try (McpClient client = openStdio("--plain-marks")) {
                edit(client);
            }
            assertThat(folder.resolve("note.md")).hasContent("The {--quick--}{++slow++} fox.\n");
        }

        @Test
        void readOnlyOptionOmitsTheToolsThatWrite() throws Exception {
            try (McpClient client = openStdio("--read-only")) {
                assertThat(result(client.listTools()).get("tools"))
                        .isNotEmpty()
                        .allMatch(tool -> tool.at("/annotations/readOnlyHint").asBoolean());
            }
        }

        @Test
        void hiddenOptionIncludesHiddenDocuments() throws Exception {
            Files.createDirectory(folder.resolve(".obsidian"));
            Files.writeString(folder.resolve(".obsidian/plan.md"), "A plan.\n");
            try (McpClient client = openStdio("--hidden")) {
                ObjectNode read = result(client.callTool("read", Json.object().put("file_path", ".obsidian/plan.md")));
                assertThat(read.at("/content/0/text").stringValue()).startsWith("     1\tA plan.\n");
            }
        }

        @Test
        void serverStopsAtTheEndOfTheInput() throws Exception {
            Process process = program("serve", folder.toString(), "--stdio").start();
            try {
                process.getOutputStream().close();

                assertThat(process.getInputStream().readAllBytes()).isEmpty();
                assertThat(process.waitFor()).isZero();
            } finally {
                process.destroyForcibly();
            }
        }
    }

    @Nested
    class Errors {
        static Stream<Arguments> commandLines() {
            return Stream.of(
                    Arguments.of("FOLDER", List.of()),
                    Arguments.of("no/such/folder does not exist. Check its name", List.of("no/such/folder")),
                    Arguments.of("pom.xml is not a folder. Name the folder", List.of("pom.xml")),
                    Arguments.of("Add --login, --token-file", List.of(".", "--host", "0.0.0.0")),
                    Arguments.of("Add --login, --token-file", List.of(".", "--host", "::")),
                    Arguments.of("Set --public-url", List.of(".", "--host", "0.0.0.0", "--token-file", "absent")),
                    Arguments.of("--port must be", List.of(".", "--port", "70000")),
                    Arguments.of("--port has no effect with --stdio", List.of(".", "--stdio", "--port", "1")),
                    Arguments.of("--token-file has no effect", List.of(".", "--stdio", "--token-file", "absent")),
                    Arguments.of("--public-url must be", List.of(".", "--public-url", "ftp://example.com")),
                    Arguments.of("--public-url must be", List.of(".", "--public-url", "https://example.com/notes")));
        }

        @ParameterizedTest
        @MethodSource("commandLines")
        void usageErrorHasTheReason(String reason, List<String> arguments) {
            assertThat(serve(arguments)).isEqualTo(2);
            assertThat(err.toString()).contains(reason).contains("See 'mooring serve --help'.");
            assertThat(out.toString()).isEmpty();
        }

        @Test
        void missingTokenFileIsAnError() {
            assertThat(serve(List.of(".", "--token-file", "absent"))).isEqualTo(1);
            assertThat(err.toString())
                    .isEqualToIgnoringNewLines(
                            "mooring: Token file not found: absent. Create it with mode 600 and a line of"
                                    + " the form: name token");
        }

        private final StringWriter out = new StringWriter();
        private final StringWriter err = new StringWriter();

        private int serve(List<String> arguments) {
            return Main.execute(
                    new PrintWriter(out, true),
                    new PrintWriter(err, true),
                    Ansi.OFF,
                    Stream.concat(Stream.of("serve"), arguments.stream()).toArray(String[]::new));
        }
    }
}
