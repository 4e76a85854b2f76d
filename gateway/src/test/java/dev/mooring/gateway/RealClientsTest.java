package dev.mooring.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Json;
import dev.mooring.session.Front;
import dev.mooring.session.ServerSettings;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** The clients that people use, unmodified: a second call on the same client object finds the state of the first. */
class RealClientsTest extends AbstractGatewayTest {
    private static final List<String> CLIENTS = List.of(
            "@ai-sdk/mcp",
            "@openai/agents",
            "@mastra/mcp",
            "@langchain/mcp-adapters",
            "TypeScript SDK 1",
            "TypeScript SDK 2, both eras",
            "TypeScript SDK 2, legacy",
            "mcp-remote",
            "DELETE after each call",
            "modern only");

    private static String withoutLine(String text) {
        return text.replaceAll("(?s)\\s*(This call started[^\\n]*\\n)?\\[session: [0-9a-z]{26}].*", "");
    }

    /** Runs all clients, or one. Returns what each of them has received, by name and path. */
    private Map<String, List<String>> run(String... client) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Counterparts.node(),
                Counterparts.ROOT.resolve("gateway/src/test/node/clients.mjs").toString(),
                served.address("").toString()));
        command.addAll(List.of(client));
        Process process = new ProcessBuilder(command)
                .directory(Counterparts.ROOT.resolve("counterparts").toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        Map<String, List<String>> received = new LinkedHashMap<>();
        try {
            process.getOutputStream().close();
            for (String line : process.inputReader(UTF_8).lines().toList()) {
                if (line.startsWith("{\"client\"")) {
                    JsonNode outcome = Json.parse(line);
                    assertThat(outcome.has("error")).as(line).isFalse();
                    received.put(
                            outcome.path("client").stringValue() + " at "
                                    + outcome.path("path").stringValue(),
                            outcome.path("texts")
                                    .valueStream()
                                    .map(text -> withoutLine(text.asString("")))
                                    .toList());
                }
            }
            return received;
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    @Tag("counterpart")
    @Timeout(180)
    void clientsOfOtherProjectsKeepTheirStateAtEachAddress() throws Exception {
        Map<String, List<String>> received = run();

        assertThat(received.entrySet())
                .allSatisfy(each -> assertThat(each.getValue()).containsExactly("1", "2"));
        assertThat(received.keySet())
                .containsExactlyInAnyOrderElementsOf(CLIENTS.stream()
                        .flatMap(client -> List.of(client + " at /counter/mcp", client + " at /mcp").stream())
                        .toList());
    }

    @Test
    @Tag("counterpart")
    @Timeout(60)
    void clientOfBothErasLosesItsStateIfTheModernEraIsAnnounced() throws Exception {
        restart(upstream.as("counter")
                .with(ServerSettings.builder().front(Front.MODERN).build()));

        assertThat(run("TypeScript SDK 2, both eras").values()).containsExactly(List.of("1", "1"), List.of("1", "1"));
    }

    @ParameterizedTest
    @CsvSource({"/counter/mcp, count", "/mcp, counter__count"})
    void javaSdkKeepsItsStateAtEachAddress(String path, String tool) {
        try (McpSyncClient client = McpClient.sync(HttpClientStreamableHttpTransport.builder(
                                served.address("").toString())
                        .endpoint(path)
                        .build())
                .requestTimeout(Duration.ofSeconds(30))
                .build()) {
            client.initialize();
            assertThat(withoutLine(textOf(client, tool))).isEqualTo("1");
            assertThat(textOf(client, tool)).isEqualTo("2");
        }
    }

    private static String textOf(McpSyncClient client, String tool) {
        McpSchema.CallToolResult result = client.callTool(
                McpSchema.CallToolRequest.builder(tool).arguments(Map.of()).build());
        return ((McpSchema.TextContent) result.content().getFirst()).text();
    }
}
