package dev.mooring.mcp.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.server.DisplayName;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolResult;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Callers whose token lacks a scope. */
class ToolScopeTest {
    private HttpServer http;
    private HttpTestClient client;

    @BeforeEach
    void start() throws Exception {
        McpServer server = McpServer.builder("scopes", "1")
                .tool(Tool.named("read")
                        .handledBy((arguments, exchange) ->
                                ToolResult.text(String.valueOf(exchange.caller().name()))))
                .tool(Tool.named("write").handledBy((arguments, exchange) -> ToolResult.text("written")))
                .build();
        http = HttpServer.start(HttpEndpoint.builder(server, "/mcp")
                .toolScope(Tool::name)
                .authenticator(request -> new Authentication.Accepted(
                        "ada",
                        Set.of("read"),
                        new DisplayName("Ada", "Claude"),
                        request.header("X-Fixed") == null ? missing -> "Bearer scope=\"" + missing + "\"" : null))
                .build());
        client = new HttpTestClient(http.uri("/mcp"));
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
        http.close();
    }

    private HttpTestClient.Reply call(String tool) throws Exception {
        return client.modern("tools/call", Json.object().put("name", tool));
    }

    @Test
    void callOfAToolThatNeedsAnotherScopeIsAnsweredWithStatus403AndAChallenge() throws Exception {
        HttpTestClient.Reply reply = call("write");

        assertThat(reply.status()).isEqualTo(403);
        assertThat(reply.header("WWW-Authenticate")).isEqualTo("Bearer scope=\"write\"");
        assertThat(reply.json().path("error").path("message").asString())
                .contains("Cannot call write: the token lacks the scope");
    }

    @Test
    void callOfACallerThatCannotGetMoreScopesFailsWithoutAChallenge() throws Exception {
        client.headers.put("X-Fixed", "yes");
        HttpTestClient.Reply reply = call("write");

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.header("WWW-Authenticate")).isNull();
        assertThat(reply.json().path("error").path("message").asString())
                .contains("Cannot call write: the token lacks the scope");
    }

    @Test
    void toolSeesTheAuthenticatedNames() throws Exception {
        assertThat(call("read").json().at("/result/content/0/text").asString())
                .isEqualTo("DisplayName[person=Ada, client=Claude]");
    }
}
