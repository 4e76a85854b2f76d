package dev.mooring.gateway;

import static dev.mooring.gateway.CallResults.call;
import static dev.mooring.gateway.CallResults.callIn;
import static dev.mooring.gateway.CallResults.isError;
import static dev.mooring.gateway.CallResults.plainText;
import static dev.mooring.gateway.CallResults.result;
import static dev.mooring.gateway.CallResults.session;
import static dev.mooring.gateway.CallResults.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.JsonSchema;
import dev.mooring.mcp.Meta;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.CallOptions;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.server.Prompt;
import dev.mooring.mcp.server.PromptResult;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolResult;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** The definition, arguments and results of a served tool. */
class ToolTest extends AbstractGatewayTest {
    private ObjectNode definition(String name) throws Exception {
        try (McpClient client = served.modern("/counter/mcp")) {
            return definition(client, name);
        }
    }

    private static ObjectNode definition(McpClient client, String name) throws Exception {
        return result(client.listTools())
                .path("tools")
                .valueStream()
                .filter(tool -> name.equals(tool.path("name").asString("")))
                .map(tool -> (ObjectNode) tool)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void toolGainsAnOptionalArgumentAndItsSchemaStaysValid() throws Exception {
        ObjectNode schema = (ObjectNode) definition("echo").path("inputSchema");
        JsonSchema compiled = JsonSchema.compile(schema);

        assertThat(compiled.faultsOf(Json.object().put("text", "x"))).isEmpty();
        assertThat(compiled.faultsOf(Json.object().put("text", "x").put("session_id", "y")))
                .isEmpty();
        assertThat(compiled.faultsOf(Json.object().put("text", "x").put("other", "y")))
                .isNotEmpty();
        assertThat(schema.at("/properties/session_id/description").stringValue())
                .contains("30 minutes");
    }

    @Test
    void serverReceivesTheArgumentsWithoutTheSession() throws Exception {
        ObjectNode first = callOnce("echo", Json.object().put("text", "hello"));

        assertThat(plainText(first)).isEqualTo("{\"text\":\"hello\"}");
        assertThat(text(callOnce("echo", Json.object().put("text", "again").put("session_id", session(first)))))
                .isEqualTo("{\"text\":\"again\"}");
    }

    @Test
    void argumentsAreValidatedByTheServer() throws Exception {
        ObjectNode result = callOnce("echo", Json.object().put("wrong", "x"));

        assertThat(isError(result)).isTrue();
        assertThat(text(result)).contains("Invalid arguments for echo");
        assertThat(session(result)).isNotEmpty();
    }

    @Test
    void failingCallListenerAffectsNeitherTheCallNorTheNextListener() throws Exception {
        var reported = new CopyOnWriteArrayList<CompletedCall>();
        restart(options -> options.callListener(call -> {
                    throw new IllegalStateException("The disk is full.");
                })
                .callListener(reported::add));

        assertThat(plainText(callOnce("echo", Json.object().put("text", "hello"))))
                .isEqualTo("{\"text\":\"hello\"}");
        assertThat(reported).extracting(CompletedCall::tool).containsExactly("echo");
    }

    @Test
    void callThatTheSchemaRejectsButTheServerAcceptsIsMade() throws Exception {
        upstream.server()
                .addTool(Tool.proxied(
                        Json.objectOf("{\"name\":\"shoot\",\"inputSchema\":{\"type\":\"object\",\"properties\":"
                                + "{\"type\":{\"type\":\"string\",\"default\":\"png\"}},\"required\":[\"type\"],"
                                + "\"additionalProperties\":false}}"),
                        (arguments, exchange) -> ToolResult.text(Json.text(arguments))));

        assertThat(plainText(callOnce("shoot", Json.object()))).isEqualTo("{}");
        assertThat(plainText(callOnce("shoot", Json.object().put("other", 1)))).isEqualTo("{\"other\":1}");
    }

    @Test
    void argumentsOfAPromptAreValidatedByTheServer() throws Exception {
        upstream.server()
                .addPrompt(Prompt.proxied(
                        Json.objectOf("{\"name\":\"strict\",\"arguments\":[{\"name\":\"who\",\"required\":true}]}"),
                        (arguments, exchange) -> PromptResult.text(Json.text(arguments))));
        try (McpClient client = served.legacy("/counter/mcp")) {
            ObjectNode params = Json.object().put("name", "strict");
            params.putObject("arguments").put("number", 1);

            assertThat(result(client.request(Methods.PROMPTS_GET, params))
                            .at("/messages/0/content/text")
                            .stringValue())
                    .isEqualTo("{\"number\":1}");
        }
    }

    @Test
    void structuredContentNamesTheSession() throws Exception {
        ObjectNode first = callOnce("measure", Json.object());
        String session = session(first);

        assertThat(first.at("/structuredContent/session_id").stringValue()).isEqualTo(session);
        assertThat(first.at("/structuredContent/value").intValue()).isEqualTo(42);
        assertThat(JsonSchema.compile((ObjectNode) definition("measure").path("outputSchema"))
                        .faultsOf(first.path("structuredContent")))
                .isEmpty();
    }

    @Test
    void resultWithoutStructuredContentGetsNone() throws Exception {
        assertThat(callOnce("count", Json.object()).has("structuredContent")).isFalse();
    }

    @Test
    void resultWithoutTextGetsAFirstBlockThatNamesTheSession() throws Exception {
        ObjectNode result = callOnce("picture", Json.object());

        session(result);
        assertThat(result.path("content").size()).isEqualTo(2);
        assertThat(result.at("/content/1/type").stringValue()).isEqualTo("image");
    }

    @Test
    void errorResultNamesTheSession() throws Exception {
        ObjectNode result = callOnce("fail", Json.object());

        assertThat(isError(result)).isTrue();
        assertThat(plainText(result)).isEqualTo("It is broken.");
        session(result);
    }

    @Test
    void toolThatRunsOnlyAsATaskOfAServerWithoutTasksIsNotServedAndTheStatusSaysSo() throws Exception {
        try (McpClient client = served.modern("/counter/mcp")) {
            assertThat(result(client.listTools()).path("tools"))
                    .extracting(tool -> tool.path("name").asString(""))
                    .contains("count", "end_session")
                    .doesNotContain("later");
            assertThat(client.callTool("later", Json.object())).isInstanceOf(Reply.Rejected.class);
        }
        assertThat(served.gateway()
                        .status(Optional.empty())
                        .servers()
                        .getFirst()
                        .remarks())
                .containsExactly("tools not served because they run only as tasks: later");
    }

    @Test
    void serverReceivesTheMetadataOfTheCaller() throws Exception {
        try (McpClient client = served.modern("/counter/mcp")) {
            Reply reply = client.callTool(
                    "meta",
                    Json.object(),
                    CallOptions.builder()
                            .meta(Json.object().put("traceparent", "00-1-2-03"))
                            .build());

            assertThat(text(result(reply)))
                    .contains("\"traceparent\":\"00-1-2-03\"")
                    .doesNotContain(Meta.CLIENT_INFO);
        }
    }

    @Test
    void argumentHasAnotherNameIfAToolUsesTheUsualName() throws Exception {
        addToolThatUsesTheArgumentName(upstream);

        ObjectNode first = callOnce("own", Json.object().put("session_id", 7));
        String session = session(first);

        assertThat(plainText(first)).isEqualTo("{\"session_id\":7}");
        assertThat(text(callOnce("count", Json.object().put("mooring_session_id", session))))
                .isEqualTo("1");
        assertThat(served.gateway()
                        .status(Optional.empty())
                        .servers()
                        .getFirst()
                        .remarks())
                .contains("a tool has its own argument session_id, so callers pass the session as mooring_session_id");
    }

    private void addToolThatUsesTheArgumentName(StatefulServer server) {
        server.server()
                .addTool(Tool.named("own")
                        .input(Json.objectOf(
                                "{\"type\":\"object\",\"properties\":{\"session_id\":{\"type\":\"number\"}}}"))
                        .handledBy((arguments, exchange) -> ToolResult.text(Json.text(arguments))));
    }

    private static Set<String> argumentsOfEndSession(McpClient client) throws Exception {
        return definition(client, "end_session")
                .withObject("inputSchema")
                .withObject("properties")
                .propertyNames()
                .stream()
                .collect(Collectors.toSet());
    }

    @Test
    void endSessionHasTheArgumentThatTheInstructionsName() throws Exception {
        addToolThatUsesTheArgumentName(upstream);
        try (McpClient client = served.modern("/counter/mcp")) {
            assertThat(client.instructions())
                    .contains("Pass it as mooring_session_id")
                    .contains("with end_session");
            assertThat(argumentsOfEndSession(client)).containsExactly("mooring_session_id");
            ObjectNode session = Json.object().put("mooring_session_id", session(call(client, "count")));

            assertThat(text(call(client, "end_session", session))).isEqualTo("The session has ended.");
            assertThat(text(call(client, "end_session", session))).contains("call a tool without mooring_session_id");
        }
    }

    @Test
    void endSessionOfTheCombinedEndpointHasTheArgumentsOfEachServer() throws Exception {
        try (StatefulServer other = StatefulServer.start()) {
            addToolThatUsesTheArgumentName(other);
            restart(other.as("renamed"), upstream.as("usual"));
            try (McpClient client = served.modern("/mcp")) {
                assertThat(argumentsOfEndSession(client)).containsExactlyInAnyOrder("session_id", "mooring_session_id");
                for (String name : argumentsOfEndSession(client)) {
                    String session = session(call(client, "renamed__count"));
                    assertThat(text(call(client, "end_session", Json.object().put(name, session))))
                            .isEqualTo("The session has ended.");
                }
            }
        }
    }

    @Test
    void endSessionOfTheCombinedEndpointAcceptsTheUsualArgumentEvenIfNoServerHasIt() throws Exception {
        addToolThatUsesTheArgumentName(upstream);
        try (McpClient client = served.modern("/mcp")) {
            String session = session(call(client, "counter__count"));

            assertThat(text(callIn(session, client, "end_session"))).isEqualTo("The session has ended.");
        }
    }

    @Test
    void serversOwnToolNamedEndSessionIsServedUnchanged() throws Exception {
        upstream.server()
                .addTool(Tool.named("end_session").handledBy((arguments, exchange) -> ToolResult.text("my own")));
        try (McpClient client = served.modern("/counter/mcp")) {
            assertThat(client.instructions()).contains("end it with mooring_end_session");
            String session = session(call(client, "count"));
            assertThat(text(callIn(session, client, "end_session"))).isEqualTo("my own");

            assertThat(text(callIn(session, client, "mooring_end_session"))).isEqualTo("The session has ended.");
            assertThat(isError(callIn(session, client, "count"))).isTrue();
        }
    }
}
