package dev.mooring.gateway;

import static dev.mooring.gateway.CallResults.call;
import static dev.mooring.gateway.CallResults.plainText;
import static dev.mooring.gateway.CallResults.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Era;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.session.Front;
import dev.mooring.session.ServerSettings;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** The era that the gateway announces to dual-era clients. */
class FrontTest extends AbstractGatewayTest {
    private static final String META = "{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"probe\",\"version\":\"1\"},"
            + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

    private HttpResponse<String> post(String path, String method, String params, String... headers) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest.Builder request = HttpRequest.newBuilder(served.address(path))
                    .header("Content-Type", "application/json")
                    .header("Accept", "application/json, text/event-stream")
                    .header("MCP-Protocol-Version", "2026-07-28")
                    .header("Mcp-Method", method)
                    .POST(HttpRequest.BodyPublishers.ofString("{\"jsonrpc\":\"2.0\",\"id\":\"probe-7\",\"method\":\""
                            + method + "\",\"params\":" + params + "}"));
            if (headers.length > 0) {
                request.headers(headers);
            }
            return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        }
    }

    private HttpResponse<String> probe(String path) throws Exception {
        return post(path, "server/discover", "{\"_meta\":" + META + "}");
    }

    private Era eraAt(String path) throws Exception {
        try (McpClient client = served.open(path, Map.of(), ClientOptions.builder())) {
            return client.era();
        }
    }

    @ParameterizedTest
    @CsvSource({"/counter/mcp", "/mcp"})
    void probeOfAStatefulServerGets404WithMethodNotFoundAndItsId(String path) throws Exception {
        HttpResponse<String> answer = probe(path);

        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(answer.headers().firstValue("Mcp-Session-Id")).isEmpty();
        JsonNode error = Json.parse(answer.body());
        assertThat(error.path("id").stringValue()).isEqualTo("probe-7");
        assertThat(error.at("/error/code").intValue()).isEqualTo(-32601);
    }

    @ParameterizedTest
    @CsvSource({"/counter/mcp, count", "/mcp, counter__count"})
    void statefulServerStillServesModernRequestsWithoutAProbe(String path, String tool) throws Exception {
        HttpResponse<String> answer = post(
                path,
                "tools/call",
                "{\"name\":\"" + tool + "\",\"arguments\":{},\"_meta\":" + META + "}",
                "Mcp-Name",
                tool);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(Json.parse(answer.body()).at("/result/content/0/text").stringValue())
                .startsWith("1");
    }

    @ParameterizedTest
    @CsvSource({"/counter/modern/mcp", "/modern/mcp"})
    void modernAddressOfAStatefulServerAnnouncesTheModernEra(String path) throws Exception {
        assertThat(probe(path).statusCode()).isEqualTo(200);
        assertThat(eraAt(path)).isEqualTo(Era.MODERN);
    }

    @Test
    void clientOfBothErasKeepsItsStateWithoutAnArgument() throws Exception {
        try (McpClient client = served.open("/counter/mcp", Map.of(), ClientOptions.builder())) {
            assertThat(client.era()).isEqualTo(Era.LEGACY);
            assertThat(plainText(call(client, "count"))).isEqualTo("1");
            assertThat(text(call(client, "count"))).isEqualTo("2");
        }
    }

    @Test
    void modernOnlyServerIsAnnouncedAsModern() throws Exception {
        try (StatefulServer modern = StatefulServer.startModernOnly()) {
            restart(modern.as("modern-only"));

            assertThat(eraAt("/modern-only/mcp")).isEqualTo(Era.MODERN);
            assertThat(eraAt("/mcp")).isEqualTo(Era.MODERN);

            restart(modern.as("modern-only"), upstream.as("counter"));
            assertThat(eraAt("/modern-only/mcp")).isEqualTo(Era.MODERN);
            assertThat(eraAt("/counter/mcp")).isEqualTo(Era.LEGACY);
            assertThat(eraAt("/mcp")).isEqualTo(Era.LEGACY);
        }
    }

    @Test
    void frontSettingOverridesTheAnnouncedEra() throws Exception {
        try (StatefulServer modern = StatefulServer.startModernOnly()) {
            restart(
                    modern.as("legacy")
                            .with(ServerSettings.builder().front(Front.LEGACY).build()),
                    upstream.as("modern")
                            .with(ServerSettings.builder().front(Front.MODERN).build()));

            assertThat(eraAt("/legacy/mcp")).isEqualTo(Era.LEGACY);
            assertThat(probe("/modern/mcp").statusCode()).isEqualTo(200);
        }
    }
}
