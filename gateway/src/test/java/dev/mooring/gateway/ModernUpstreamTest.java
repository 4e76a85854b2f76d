package dev.mooring.gateway;

import static dev.mooring.gateway.CallResults.call;
import static dev.mooring.gateway.CallResults.result;
import static dev.mooring.gateway.CallResults.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolResult;
import dev.mooring.session.ServerSettings;
import dev.mooring.session.Sharing;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.node.ObjectNode;

/** A server without sessions, whose calls pass through unchanged to clients of both eras. */
class ModernUpstreamTest extends AbstractGatewayTest {

    @Override
    StatefulServer startUpstream() throws Exception {
        return StatefulServer.startModernOnly();
    }

    private McpClient open(EraChoice era) throws Exception {
        return served.open(
                "/counter/mcp", Map.of(), ClientOptions.builder().era(era).elicitation(params -> {
                    ObjectNode answer = Json.object().put("action", "accept");
                    answer.putObject("content").put("name", "Ada").put("age", "36");
                    return answer;
                }));
    }

    @ParameterizedTest
    @EnumSource(
            value = EraChoice.class,
            names = {"LEGACY", "MODERN"})
    void toolsGainNoArgumentAndCallsMintNoHandle(EraChoice era) throws Exception {
        try (McpClient client = open(era)) {
            assertThat(result(client.listTools()).path("tools"))
                    .extracting(tool -> tool.path("name").asString(""))
                    .contains("count")
                    .doesNotContain("end_session");
            assertThat(result(client.listTools()).toString()).doesNotContain("session_id");
            assertThat(text(call(client, "count"))).isEqualTo("1");
            assertThat(text(call(client, "count"))).isEqualTo("2");
            assertThat(served.gateway().status(Optional.empty()).sessions()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = EraChoice.class,
            names = {"LEGACY", "MODERN"})
    void elicitationReachesTheClientInItsOwnEra(EraChoice era) throws Exception {
        try (McpClient client = open(era)) {
            assertThat(text(call(client, "ask"))).isEqualTo("Ada is 36, count 0");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = EraChoice.class,
            names = {"LEGACY", "MODERN"})
    void protocolErrorsPassThrough(EraChoice era) throws Exception {
        try (McpClient client = open(era)) {
            assertThat(client.callTool("refuse", Json.object()))
                    .isInstanceOfSatisfying(
                            Reply.Rejected.class,
                            fault -> assertThat(fault.error().code()).isEqualTo(-32042));
        }
    }

    @Test
    void serverSeesTheExtensionsOfTheClient() throws Exception {
        upstream.server()
                .addTool(Tool.named("work")
                        .handledBy((arguments, exchange) ->
                                ToolResult.text(Json.text(exchange.caller().capabilities()))));
        ObjectNode extensions = Json.object();
        extensions.putObject("com.example/other");
        var options = ClientOptions.builder().era(EraChoice.MODERN).capability("extensions", extensions);
        try (McpClient client = served.open("/counter/mcp", Map.of(), options)) {
            assertThat(text(call(client, "work"))).isEqualTo("{\"extensions\":{\"com.example/other\":{}}}");
        }
    }

    @Test
    void callsOfASharedLegacyServerPassThroughToo() throws Exception {
        try (StatefulServer legacy = StatefulServer.start()) {
            restart(legacy.as("counter")
                    .with(ServerSettings.builder().sharing(Sharing.SHARED).build()));
            try (McpClient client = open(EraChoice.LEGACY)) {
                assertThat(text(call(client, "count"))).isEqualTo("1");
                assertThat(result(client.listTools()).toString()).doesNotContain("session_id");
            }
        }
    }
}
