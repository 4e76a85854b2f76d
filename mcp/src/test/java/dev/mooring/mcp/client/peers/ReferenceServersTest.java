package dev.mooring.mcp.client.peers;

import static dev.mooring.mcp.client.peers.Peer.result;
import static dev.mooring.mcp.client.peers.Peer.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Counterparts;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.client.CallOptions;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.ServerLocation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The reference servers, which many users run. */
@Timeout(60)
@Tag("counterpart")
class ReferenceServersTest {
    private final List<McpClient> opened = new ArrayList<>();

    @AfterEach
    void closeAndExpectNoProcess() {
        opened.forEach(McpClient::close);
        try (Stream<ProcessHandle> children = ProcessHandle.current().children()) {
            assertThat(children.filter(ProcessHandle::isAlive).map(ReferenceServersTest::commandLine))
                    .noneMatch(line -> line.contains("@modelcontextprotocol/server-"));
        }
    }

    private static String commandLine(ProcessHandle process) {
        return process.info().commandLine().orElse("");
    }

    private McpClient open(ServerLocation location, ClientOptions options) throws Exception {
        McpClient client = McpClient.open(location, options);
        opened.add(client);
        return client;
    }

    private static ServerLocation.Local server(String name) {
        return ServerLocation.Local.of(
                Counterparts.node(),
                Counterparts.installed("@modelcontextprotocol/" + name + "/dist/index.js")
                        .toString());
    }

    @Nested
    class Everything {
        private final List<String> received = new CopyOnWriteArrayList<>();

        private McpClient open() throws Exception {
            ClientOptions options = ClientOptions.builder()
                    // This server does not exit at the end of its input.
                    .closeGrace(Duration.ofMillis(200))
                    .notifications(notification -> received.add(notification.method()))
                    .sampling(
                            params -> Json.objectOf(
                                    "{\"role\":\"assistant\",\"model\":\"none\",\"content\":{\"type\":\"text\",\"text\":\"sampled\"}}"))
                    .elicitation(params -> Json.objectOf("{\"action\":\"decline\"}"))
                    .roots(params ->
                            Json.objectOf("{\"roots\":[{\"uri\":\"file:///somewhere\",\"name\":\"somewhere\"}]}"))
                    .build();
            return ReferenceServersTest.this.open(server("server-everything"), options);
        }

        @Test
        void toolsResourcesAndPromptsAreListedAndAnswered() throws Exception {
            McpClient client = open();

            assertThat(result(client.listTools()).path("tools"))
                    .extracting(tool -> tool.path("name").stringValue())
                    .contains("echo", "get-sum", "trigger-sampling-request");
            assertThat(text(client.callTool("get-sum", Json.objectOf("{\"a\":2,\"b\":3}"))))
                    .contains("5");
            assertThat(result(client.request(Methods.RESOURCES_LIST, Json.object()))
                            .path("resources"))
                    .isNotEmpty();
            assertThat(result(client.request(Methods.PROMPTS_LIST, Json.object()))
                            .path("prompts"))
                    .isNotEmpty();
        }

        @Test
        void progressIsReported() throws Exception {
            List<Integer> steps = new ArrayList<>();

            text(open().callTool(
                            "trigger-long-running-operation",
                            Json.objectOf("{\"duration\":0.1,\"steps\":4}"),
                            CallOptions.builder()
                                    .progress(params ->
                                            steps.add(params.path("progress").intValue()))
                                    .build()));

            assertThat(steps).containsExactly(1, 2, 3, 4);
        }

        @Test
        void rootsSamplingAndElicitationAreAnswered() throws Exception {
            McpClient client = open();
            // The server lists these tools once it knows the capabilities of the client.
            Awaitility.await()
                    .untilAsserted(() -> assertThat(result(client.listTools()).path("tools"))
                            .extracting(tool -> tool.path("name").stringValue())
                            .contains("get-roots-list", "trigger-elicitation-request"));

            assertThat(text(client.callTool("trigger-sampling-request", Json.objectOf("{\"prompt\":\"x\"}"))))
                    .contains("sampled");
            assertThat(text(client.callTool("trigger-elicitation-request", Json.object())))
                    .contains("decline");
            assertThat(text(client.callTool("get-roots-list", Json.object()))).contains("somewhere");
        }

        @Test
        void logNotificationsReachTheListener() throws Exception {
            McpClient client = open();
            result(client.request(Methods.SET_LOG_LEVEL, Json.object().put("level", "debug")));

            text(client.callTool("toggle-simulated-logging", Json.object()));

            Awaitility.await().until(() -> received.contains(Methods.LOG));
        }
    }

    @Nested
    class Memory {
        @TempDir
        Path folder;

        @Test
        void stateOutlivesTheConnection() throws Exception {
            ServerLocation.Local server = server("server-memory")
                    .withEnvironment(Map.of(
                            "MEMORY_FILE_PATH", folder.resolve("memory.jsonl").toString()));
            McpClient first = open(server, ClientOptions.defaults());
            result(
                    first.callTool(
                            "create_entities",
                            Json.objectOf(
                                    "{\"entities\":[{\"name\":\"Ada\",\"entityType\":\"person\",\"observations\":[\"writes notes\"]}]}")));
            first.close();

            JsonNode graph = result(open(server, ClientOptions.defaults()).callTool("read_graph", Json.object()));

            assertThat(graph.path("structuredContent").path("entities"))
                    .singleElement()
                    .satisfies(entity ->
                            assertThat(entity.path("name").stringValue()).isEqualTo("Ada"));
        }
    }
}
