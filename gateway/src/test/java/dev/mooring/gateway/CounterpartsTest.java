package dev.mooring.gateway;

import static dev.mooring.gateway.CallResults.call;
import static dev.mooring.gateway.CallResults.callIn;
import static dev.mooring.gateway.CallResults.isError;
import static dev.mooring.gateway.CallResults.plainText;
import static dev.mooring.gateway.CallResults.result;
import static dev.mooring.gateway.CallResults.session;
import static dev.mooring.gateway.CallResults.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.Reply;
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

/** Stdio servers, most of them of other projects. */
@Tag("counterpart")
@Timeout(120)
class CounterpartsTest {
    /** Makes one call with a client of its own. */
    private static ObjectNode callOnce(
            EraChoice era, ServedGateway served, String path, String tool, ObjectNode arguments) throws Exception {
        try (McpClient client =
                served.open(path, Map.of(), ClientOptions.builder().era(era))) {
            return call(client, tool, arguments);
        }
    }

    /** Makes one call with a client of its own, without the gateway. */
    private static ObjectNode callDirectly(ToolServer server, String tool, ObjectNode arguments) throws Exception {
        try (McpClient direct = McpClient.open(
                server.location(), ClientOptions.builder().era(EraChoice.LEGACY).build())) {
            return call(direct, tool, arguments);
        }
    }

    @Nested
    class ServerMemory {
        @TempDir
        Path folder;

        private final ObjectNode ada = Json.objectOf(
                "{\"entities\":[{\"name\":\"Ada\",\"entityType\":\"person\"," + "\"observations\":[\"counts\"]}]}");

        /** Gives each process its own memory file; by default all processes share one. */
        private ToolServer server() {
            return ToolServer.of(
                    "memory",
                    ServerLocation.Local.of(
                            "sh",
                            "-c",
                            "MEMORY_FILE_PATH=\"$0/$$.jsonl\" exec \"$@\"",
                            folder.toString(),
                            Counterparts.node(),
                            Counterparts.installed("@modelcontextprotocol/server-memory/dist/index.js")
                                    .toString()));
        }

        private static ObjectNode search() {
            return Json.object().put("query", "Ada");
        }

        @Test
        void memoryIsLostWithoutAGateway() throws Exception {
            assertThat(text(callDirectly(server(), "create_entities", ada))).contains("counts");

            assertThat(text(callDirectly(server(), "search_nodes", search()))).doesNotContain("counts");
        }

        @ParameterizedTest
        @EnumSource(
                value = EraChoice.class,
                names = {"LEGACY", "MODERN"})
        void eachHandleHasItsOwnMemory(EraChoice era) throws Exception {
            try (ServedGateway served = ServedGateway.of(server())) {
                ObjectNode created = callOnce(era, served, "/memory/mcp", "create_entities", ada);
                String session = session(created);

                assertThat(created.at("/structuredContent/session_id").asString(""))
                        .isEqualTo(session);
                assertThat(text(callOnce(
                                era, served, "/memory/mcp", "search_nodes", search().put("session_id", session))))
                        .contains("counts");
                assertThat(text(callOnce(era, served, "/memory/mcp", "search_nodes", search())))
                        .doesNotContain("counts");
            }
        }
    }

    @Nested
    class ServerEverything {
        private static ToolServer server() {
            return Counterparts.packaged(
                    "everything", "@modelcontextprotocol/server-everything/dist/index.js", "stdio");
        }

        @Test
        void taskRunsToItsEnd() throws Exception {
            try (ServedGateway served = ServedGateway.of(server());
                    McpClient client = served.legacy("/mcp")) {
                ObjectNode params = Json.objectOf("{\"name\":\"everything__simulate-research-query\","
                        + "\"arguments\":{\"topic\":\"moorings\"},\"task\":{\"ttl\":60000}}");
                ObjectNode created = result(client.request(Methods.TOOLS_CALL, params));
                ObjectNode task =
                        Json.object().put("taskId", created.at("/task/taskId").asString(""));

                assertThat(created.at("/task/status").asString("")).isEqualTo("working");
                assertThat(result(client.request(Methods.TASKS_LIST, Json.object()))
                                .at("/tasks/0/taskId"))
                        .isEqualTo(task.path("taskId"));
                assertThat(text(result(client.request(Methods.TASKS_RESULT, task))))
                        .contains("moorings");
                assertThat(result(client.request(Methods.TASKS_GET, task))
                                .path("status")
                                .asString(""))
                        .isEqualTo("completed");
            }
        }

        @ParameterizedTest
        @EnumSource(
                value = EraChoice.class,
                names = {"LEGACY", "MODERN"})
        void urlElicitationReachesTheClient(EraChoice era) throws Exception {
            List<String> visited = new CopyOnWriteArrayList<>();
            ClientOptions.Builder options = ClientOptions.builder()
                    .era(era)
                    .handler(Methods.ELICIT, "elicitation", Json.objectOf("{\"form\":{},\"url\":{}}"), params -> {
                        visited.add(params.path("url").asString(""));
                        return Json.object().put("action", "accept");
                    });
            try (ServedGateway served = ServedGateway.of(server());
                    McpClient client = served.open("/everything/mcp", Map.of(), options)) {
                ObjectNode result = call(
                        client, "trigger-url-elicitation", Json.object().put("url", "https://example.com/consent"));

                assertThat(text(result)).contains("User completed the URL elicitation flow");
                assertThat(visited).containsExactly("https://example.com/consent");
            }
        }

        @Test
        void requiredUrlElicitationReachesTheClientAsAnError() throws Exception {
            try (ServedGateway served = ServedGateway.of(server());
                    McpClient client = served.legacy("/everything/mcp")) {
                assertThat(client.callTool(
                                "trigger-url-elicitation",
                                Json.object()
                                        .put("url", "https://example.com/consent")
                                        .put("errorPath", true)))
                        .isInstanceOfSatisfying(Reply.Rejected.class, fault -> {
                            assertThat(fault.error().code()).isEqualTo(-32042);
                            assertThat(String.valueOf(fault.error().data())).contains("modelcontextprotocol.io");
                        });
            }
        }

        @Test
        void toggleIsLostWithoutAGateway() throws Exception {
            for (int i = 0; i < 2; i++) {
                assertThat(text(callDirectly(server(), "toggle-subscriber-updates", Json.object())))
                        .startsWith("Started");
            }
        }

        @ParameterizedTest
        @EnumSource(
                value = EraChoice.class,
                names = {"LEGACY", "MODERN"})
        void eachHandleHasItsOwnToggle(EraChoice era) throws Exception {
            try (ServedGateway served = ServedGateway.of(server())) {
                ObjectNode first = callOnce(era, served, "/everything/mcp", "toggle-subscriber-updates", Json.object());
                ObjectNode again = Json.object().put("session_id", session(first));

                assertThat(text(first)).startsWith("Started");
                assertThat(text(callOnce(era, served, "/everything/mcp", "toggle-subscriber-updates", again)))
                        .startsWith("Stopped");
                assertThat(text(callOnce(era, served, "/everything/mcp", "toggle-subscriber-updates", Json.object())))
                        .startsWith("Started");
            }
        }

        @ParameterizedTest
        @EnumSource(
                value = EraChoice.class,
                names = {"LEGACY", "MODERN"})
        void progressReachesTheCaller(EraChoice era) throws Exception {
            List<ObjectNode> progress = new CopyOnWriteArrayList<>();
            try (ServedGateway served = ServedGateway.of(server());
                    McpClient client = served.open(
                            "/everything/mcp", Map.of(), ClientOptions.builder().era(era))) {
                ObjectNode answer = result(client.callTool(
                        "trigger-long-running-operation",
                        Json.object().put("duration", 0.4).put("steps", 4),
                        CallOptions.builder().progress(progress::add).build()));

                assertThat(isError(answer)).describedAs(answer.toString()).isFalse();
                assertThat(progress).hasSizeGreaterThanOrEqualTo(3);
            }
        }

        @Test
        void structuredContentNamesTheSession() throws Exception {
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
        void elicitationReachesTheClient(EraChoice era) throws Exception {
            List<String> messages = new CopyOnWriteArrayList<>();
            var options = ClientOptions.builder().era(era).elicitation(params -> {
                messages.add(params.path("message").asString(""));
                return Json.object().put("action", "decline");
            });
            try (ServedGateway served = ServedGateway.of(server());
                    McpClient client = served.open("/everything/mcp", Map.of(), options)) {
                ObjectNode answer = call(client, "trigger-elicitation-request");

                assertThat(messages).hasSize(1);
                assertThat(plainText(answer)).contains("declined");
            }
        }
    }

    @Nested
    class JavaSdkServer {
        private final ToolServer server = Counterparts.javaProgram("sdk", "dev.mooring.mcp.client.peers.JavaSdkServer");

        @Test
        void counterIsLostWithoutAGateway() throws Exception {
            for (int i = 0; i < 2; i++) {
                assertThat(text(callDirectly(server, "count", Json.object()))).isEqualTo("1");
            }
        }

        @ParameterizedTest
        @EnumSource(
                value = EraChoice.class,
                names = {"LEGACY", "MODERN"})
        void eachHandleHasItsOwnCounter(EraChoice era) throws Exception {
            try (ServedGateway served = ServedGateway.of(server)) {
                ObjectNode first = callOnce(era, served, "/sdk/mcp", "count", Json.object());
                String session = session(first);

                assertThat(plainText(first)).isEqualTo("1");
                assertThat(text(callOnce(
                                era, served, "/sdk/mcp", "count", Json.object().put("session_id", session))))
                        .isEqualTo("2");
                assertThat(plainText(callOnce(era, served, "/sdk/mcp", "count", Json.object())))
                        .isEqualTo("1");
            }
        }
    }

    @Nested
    class MisbehavingServer {
        @Test
        void lossDuringACallIsReportedOnce() throws Exception {
            try (ServedGateway served = ServedGateway.of(Counterparts.misbehaving("rude"));
                    McpClient client = served.modern("/rude/mcp")) {
                String session = session(call(client, "count"));
                ObjectNode death = callIn(session, client, "exit");

                assertThat(isError(death)).isTrue();
                assertThat(text(death)).contains("was lost during this call").contains("is gone");
                assertThat(text(callIn(session, client, "count"))).isEqualTo("1");
            }
        }

        @Test
        void toolThatTheServerListsTwiceIsServedOnce() throws Exception {
            try (ServedGateway served = ServedGateway.of(Counterparts.misbehaving("rude", "--twice"));
                    McpClient client = served.modern("/rude/mcp")) {
                assertThat(result(client.listTools()).path("tools"))
                        .filteredOn(tool -> tool.path("name").asString("").equals("echo"))
                        .hasSize(1);
            }
        }

        @Test
        void malformedAnswerOfTheServerFailsTheCallAtOnce() throws Exception {
            try (ServedGateway served = ServedGateway.of(Counterparts.misbehaving("rude"));
                    McpClient client = served.modern("/rude/mcp")) {
                ObjectNode failed = result(client.callTool(
                        "broken",
                        Json.object().put("line", "{\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":{\"content\":[}}")));
                assertThat(isError(failed)).isTrue();
                assertThat(text(failed)).contains("no usable answer");
            }
        }

        @Test
        void callAfterALossIsReportedAndNotSent() throws Exception {
            try (ServedGateway served = ServedGateway.of(Counterparts.misbehaving("rude"));
                    McpClient client = served.modern("/rude/mcp")) {
                ObjectNode first = call(client, "pid");
                String session = session(first);
                ProcessHandle process =
                        ProcessHandle.of(Long.parseLong(plainText(first))).orElseThrow();
                process.destroyForcibly();
                process.onExit().join();

                ObjectNode lost = callIn(session, client, "count");
                assertThat(isError(lost)).isTrue();
                assertThat(text(lost)).contains("NOT sent");
                assertThat(text(callIn(session, client, "count"))).isEqualTo("1");
            }
        }

        @Test
        void stalledCallTimesOut() throws Exception {
            ToolServer rude = Counterparts.misbehaving("rude")
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
        void floodOfOutputDoesNotBreakTheSession() throws Exception {
            try (ServedGateway served = ServedGateway.of(Counterparts.misbehaving("rude"));
                    McpClient client = served.modern("/rude/mcp")) {
                assertThat(plainText(call(client, "flood", Json.object().put("bytes", 6_000_000))))
                        .isEqualTo("flooded");
                assertThat(plainText(call(client, "garbage"))).isEqualTo("after the garbage");
            }
        }

        @Test
        void refusedLogLevelIsRequestedOncePerLevel() throws Exception {
            try (ServedGateway served = ServedGateway.of(Counterparts.misbehaving("rude", "--logging"));
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
        void serverThatDoesNotStartIsLeftOutOfTheCombinedEndpoint() throws Exception {
            ToolServer absent = ToolServer.of("absent", ServerLocation.Local.of("no-such-program-anywhere"));
            try (ServedGateway served = ServedGateway.of(absent, Counterparts.misbehaving("rude"));
                    McpClient client = served.modern("/mcp")) {
                assertThat(result(client.listTools()).path("tools"))
                        .extracting(tool -> tool.path("name").asString(""))
                        .contains("rude__count")
                        .noneMatch(name -> name.startsWith("absent"));
                assertThat(plainText(call(client, "rude__count"))).isEqualTo("1");
            }
        }

        @Test
        void closingTheGatewayEndsAllProcesses() throws Exception {
            ProcessHandle process;
            try (ServedGateway served = ServedGateway.of(Counterparts.misbehaving("rude"));
                    McpClient client = served.modern("/rude/mcp")) {
                process = ProcessHandle.of(Long.parseLong(plainText(call(client, "pid"))))
                        .orElseThrow();
            }
            await().until(() -> !process.isAlive());
        }
    }
}
