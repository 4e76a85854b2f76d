package dev.mooring.gateway;

import static dev.mooring.gateway.Answers.call;
import static dev.mooring.gateway.Answers.callIn;
import static dev.mooring.gateway.Answers.isError;
import static dev.mooring.gateway.Answers.plainText;
import static dev.mooring.gateway.Answers.result;
import static dev.mooring.gateway.Answers.session;
import static dev.mooring.gateway.Answers.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.client.CallOptions;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.session.ServerSettings;
import dev.mooring.session.ToolServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.node.ObjectNode;

/** Servers over stdio, most of which nobody here wrote. */
@Tag("counterpart")
@Timeout(120)
class CounterpartsTest {
    /** A client that opens a transport session for this call, or has none at all. */
    private static ObjectNode once(EraChoice era, ServedGateway served, String path, String tool, ObjectNode arguments)
            throws Exception {
        try (McpClient client =
                served.open(path, Map.of(), ClientOptions.builder().era(era))) {
            return call(client, tool, arguments);
        }
    }

    /** The same client before the server itself. */
    private static ObjectNode onceDirectly(ToolServer server, String tool, ObjectNode arguments) throws Exception {
        try (McpClient direct = McpClient.open(
                server.location(), ClientOptions.builder().era(EraChoice.LEGACY).build())) {
            return call(direct, tool, arguments);
        }
    }

    @Nested
    class Memory {
        @TempDir
        Path folder;

        private final ObjectNode ada = Json.objectOf(
                "{\"entities\":[{\"name\":\"Ada\",\"entityType\":\"person\"," + "\"observations\":[\"counts\"]}]}");

        /** Remembers in a file, which each process has for itself here: else all would remember the same. */
        private ToolServer server() {
            return ToolServer.of(
                    "memory",
                    ServerLocation.Local.of(
                            "sh",
                            "-c",
                            "MEMORY_FILE_PATH=\"$0/$$.jsonl\" exec \"$@\"",
                            folder.toString(),
                            Peers.node(),
                            Peers.installed("@modelcontextprotocol/server-memory/dist/index.js")
                                    .toString()));
        }

        private static ObjectNode search() {
            return Json.object().put("query", "Ada");
        }

        @Test
        void isLostWithoutAGateway() throws Exception {
            assertThat(text(onceDirectly(server(), "create_entities", ada))).contains("counts");

            assertThat(text(onceDirectly(server(), "search_nodes", search()))).doesNotContain("counts");
        }

        @ParameterizedTest
        @EnumSource(
                value = EraChoice.class,
                names = {"LEGACY", "MODERN"})
        void isKeptByTheProcessOfTheHandle(EraChoice era) throws Exception {
            try (ServedGateway served = ServedGateway.of(server())) {
                ObjectNode created = once(era, served, "/memory/mcp", "create_entities", ada);
                String session = session(created);

                assertThat(created.at("/structuredContent/session_id").asString(""))
                        .isEqualTo(session);
                assertThat(text(once(era, served, "/memory/mcp", "search_nodes", search().put("session_id", session))))
                        .contains("counts");
                assertThat(text(once(era, served, "/memory/mcp", "search_nodes", search())))
                        .doesNotContain("counts");
            }
        }
    }

    @Nested
    class Everything {
        private static ToolServer server() {
            return Peers.packaged("everything", "@modelcontextprotocol/server-everything/dist/index.js", "stdio");
        }

        @Test
        void startsAnewForEachSessionWithoutAGateway() throws Exception {
            for (int i = 0; i < 2; i++) {
                assertThat(text(onceDirectly(server(), "toggle-subscriber-updates", Json.object())))
                        .startsWith("Started");
            }
        }

        @ParameterizedTest
        @EnumSource(
                value = EraChoice.class,
                names = {"LEGACY", "MODERN"})
        void knowsWhatWasToggledPerHandle(EraChoice era) throws Exception {
            try (ServedGateway served = ServedGateway.of(server())) {
                ObjectNode first = once(era, served, "/everything/mcp", "toggle-subscriber-updates", Json.object());
                ObjectNode again = Json.object().put("session_id", session(first));

                assertThat(text(first)).startsWith("Started");
                assertThat(text(once(era, served, "/everything/mcp", "toggle-subscriber-updates", again)))
                        .startsWith("Stopped");
                assertThat(text(once(era, served, "/everything/mcp", "toggle-subscriber-updates", Json.object())))
                        .startsWith("Started");
            }
        }

        @ParameterizedTest
        @EnumSource(
                value = EraChoice.class,
                names = {"LEGACY", "MODERN"})
        void passesProgressThrough(EraChoice era) throws Exception {
            List<ObjectNode> heard = new CopyOnWriteArrayList<>();
            try (ServedGateway served = ServedGateway.of(server());
                    McpClient client = served.open(
                            "/everything/mcp", Map.of(), ClientOptions.builder().era(era))) {
                ObjectNode answer = result(client.callTool(
                        "trigger-long-running-operation",
                        Json.object().put("duration", 0.4).put("steps", 4),
                        CallOptions.builder().progress(heard::add).build()));

                assertThat(isError(answer)).describedAs(answer.toString()).isFalse();
                assertThat(heard).hasSizeGreaterThanOrEqualTo(3);
            }
        }

        @Test
        void hasStructuredContentWithTheSession() throws Exception {
            try (ServedGateway served = ServedGateway.of(server());
                    McpClient client = served.modern("/everything/mcp")) {
                ObjectNode answer =
                        call(client, "get-structured-content", Json.object().put("location", "New York"));

                assertThat(answer.at("/structuredContent/session_id").asString(""))
                        .isEqualTo(session(answer));
            }
        }

        @ParameterizedTest
        @EnumSource(
                value = EraChoice.class,
                names = {"LEGACY", "MODERN"})
        void asksThroughTheGateway(EraChoice era) throws Exception {
            List<String> asked = new CopyOnWriteArrayList<>();
            var options = ClientOptions.builder().era(era).elicitation(params -> {
                asked.add(params.path("message").asString(""));
                return Json.object().put("action", "decline");
            });
            try (ServedGateway served = ServedGateway.of(server());
                    McpClient client = served.open("/everything/mcp", Map.of(), options)) {
                ObjectNode answer = call(client, "trigger-elicitation-request");

                assertThat(asked).hasSize(1);
                assertThat(plainText(answer)).contains("declined");
            }
        }
    }

    @Nested
    class TheJavaSdk {
        private final ToolServer server = Peers.javaProgram("sdk", "dev.mooring.mcp.client.peers.JavaSdkServer");

        @Test
        void startsAnewForEachSessionWithoutAGateway() throws Exception {
            for (int i = 0; i < 2; i++) {
                assertThat(text(onceDirectly(server, "count", Json.object()))).isEqualTo("1");
            }
        }

        @ParameterizedTest
        @EnumSource(
                value = EraChoice.class,
                names = {"LEGACY", "MODERN"})
        void countsPerHandle(EraChoice era) throws Exception {
            try (ServedGateway served = ServedGateway.of(server)) {
                ObjectNode first = once(era, served, "/sdk/mcp", "count", Json.object());
                String session = session(first);

                assertThat(plainText(first)).isEqualTo("1");
                assertThat(text(once(
                                era, served, "/sdk/mcp", "count", Json.object().put("session_id", session))))
                        .isEqualTo("2");
                assertThat(plainText(once(era, served, "/sdk/mcp", "count", Json.object())))
                        .isEqualTo("1");
            }
        }
    }

    @Nested
    class AServerThatMisbehaves {
        @Test
        void diesAndTheCallerIsToldOnce() throws Exception {
            try (ServedGateway served = ServedGateway.of(Peers.misbehaving("rude"));
                    McpClient client = served.modern("/rude/mcp")) {
                String session = session(call(client, "count"));
                ObjectNode death = callIn(session, client, "exit");

                assertThat(isError(death)).isTrue();
                assertThat(text(death)).contains("was lost during this call").contains("is gone");
                assertThat(text(callIn(session, client, "count"))).isEqualTo("1");
            }
        }

        @Test
        void diesBetweenCallsAndNothingIsSentToABlankOne() throws Exception {
            try (ServedGateway served = ServedGateway.of(Peers.misbehaving("rude"));
                    McpClient client = served.modern("/rude/mcp")) {
                ObjectNode first = call(client, "pid");
                String session = session(first);
                ProcessHandle process =
                        ProcessHandle.of(Long.parseLong(plainText(first))).orElseThrow();
                process.destroyForcibly();
                process.onExit().join();

                ObjectNode told = callIn(session, client, "count");
                assertThat(isError(told)).isTrue();
                assertThat(text(told)).contains("NOT sent");
                assertThat(text(callIn(session, client, "count"))).isEqualTo("1");
            }
        }

        @Test
        void stallsAndTheCallEndsInTime() throws Exception {
            ToolServer rude = Peers.misbehaving("rude")
                    .with(ServerSettings.builder()
                            .callTimeout(Duration.ofMillis(500))
                            .build());
            try (ServedGateway served = ServedGateway.of(rude);
                    McpClient client = served.modern("/rude/mcp")) {
                ObjectNode stalled = call(client, "stall");

                assertThat(isError(stalled)).isTrue();
                assertThat(text(stalled)).contains("did not answer within 0.5 s");
                assertThat(text(callIn(session(stalled), client, "count"))).isEqualTo("1");
            }
        }

        @Test
        void floodsAndAnswersAllTheSame() throws Exception {
            try (ServedGateway served = ServedGateway.of(Peers.misbehaving("rude"));
                    McpClient client = served.modern("/rude/mcp")) {
                assertThat(plainText(call(client, "flood", Json.object().put("bytes", 6_000_000))))
                        .isEqualTo("flooded");
                assertThat(plainText(call(client, "garbage"))).isEqualTo("after the garbage");
            }
        }

        @Test
        void letsNobodySetTheLevelOfItsLogsAndIsAskedOncePerLevelAllTheSame() throws Exception {
            try (ServedGateway served = ServedGateway.of(Peers.misbehaving("rude", "--logging"));
                    McpClient client = served.legacy("/rude/mcp")) {
                assertThat(plainText(call(client, "refused"))).isEqualTo("[]");
                for (String level : List.of("debug", "debug", "error")) {
                    result(client.request(Methods.SET_LOG_LEVEL, Json.object().put("level", level)));
                    assertThat(isError(call(client, "count"))).isFalse();
                }

                assertThat(text(call(client, "refused")))
                        .isEqualTo("[[\"logging/setLevel\",\"debug\"],[\"logging/setLevel\",\"error\"]]");
            }
        }

        @Test
        void doesNotStartAndIsSaid() throws Exception {
            ToolServer absent = ToolServer.of("absent", ServerLocation.Local.of("no-such-program-anywhere"));
            try (ServedGateway served = ServedGateway.of(absent, Peers.misbehaving("rude"));
                    McpClient client = served.modern("/mcp")) {
                assertThat(result(client.listTools()).path("tools"))
                        .extracting(tool -> tool.path("name").asString(""))
                        .contains("rude__count")
                        .noneMatch(name -> name.startsWith("absent"));
                assertThat(plainText(call(client, "rude__count"))).isEqualTo("1");
            }
        }

        @Test
        void leavesNoProcessBehind() throws Exception {
            ProcessHandle process;
            try (ServedGateway served = ServedGateway.of(Peers.misbehaving("rude"));
                    McpClient client = served.modern("/rude/mcp")) {
                process = ProcessHandle.of(Long.parseLong(plainText(call(client, "pid"))))
                        .orElseThrow();
            }
            await().until(() -> !process.isAlive());
        }
    }
}
