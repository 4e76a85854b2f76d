package dev.mooring.gateway;

import static dev.mooring.gateway.CallResults.call;
import static dev.mooring.gateway.CallResults.callIn;
import static dev.mooring.gateway.CallResults.isError;
import static dev.mooring.gateway.CallResults.session;
import static dev.mooring.gateway.CallResults.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.session.ServerSettings;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** The choice of the handle that ends at a limit. */
class LimitTest extends AbstractGatewayTest {
    private McpClient open(String who, String path) throws Exception {
        return served.open(path, Map.of("Who", who), ClientOptions.builder().era(EraChoice.MODERN));
    }

    /** Returns a new session that was used again after its first call. */
    private String usedTwice(McpClient client, String tool) throws Exception {
        String session = session(call(client, tool));
        assertThat(isError(callIn(session, client, tool))).isFalse();
        return session;
    }

    @Test
    void forgottenHandlesDoNotLockOutTheirCaller() throws Exception {
        restart(options -> options.maxSessions(3));
        try (McpClient client = served.modern("/counter/mcp")) {
            String first = session(call(client, "count"));
            String used = usedTwice(client, "count");
            session(call(client, "count"));

            assertThat(isError(call(client, "count"))).isFalse();

            ObjectNode evicted = callIn(first, client, "count");
            assertThat(isError(evicted)).isTrue();
            assertThat(text(evicted))
                    .startsWith("This session was ended at 20")
                    .contains("to make room for others")
                    .contains("NOT sent and nothing was done");
            assertThat(text(callIn(used, client, "count"))).isEqualTo("3");
            assertThat(served.gateway().status(Optional.empty()).sessions()).hasSize(3);
        }
    }

    @Test
    void deleteEndsNoHandleButMakesItTheFirstToBeEvicted() throws Exception {
        restart(options -> options.maxSessions(3));
        try (McpClient client = served.modern("/counter/mcp")) {
            String once = session(call(client, "count"));
            String deleted;
            try (McpClient legacy = served.legacy("/counter/mcp")) {
                deleted = session(call(legacy, "count"));
                assertThat(text(call(legacy, "count"))).isEqualTo("2");
            } // sends DELETE
            assertThat(text(callIn(deleted, client, "count"))).isEqualTo("3");
            usedTwice(client, "count");

            assertThat(isError(call(client, "count"))).isFalse();

            assertThat(text(callIn(deleted, client, "count"))).contains("to make room for others");
            assertThat(text(callIn(once, client, "count"))).isEqualTo("2");
        }
    }

    @Test
    void handleInATransportSessionThatIsOpenAndUsedIsNotEvicted() throws Exception {
        restart(options -> options.maxSessions(1));
        try (McpClient legacy = served.legacy("/counter/mcp");
                McpClient client = served.modern("/counter/mcp")) {
            call(legacy, "count");
            call(legacy, "count");

            assertThat(text(call(client, "count"))).startsWith("Session limit reached (1");
            assertThat(text(call(legacy, "count"))).isEqualTo("3");
        }
    }

    @Test
    void onePrincipalCannotTakeAllSessionsOfAServer() throws Exception {
        restart(options -> options.maxSessions(4));
        try (McpClient ada = open("ada", "/counter/mcp");
                McpClient bob = open("bob", "/counter/mcp")) {
            String idlest = usedTwice(ada, "count");
            for (int i = 0; i < 3; i++) {
                usedTwice(ada, "count");
            }
            usedTwice(bob, "count");
            assertThat(text(callIn(idlest, ada, "count"))).contains("to make room for others");
            usedTwice(bob, "count");

            assertThat(text(call(bob, "count"))).startsWith("Session limit reached (4");
            assertThat(text(call(ada, "count"))).startsWith("Session limit reached (4");
        }
    }

    @Test
    void limitOfAServerEvictsAForgottenHandleOfAnotherEndpoint() throws Exception {
        restart(upstream.as("counter")
                .with(ServerSettings.builder().maxSessions(2).build()));
        try (McpClient alone = open("ada", "/counter/mcp");
                McpClient combined = open("ada", "/mcp")) {
            String forgotten = session(call(alone, "count"));
            usedTwice(alone, "count");
            String next = usedTwice(combined, "counter__count");

            assertThat(text(callIn(next, combined, "counter__count"))).isEqualTo("3");
            assertThat(text(callIn(forgotten, alone, "count"))).contains("to make room for others");
            assertThat(text(call(combined, "counter__count"))).contains("Session limit of counter reached");
        }
    }

    @Test
    void principalAboveItsShareOfAServerGivesItsIdlestSessionToAnotherEndpoint() throws Exception {
        restart(upstream.as("counter")
                .with(ServerSettings.builder().maxSessions(2).build()));
        try (McpClient ada = open("ada", "/counter/mcp");
                McpClient bob = open("bob", "/mcp")) {
            String idlest = usedTwice(ada, "count");
            usedTwice(ada, "count");
            assertThat(isError(call(bob, "counter__count"))).isFalse();
            assertThat(text(callIn(idlest, ada, "count"))).contains("to make room for others");
        }
    }
}
