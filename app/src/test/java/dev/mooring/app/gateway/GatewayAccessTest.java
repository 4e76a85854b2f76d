package dev.mooring.app.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.app.account.TestIssuer;
import dev.mooring.app.web.TestWeb;
import dev.mooring.gateway.GatewayOptions;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.Json;
import dev.mooring.session.PerToolSetting;
import dev.mooring.session.ServerSettings;
import dev.mooring.session.ToolScope;
import dev.mooring.session.ToolServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.node.ObjectNode;

/** What the scopes of access tokens allow on a gateway. */
@Timeout(60)
class GatewayAccessTest {
    private final HttpClient http = HttpClient.newHttpClient();
    private CountingUpstream upstream;
    private TestIssuer issuer;
    private GatewayService service;

    @BeforeEach
    void serve() throws Exception {
        upstream = new CountingUpstream();
        issuer = TestIssuer.start();
        ToolServer plain = upstream.as("counter");
        ServerSettings settings = ServerSettings.builder()
                .scope(PerToolSetting.patterns(Map.of("count", ToolScope.READ)))
                .build();
        service = TestGateway.start(
                List.of(plain.with(settings)),
                GatewayOptions.builder(Implementation.of("mooring", "1")).build(),
                TestWeb.withIssuer(issuer.url()));
    }

    @AfterEach
    void close() throws IOException {
        http.close();
        service.close();
        issuer.close();
        upstream.close();
    }

    private HttpResponse<String> request(String address, String scope, String method, ObjectNode params)
            throws Exception {
        ObjectNode message = Json.object().put("jsonrpc", "2.0").put("id", 1).put("method", method);
        message.set("params", params);
        return http.send(
                HttpRequest.newBuilder(URI.create(address))
                        .header("Authorization", "Bearer " + issuer.token(address, scope))
                        .header("Content-Type", "application/json")
                        .header("Accept", "application/json, text/event-stream")
                        .header("MCP-Protocol-Version", "2025-11-25")
                        .POST(BodyPublishers.ofString(Json.text(message)))
                        .build(),
                BodyHandlers.ofString());
    }

    private String own() {
        return Objects.requireNonNull(service.addresses().get("counter"));
    }

    @Test
    void readerSeesAndCallsOnlyToolsThatTheServersFileMarks() throws Exception {
        for (Map.Entry<String, String> each :
                Map.of(own(), "", service.address(), "counter_").entrySet()) {
            String prefix = each.getValue();
            String listed = request(each.getKey(), "mooring:read", "tools/list", Json.object())
                    .body();
            assertThat(listed).contains("count\"").doesNotContain("fail\"");
            assertThat(request(each.getKey(), "mooring:write", "tools/list", Json.object())
                            .body())
                    .contains("count\"", "fail\"");
            String fail = listed.contains("counter__count") ? "counter__fail" : prefix + "fail";
            HttpResponse<String> refused = request(
                    each.getKey(), "mooring:read", "tools/call", Json.object().put("name", fail));
            assertThat(refused.statusCode()).as(refused.body()).isEqualTo(403);
            assertThat(refused.headers().firstValue("WWW-Authenticate").orElse(""))
                    .contains("insufficient_scope", "mooring:read mooring:write");
        }
        assertThat(request(own(), "mooring:read", "tools/call", Json.object().put("name", "count"))
                        .body())
                .contains("[session: ");
    }

    @Test
    void everyEndpointPublishesItsOwnMetadata() throws Exception {
        String base = service.page().replaceAll("/$", "");
        for (String path : List.of("/mcp", "/counter/mcp")) {
            String published =
                    get(base + "/.well-known/oauth-protected-resource" + path).body();
            assertThat(Json.objectOf(published).path("resource").stringValue()).isEqualTo(base + path);
        }
        assertThat(Json.objectOf(get(base + "/.well-known/oauth-protected-resource")
                                .body())
                        .path("resource")
                        .stringValue())
                .isEqualTo(base + "/mcp");
        assertThat(get(base + "/.well-known/oauth-protected-resource/other/mcp").statusCode())
                .isEqualTo(404);
    }

    @Test
    void tokenForOneServerIsNotAcceptedByAnother() throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(service.address()))
                .header("Authorization", "Bearer " + issuer.token(own(), "mooring:write"))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(BodyPublishers.ofString("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}"));
        assertThat(http.send(request.build(), BodyHandlers.ofString()).statusCode())
                .isEqualTo(401);
    }

    @Test
    void pageIsClosedToEveryoneWithoutTheScopeAdmin() throws Exception {
        assertThat(get(service.page()).statusCode()).isEqualTo(401);
        HttpRequest.Builder page = HttpRequest.newBuilder(URI.create(service.page()));
        assertThat(http.send(
                                page.copy()
                                        .header(
                                                "Authorization",
                                                "Bearer " + issuer.token(service.address(), "mooring:write"))
                                        .build(),
                                BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(403);
        assertThat(http.send(
                                page.header(
                                                "Authorization",
                                                "Bearer " + issuer.token(service.address(), "mooring:admin"))
                                        .build(),
                                BodyHandlers.ofString())
                        .body())
                .contains("Mooring gateway");
    }

    private HttpResponse<String> get(String address) throws Exception {
        return http.send(HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString());
    }
}
