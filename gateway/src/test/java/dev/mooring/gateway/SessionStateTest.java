package dev.mooring.gateway;

import static dev.mooring.gateway.CallResults.call;
import static dev.mooring.gateway.CallResults.callIn;
import static dev.mooring.gateway.CallResults.plainText;
import static dev.mooring.gateway.CallResults.session;
import static dev.mooring.gateway.CallResults.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** State that one call leaves behind for the next call of the same session. */
class SessionStateTest extends AbstractGatewayTest {
    @Test
    void stateIsKeptForAClientThatOpensATransportSessionPerCall() throws Exception {
        ObjectNode first = callOnce("count", Json.object());
        String session = session(first);
        ObjectNode second = callOnce("count", Json.object().put("session_id", session));

        assertThat(plainText(first)).isEqualTo("1");
        assertThat(text(second)).isEqualTo("2");
        assertThat(second.path("_meta").path(SessionAnnotation.META).stringValue())
                .isEqualTo(session);
    }

    @Test
    void stateIsLostForTheSameClientWithoutAGateway() throws Exception {
        for (int i = 0; i < 2; i++) {
            try (McpClient direct = McpClient.open(
                    upstream.as("x").location(),
                    ClientOptions.builder().era(EraChoice.LEGACY).build())) {
                assertThat(text(call(direct, "count"))).isEqualTo("1");
            }
        }
    }

    @Test
    void stateIsKeptForAModernClient() throws Exception {
        try (McpClient client = served.modern("/counter/mcp")) {
            String session = session(call(client, "count"));

            assertThat(text(callIn(session, client, "count"))).isEqualTo("2");
            assertThat(text(callIn(session, client, "count"))).isEqualTo("3");
        }
    }

    @Test
    void twoHandlesHaveSeparateState() throws Exception {
        try (McpClient client = served.modern("/counter/mcp")) {
            String one = session(call(client, "count"));
            String two = session(call(client, "count"));
            callIn(one, client, "count");

            assertThat(one).isNotEqualTo(two);
            assertThat(text(callIn(one, client, "count"))).isEqualTo("3");
            assertThat(text(callIn(two, client, "count"))).isEqualTo("2");
        }
    }

    @Test
    void stateIsKeptWithoutAnArgumentForAClientThatKeepsItsTransportSession() throws Exception {
        try (McpClient client = served.legacy("/counter/mcp")) {
            session(call(client, "count"));
            ObjectNode second = call(client, "count");

            assertThat(text(second)).isEqualTo("2");
        }
    }

    @Test
    void argumentTakesPrecedenceOverTheTransportSession() throws Exception {
        String other = session(callOnce("count", Json.object()));
        try (McpClient client = served.legacy("/counter/mcp")) {
            call(client, "count");
            call(client, "count");

            assertThat(text(callIn(other, client, "count"))).isEqualTo("2");
            assertThat(text(call(client, "count"))).isEqualTo("3");
        }
    }

    @Test
    void parallelFirstCallsOfATransportSessionShareOneHandle() throws Exception {
        try (McpClient client = served.legacy("/counter/mcp");
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<ObjectNode>> calls = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                calls.add(threads.submit(() -> call(client, "count")));
            }
            List<String> counts = new ArrayList<>();
            for (Future<ObjectNode> call : calls) {
                counts.add(plainText(call.get()));
            }

            assertThat(counts).containsExactlyInAnyOrder("1", "2", "3", "4", "5", "6", "7", "8");
            assertThat(served.gateway().status(Optional.empty()).sessions()).hasSize(1);
        }
    }

    @Test
    void oneHandleSpansAllServersOfTheCombinedEndpoint() throws Exception {
        try (StatefulServer other = StatefulServer.start()) {
            restart(upstream.as("one"), other.as("two"));
            try (McpClient client = served.modern("/mcp")) {
                String session = session(call(client, "one__count"));

                assertThat(other.sessions()).isLessThanOrEqualTo(1); // at most the listing session
                assertThat(text(callIn(session, client, "two__count"))).isEqualTo("1");
                assertThat(text(callIn(session, client, "two__count"))).isEqualTo("2");
                assertThat(text(callIn(session, client, "one__count"))).isEqualTo("2");
                assertThat(served.gateway().status(Optional.empty()).sessions())
                        .singleElement()
                        .satisfies(handle -> assertThat(handle.servers()).containsExactlyInAnyOrder("one", "two"));
            }
        }
    }
}
