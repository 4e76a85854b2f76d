package dev.mooring.app.gateway;

import static dev.mooring.app.gateway.GatewayProcess.in;
import static dev.mooring.app.gateway.GatewayProcess.session;
import static dev.mooring.app.gateway.GatewayProcess.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.app.RecordingNotepad;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.CallOptions;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.ServerLocation;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** The sessions of {@code mooring gateway} after the end of the process, however it ended. */
@Timeout(180)
@Tag("process")
class RestartedGatewayTest {
    @TempDir
    Path folder;

    private CountingUpstream remote;
    private Path servers;
    private int port;

    @BeforeEach
    void write() throws Exception {
        remote = new CountingUpstream();
        servers = Files.writeString(folder.resolve("servers.json"), """
                {"mcpServers": {
                  "counter": {"url": "%s"},
                  %s
                }}""".formatted(
                        ((ServerLocation.Remote) remote.as("counter").location()).address(), RecordingNotepad.entry()));
        port = GatewayProcess.freePort();
    }

    @AfterEach
    void stop() throws Exception {
        remote.close();
    }

    private GatewayProcess start(String... options) throws Exception {
        return GatewayProcess.start(servers, folder, port, options);
    }

    private String err() throws Exception {
        return Files.readString(folder.resolve("err"));
    }

    @Test
    void killedGatewayContinuesRemoteSessionsAndReportsLocalOnesAsLost() throws Exception {
        String counter;
        String notepad;
        try (GatewayProcess first = start()) {
            counter = session(first.call("counter", EraChoice.MODERN, "count", Json.object()));
            notepad = session(first.call("notepad", EraChoice.LEGACY, "read", Json.object()));
            first.kill();
        }
        try (GatewayProcess second = start()) {
            assertThat(text(second.call("counter", EraChoice.MODERN, "count", in(counter))))
                    .isEqualTo("2");
            assertThat(text(second.call("counter", EraChoice.LEGACY, "count", in(counter))))
                    .isEqualTo("3");
            for (EraChoice era : new EraChoice[] {EraChoice.LEGACY, EraChoice.MODERN}) {
                ObjectNode lost = second.call("notepad", era, "read", in(notepad));
                assertThat(lost.path("isError").booleanValue()).isTrue();
                assertThat(text(lost))
                        .startsWith("This session was lost at 20")
                        .contains("when the gateway restarted")
                        .contains("NOT sent and nothing was done");
            }
        }
        try (Stream<Path> files = Files.walk(folder.resolve("mooring/gateway"))) {
            assertThat(files.filter(Files::isRegularFile))
                    .hasSizeGreaterThanOrEqualTo(3)
                    .allSatisfy(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .isEqualTo("rw-------"));
        }
    }

    @Test
    void transportSessionOfAKilledGatewayContinuesWithItsHandleOrReportsTheLoss() throws Exception {
        McpClient counter;
        McpClient notepad;
        try (GatewayProcess first = start()) {
            counter = first.open("counter", EraChoice.LEGACY);
            notepad = first.open("notepad", EraChoice.LEGACY);
            assertThat(text(call(counter, "count"))).isEqualTo("1");
            assertThat(text(call(counter, "count"))).isEqualTo("2");
            call(notepad, "add", Json.object().put("text", "kept in the process"));
            assertThat(text(call(notepad, "read"))).contains("kept in the process");
            first.kill();
        }
        try (counter;
                notepad;
                GatewayProcess second = start()) {
            assertThat(text(call(counter, "count"))).isEqualTo("3");
            ObjectNode lost = call(notepad, "read");
            assertThat(lost.path("isError").booleanValue()).isTrue();
            assertThat(text(lost))
                    .startsWith("This session was lost at 20")
                    .contains("when the gateway restarted")
                    .contains("NOT sent and nothing was done");
            ObjectNode anew = call(notepad, "read");
            assertThat(anew.path("isError").asBoolean(false)).isFalse();
            assertThat(text(anew)).doesNotContain("kept in the process");
            assertThat(second.process().isAlive()).isTrue();
        }
    }

    @Test
    void javaSdkContinuesItsTransportSessionAfterAKill() throws Exception {
        McpSyncClient sdk;
        try (GatewayProcess first = start()) {
            sdk = io.modelcontextprotocol.client.McpClient.sync(HttpClientStreamableHttpTransport.builder(
                                    first.address().replace("/mcp", ""))
                            .endpoint("/counter/mcp")
                            .build())
                    .requestTimeout(Duration.ofSeconds(60))
                    .build();
            sdk.initialize();
            assertThat(count(sdk)).startsWith("1");
            assertThat(count(sdk)).isEqualTo("2");
            first.kill();
        }
        try (sdk;
                GatewayProcess second = start()) {
            assertThat(count(sdk)).isEqualTo("3");
            assertThat(second.process().isAlive()).isTrue();
        }
    }

    private static String count(McpSyncClient sdk) {
        McpSchema.CallToolResult result = sdk.callTool(
                McpSchema.CallToolRequest.builder("count").arguments(Map.of()).build());
        return ((McpSchema.TextContent) result.content().getFirst()).text();
    }

    @Test
    void conversationOfAKilledGatewayContinuesWithItsHandle() throws Exception {
        CallOptions conversation = CallOptions.builder()
                .meta(Json.object().put("openai/session", "v1/conversation"))
                .build();
        for (String expected : new String[] {"1", "2"}) {
            try (GatewayProcess gateway = start();
                    McpClient client = gateway.open("counter", EraChoice.MODERN)) {
                Reply reply = client.callTool("count", Json.object(), conversation);
                assertThat(text(((Reply.Result) reply).result())).isEqualTo(expected);
                gateway.kill();
            }
        }
    }

    private static ObjectNode call(McpClient client, String tool) throws Exception {
        return call(client, tool, Json.object());
    }

    private static ObjectNode call(McpClient client, String tool, ObjectNode arguments) throws Exception {
        Reply reply = client.callTool(tool, arguments);
        assertThat(reply).isInstanceOf(Reply.Result.class);
        return ((Reply.Result) reply).result();
    }

    @Test
    void sigtermLetsCallsInFlightFinishAndLeavesRemoteSessionsAlive() throws Exception {
        String counter;
        try (GatewayProcess first = start()) {
            counter = session(first.call("counter", EraChoice.MODERN, "count", Json.object()));
            CompletableFuture<ObjectNode> slow = callInBackground(first, "counter", in(counter));
            remote.awaitWaiting();
            first.process().toHandle().destroy(); // SIGTERM; leaves the streams open
            await().atMost(Duration.ofSeconds(30)).until(() -> err().contains("Stopping."));
            remote.release();

            assertThat(text(slow.get())).isEqualTo("waited");
            assertThat(first.process().waitFor()).isEqualTo(128 + 15);
        }
        try (GatewayProcess second = start()) {
            assertThat(text(second.call("counter", EraChoice.MODERN, "count", in(counter))))
                    .isEqualTo("2");
        }
    }

    @Test
    void sigtermLetsCallsInFlightToALocalServerFinishBeforeTheServerEnds() throws Exception {
        servers = ReplicasTest.servers(Files.createDirectory(folder.resolve("local")), remote);
        try (GatewayProcess gateway = start()) {
            CompletableFuture<ObjectNode> slow = callInBackground(gateway, "local", Json.object());
            await().atMost(Duration.ofSeconds(30)).until(() -> Files.exists(folder.resolve("local/waiting")));
            List<ProcessHandle> local = gateway.process().descendants().toList();
            gateway.process().toHandle().destroy(); // SIGTERM; leaves the streams open
            await().atMost(Duration.ofSeconds(30)).until(() -> err().contains("Stopping."));
            Files.createFile(folder.resolve("local/release"));

            assertThat(text(slow.get())).isEqualTo("waited");
            assertThat(gateway.process().waitFor()).isEqualTo(128 + 15);
            assertThat(local).isNotEmpty().noneMatch(ProcessHandle::isAlive);
        }
    }

    private static CompletableFuture<ObjectNode> callInBackground(
            GatewayProcess gateway, String server, ObjectNode arguments) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return gateway.call(server, EraChoice.MODERN, "wait", arguments);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @Test
    void secondGatewayOnTheSameStateIsRefused() throws Exception {
        try (GatewayProcess first = start()) {
            String notepad = session(first.call("notepad", EraChoice.MODERN, "read", Json.object()));
            Process second = GatewayProcess.builder(servers, folder, port).start();
            second.waitFor();
            assertThat(second.exitValue()).isEqualTo(1);
            assertThat(err()).contains("Another gateway uses the store").contains("choose another port with --port");
            assertThat(text(first.call("notepad", EraChoice.MODERN, "read", in(notepad))))
                    .doesNotContain("lost");
        }
    }

    @Test
    void sessionsAreNotKeptWithStoreMemory() throws Exception {
        try (GatewayProcess first = start("--store", "memory")) {
            first.call("counter", EraChoice.MODERN, "count", Json.object());
            first.kill();
        }
        assertThat(folder.resolve("mooring/gateway")).doesNotExist();
    }
}
