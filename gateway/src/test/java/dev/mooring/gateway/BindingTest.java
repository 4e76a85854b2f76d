package dev.mooring.gateway;

import static dev.mooring.gateway.CallResults.call;
import static dev.mooring.gateway.CallResults.callIn;
import static dev.mooring.gateway.CallResults.isError;
import static dev.mooring.gateway.CallResults.plainText;
import static dev.mooring.gateway.CallResults.result;
import static dev.mooring.gateway.CallResults.session;
import static dev.mooring.gateway.CallResults.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.client.CallOptions;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.ServerLocation;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** The bindings of calls that do not name a handle. */
class BindingTest extends AbstractGatewayTest {
    private static CallOptions in(String field, String conversation) {
        return CallOptions.builder()
                .meta(Json.object().put(field, conversation))
                .build();
    }

    private static ObjectNode count(McpClient client, String field, String conversation) throws Exception {
        return result(client.callTool("count", Json.object(), in(field, conversation)));
    }

    private McpClient modern(String principal) throws Exception {
        return served.open(
                "/counter/mcp",
                Map.of("Who", principal),
                ClientOptions.builder().era(EraChoice.MODERN));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "openai/session",
                "vscode.conversationId",
                "threadId",
                "ai.opencode/sessionID",
                "sessionID",
                "agent-session-id",
                "antigravity.google/conversation_id"
            })
    void callsOfAConversationShareAHandleWithoutAnArgument(String field) throws Exception {
        try (McpClient client = served.modern("/counter/mcp")) {
            ObjectNode first = count(client, field, "a");
            assertThat(plainText(first)).isEqualTo("1");
            assertThat(text(count(client, field, "a"))).isEqualTo("2");
            assertThat(plainText(count(client, field, "b"))).isEqualTo("1");
            assertThat(text(callIn(session(first), client, "count"))).isEqualTo("3");
        }
        try (McpClient next = served.modern("/counter/mcp")) {
            assertThat(text(count(next, field, "a"))).isEqualTo("4");
        }
    }

    @Test
    void conversationsOnOneTransportSessionHaveSeparateHandles() throws Exception {
        try (McpClient client = served.legacy("/counter/mcp")) {
            assertThat(plainText(count(client, "vscode.conversationId", "a"))).isEqualTo("1");
            assertThat(plainText(count(client, "vscode.conversationId", "b"))).isEqualTo("1");
            assertThat(plainText(call(client, "count"))).isEqualTo("1");
            assertThat(text(count(client, "vscode.conversationId", "a"))).isEqualTo("2");
            assertThat(text(call(client, "count"))).isEqualTo("2");
        }
    }

    @Test
    void argumentTakesPrecedenceOverTheConversation() throws Exception {
        try (McpClient client = served.modern("/counter/mcp")) {
            String other = session(call(client, "count"));
            count(client, "threadId", "a");

            ObjectNode named =
                    result(client.callTool("count", Json.object().put("session_id", other), in("threadId", "a")));
            assertThat(text(named)).isEqualTo("2");
            assertThat(text(count(client, "threadId", "a"))).isEqualTo("2");
        }
    }

    @Test
    void conversationIdSelectsOnlyAmongThePrincipalsOwnHandles() throws Exception {
        try (McpClient ada = modern("ada");
                McpClient bob = modern("bob")) {
            count(ada, "openai/session", "a");

            assertThat(plainText(count(bob, "openai/session", "a"))).isEqualTo("1");
            assertThat(text(count(ada, "openai/session", "a"))).isEqualTo("2");
        }
    }

    @Test
    void conversationsOfOtherClientsFieldsAndEndpointsAreSeparate() throws Exception {
        try (McpClient client = served.modern("/counter/mcp");
                McpClient combined = served.modern("/mcp");
                McpClient other = McpClient.open(
                        ServerLocation.Remote.at(served.address("/counter/modern/mcp")),
                        ClientOptions.builder()
                                .era(EraChoice.MODERN)
                                .client(Implementation.of("another client", "1"))
                                .build())) {
            count(client, "threadId", "a");

            assertThat(plainText(count(other, "threadId", "a"))).isEqualTo("1");
            assertThat(plainText(count(client, "sessionID", "a"))).isEqualTo("1");
            assertThat(plainText(result(combined.callTool("counter__count", Json.object(), in("threadId", "a")))))
                    .isEqualTo("1");
        }
    }

    @Test
    void configuredFieldsAndHeadersBindToo() throws Exception {
        restart(options ->
                options.conversationFields(List.of("example/chat")).conversationHeaders(List.of("X-Conversation-Id")));
        try (McpClient client = served.modern("/counter/mcp")) {
            count(client, "example/chat", "a");
            assertThat(text(count(client, "example/chat", "a"))).isEqualTo("2");
        }
        for (String expected : List.of("1", "2")) {
            try (McpClient librechat = served.open(
                    "/counter/mcp",
                    Map.of("X-Conversation-Id", "a"),
                    ClientOptions.builder().era(EraChoice.LEGACY))) {
                assertThat(plainText(call(librechat, "count"))).isEqualTo(expected);
            }
        }
        try (McpClient another = served.open(
                "/counter/mcp",
                Map.of("X-Conversation-Id", "b"),
                ClientOptions.builder().era(EraChoice.LEGACY))) {
            assertThat(plainText(call(another, "count"))).isEqualTo("1");
        }
    }

    @Test
    void resourcesPromptsAndEndSessionUseTheHandleOfTheConversation() throws Exception {
        try (McpClient client = served.modern("/counter/mcp")) {
            count(client, "threadId", "a");
            count(client, "threadId", "a");

            assertThat(result(client.request(
                                    Methods.RESOURCES_READ,
                                    Json.object().put("uri", "note://one"),
                                    in("threadId", "a")))
                            .at("/contents/0/text")
                            .stringValue())
                    .isEqualTo("count 2");
            assertThat(result(client.request(
                                    Methods.PROMPTS_GET, Json.object().put("name", "greet"), in("threadId", "a")))
                            .at("/messages/0/content/text")
                            .stringValue())
                    .isEqualTo("count 2");
            assertThat(text(result(client.callTool("end_session", Json.object(), in("threadId", "a")))))
                    .isEqualTo("The session has ended.");
            assertThat(plainText(count(client, "threadId", "a"))).isEqualTo("1");
        }
    }

    @Test
    void endOfAConversationsHandleIsReportedOnceAndThenTheHandleIsReplaced() throws Exception {
        try (McpClient client = served.modern("/counter/mcp")) {
            count(client, "threadId", "a");
            long number = served.gateway()
                    .status(Optional.empty())
                    .sessions()
                    .getFirst()
                    .number();
            served.gateway().endSession(number, Optional.empty());

            ObjectNode ended = count(client, "threadId", "a");
            assertThat(isError(ended)).isTrue();
            assertThat(text(ended)).contains("This session was ended at 20").contains("NOT sent");
            assertThat(plainText(count(client, "threadId", "a"))).isEqualTo("1");
        }
    }

    @Test
    void failureOfTheStoreIsReportedAndForgetsNoBinding() throws Exception {
        var stores = new FailingStores();
        restart(options -> options.stores(stores, new SecretKeySpec(new byte[32], "AES")));
        try (McpClient client = served.modern("/counter/mcp")) {
            count(client, "threadId", "a");

            stores.fail(true);
            for (String conversation : List.of("a", "new")) {
                ObjectNode failed = count(client, "threadId", conversation);
                assertThat(isError(failed)).isTrue();
                assertThat(text(failed)).isEqualTo("The store is down. Try again.");
            }

            stores.fail(false);
            assertThat(text(count(client, "threadId", "a"))).isEqualTo("2");
        }
    }

    @Test
    void endIsReportedAlthoughTheStoreFailsToForgetTheBinding() throws Exception {
        var stores = new FailingStores();
        restart(options -> options.stores(stores, new SecretKeySpec(new byte[32], "AES")));
        try (McpClient client = served.modern("/counter/mcp")) {
            count(client, "threadId", "a");
            served.gateway()
                    .endSession(
                            served.gateway()
                                    .status(Optional.empty())
                                    .sessions()
                                    .getFirst()
                                    .number(),
                            Optional.empty());

            stores.failAfterRemovals(true);
            assertThat(text(count(client, "threadId", "a"))).contains("This session was ended at 20");

            stores.failAfterRemovals(false);
            assertThat(plainText(count(client, "threadId", "a"))).isEqualTo("1");
        }
    }

    @Test
    void callWithoutBindingSaysHowManyUnboundSessionsItsCallerHas() throws Exception {
        try (McpClient ada = modern("ada");
                McpClient bob = modern("bob")) {
            assertThat(text(call(ada, "count"))).doesNotContain("This call started");
            String bound = session(count(ada, "threadId", "a"));
            ObjectNode second = call(ada, "count");
            assertThat(text(second))
                    .contains(
                            "This call started a new session. You have 1 other open session here; to continue one, pass"
                                    + " its session_id.")
                    .doesNotContain(bound);
            assertThat(text(call(ada, "count"))).contains("You have 2 other open sessions here");
            assertThat(text(call(bob, "count"))).doesNotContain("This call started");
            assertThat(text(callIn(session(second), ada, "count"))).isEqualTo("2");
        }
    }
}
