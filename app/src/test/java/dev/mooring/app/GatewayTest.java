package dev.mooring.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.ServerLocation;
import java.io.BufferedReader;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(90)
class GatewayTest {
    @TempDir
    Path folder;

    private static String notepad() {
        return RecordingNotepad.entry();
    }

    private Path audit() {
        return folder.resolve("audit.jsonl");
    }

    private Process start(Path servers, Path err) throws Exception {
        return new MooringProcess(folder, Map.of())
                .start(err, "gateway", "--servers", servers.toString(), "--port", "0", "--audit", audit().toString());
    }

    @Test
    @Tag("process")
    void gatewayPrintsAddressesAndStopsItsServersOnASignal() throws Exception {
        Path err = Files.createFile(folder.resolve("talk.txt"));
        Process process = start(Mooring.servers(folder, notepad()), err);
        try (BufferedReader out = process.inputReader(UTF_8)) {
            String all = out.readLine();
            String one = out.readLine();
            assertThat(all).matches("http://127\\.0\\.0\\.1:\\d+/mcp");
            assertThat(one).isEqualTo(all.replace("/mcp", "/notepad/mcp"));
            List<ProcessHandle> started;
            try (McpClient client =
                    McpClient.open(ServerLocation.Remote.at(URI.create(one)), ClientOptions.defaults())) {
                assertThat(client.callTool("read", Json.object())).isInstanceOf(Reply.Result.class);
                started = process.descendants().toList();
            }
            assertThat(started).isNotEmpty();
            process.toHandle().destroy(); // leaves the streams open

            assertThat(process.waitFor()).isEqualTo(128 + 15);
            assertThat(started).noneMatch(ProcessHandle::isAlive);
            assertThat(audit()).content().contains("\"server\":\"notepad\",\"tool\":\"read\"");
            assertThat(err)
                    .content()
                    .contains("claude mcp add --transport http mooring " + all)
                    .contains("VS Code")
                    .contains("Codex")
                    .contains("Claude.ai and ChatGPT")
                    .endsWith("Stopping.\n");
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    @Test
    @Tag("process")
    void invalidEntryIsSkippedWithAWarning() throws Exception {
        Path err = Files.createFile(folder.resolve("talk.txt"));
        Path servers = Mooring.servers(folder, "\"tickets\": {\"url\": \"${NOT_SET_BY_ANYBODY}/mcp\"}", notepad());
        Process process = start(servers, err);
        try (BufferedReader out = process.inputReader(UTF_8)) {
            assertThat(out.readLine()).as(Files.readString(err)).endsWith("/mcp");
            assertThat(out.readLine()).endsWith("/notepad/mcp");
            assertThat(err).content().contains("server \"tickets\"", "NOT_SET_BY_ANYBODY", "The server is skipped.");
        } finally {
            process.destroyForcibly();
        }
    }

    @Nested
    class Errors {
        static Stream<Arguments> commandLines() {
            return Stream.of(
                    Arguments.of("Add --login, --token-file", List.of("--host", "0.0.0.0")),
                    Arguments.of("--port must be", List.of("--port", "70000")),
                    Arguments.of("'soon' is not a time", List.of("--idle", "soon")),
                    Arguments.of("'0s' is not a time", List.of("--idle", "0s")),
                    Arguments.of("at most 8760h", List.of("--idle", "8761h")),
                    Arguments.of("--rotate-keys needs --login", List.of("--rotate-keys")),
                    Arguments.of(
                            "The folder /no/such/folder does not exist",
                            List.of("--store", "sqlite:/no/such/folder/store.db")),
                    Arguments.of("--max-sessions must be", List.of("--max-sessions", "0")),
                    Arguments.of("--public-url must be", List.of("--public-url", "ftp://example.com")));
        }

        @ParameterizedTest
        @MethodSource("commandLines")
        void usageErrorHasTheReason(String reason, List<String> arguments) {
            var mooring = new Mooring();

            assertThat(mooring.run(Stream.concat(Stream.of("gateway"), arguments.stream())
                            .toArray(String[]::new)))
                    .isEqualTo(2);
            assertThat(mooring.err()).contains(reason).contains("See 'mooring gateway --help'.");
            assertThat(mooring.out()).isEmpty();
        }

        @Test
        void serversFileWithoutServersIsAnError() throws Exception {
            Path empty = Files.writeString(folder.resolve("servers.json"), "{\"mcpServers\": {}}");
            var mooring = new Mooring();

            assertThat(mooring.run("gateway", "--servers", empty.toString())).isEqualTo(1);
            assertThat(mooring.err()).contains("The servers file has no servers.");
        }

        @Test
        void auditLogThatCannotBeWrittenIsAnError() throws Exception {
            Path servers = Mooring.servers(folder, notepad());
            var mooring = new Mooring();

            assertThat(mooring.run(
                            "gateway",
                            "--servers",
                            servers.toString(),
                            "--audit",
                            folder.resolve("missing/audit.jsonl").toString()))
                    .isEqualTo(1);
            assertThat(mooring.err()).contains("Cannot write the audit log", "in a folder that exists");
        }

        @Test
        void serversFileWithoutAValidEntryIsAnError() throws Exception {
            Path servers = Mooring.servers(folder, "\"tickets\": {\"url\": \"tickets\"}", "\"notes\": {}");
            var mooring = new Mooring();

            assertThat(mooring.run("gateway", "--servers", servers.toString())).isEqualTo(1);
            assertThat(mooring.err())
                    .contains("server \"tickets\"", "server \"notes\"", "The servers file has no valid entry.");
        }
    }
}
