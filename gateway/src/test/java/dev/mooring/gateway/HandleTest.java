package dev.mooring.gateway;

import static dev.mooring.gateway.CallResults.call;
import static dev.mooring.gateway.CallResults.callIn;
import static dev.mooring.gateway.CallResults.isError;
import static dev.mooring.gateway.CallResults.plainText;
import static dev.mooring.gateway.CallResults.result;
import static dev.mooring.gateway.CallResults.session;
import static dev.mooring.gateway.CallResults.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.session.ServerSettings;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Ownership, lifetime, limits and end of handles. */
class HandleTest extends AbstractGatewayTest {
    private static final String NEVER_MINTED = "0123456789abcdefghjkmnpqrs";

    private String refusal(Map<String, String> headers, String session) throws Exception {
        try (McpClient client =
                served.open("/counter/mcp", headers, ClientOptions.builder().era(EraChoice.MODERN))) {
            ObjectNode result = callIn(session, client, "count");
            assertThat(isError(result)).isTrue();
            return text(result);
        }
    }

    @Test
    void unknownAndForeignHandlesGetTheSameErrorEvenAfterTheirEnd() throws Exception {
        String adas;
        String ended;
        try (McpClient ada = served.open(
                "/counter/mcp", Map.of("Who", "ada"), ClientOptions.builder().era(EraChoice.MODERN))) {
            adas = session(call(ada, "count"));
            ended = session(call(ada, "count"));
            assertThat(isError(callIn(ended, ada, "end_session"))).isFalse();
        }
        String unknown = refusal(Map.of("Who", "bob"), NEVER_MINTED);

        assertThat(unknown).contains("call a tool without session_id");
        assertThat(refusal(Map.of("Who", "bob"), adas)).isEqualTo(unknown);
        assertThat(refusal(Map.of("Who", "bob"), ended)).isEqualTo(unknown);
        assertThat(refusal(Map.of(), "what is this")).isEqualTo(unknown);
    }

    @Test
    void ownerOfAnEndedHandleIsToldWhenItWasEnded() throws Exception {
        try (McpClient client = served.modern("/counter/mcp")) {
            String session = session(call(client, "count"));
            callIn(session, client, "end_session");

            assertThat(text(callIn(session, client, "count")))
                    .matches(
                            "This session was ended at 20\\d\\d-.*Z\\. This call was NOT sent and nothing was done\\..*");
            assertThat(text(callIn(session, client, "end_session"))).startsWith("This session was ended at 20");
        }
    }

    @Test
    void handleOfAnotherEndpointIsUnknown() throws Exception {
        String session = session(callOnce("count", Json.object()));
        try (McpClient client = served.modern("/mcp")) {
            assertThat(isError(callIn(session, client, "counter__count"))).isTrue();
        }
    }

    @Test
    void endSessionClosesTheUpstreamSession() throws Exception {
        try (McpClient client = served.modern("/counter/mcp")) {
            String session = session(call(client, "count"));
            int open = upstream.sessions();

            assertThat(text(callIn(session, client, "end_session"))).isEqualTo("The session has ended.");
            assertThat(upstream.sessions()).isEqualTo(open - 1);
            assertThat(isError(callIn(session, client, "end_session"))).isTrue();
        }
    }

    @Test
    void endSessionWithoutAnArgumentEndsTheHandleOfTheTransportSession() throws Exception {
        try (McpClient client = served.legacy("/counter/mcp")) {
            call(client, "count");
            assertThat(isError(call(client, "end_session"))).isFalse();

            assertThat(plainText(call(client, "count"))).isEqualTo("1");
        }
    }

    @Test
    void handleSurvivesTheEndOfItsTransportSession() throws Exception {
        String session;
        try (McpClient client = served.legacy("/counter/mcp")) {
            session = session(call(client, "count"));
        } // sends DELETE

        assertThat(text(callOnce("count", Json.object().put("session_id", session))))
                .isEqualTo("2");
    }

    @Test
    void idleHandleExpiresAndItsUpstreamSessionIsClosed() throws Exception {
        restart(options -> options.idle(Duration.ofMillis(400)));
        try (McpClient client = served.modern("/counter/mcp")) {
            String session = session(call(client, "count"));
            await().until(() ->
                    served.gateway().status(Optional.empty()).sessions().isEmpty());

            assertThat(text(callIn(session, client, "count")))
                    .contains("This session expired at 20")
                    .contains("nothing was done");
            await().until(() -> upstream.sessions() == 0);
        }
    }

    @Test
    void expiryOfATransportSessionsHandleIsReportedOnceAndThenTheHandleIsReplaced() throws Exception {
        restart(options -> options.idle(Duration.ofMillis(400)));
        try (McpClient client = served.legacy("/counter/mcp")) {
            call(client, "count");
            await().until(() ->
                    served.gateway().status(Optional.empty()).sessions().isEmpty());

            assertThat(text(call(client, "count"))).contains("This session expired at 20");
            assertThat(plainText(call(client, "count"))).isEqualTo("1");
        }
    }

    @Test
    void transportIdleIsLongerThanTheLongestIdleOfAHandle() throws Exception {
        restart(
                options -> options.idle(Duration.ofHours(2)),
                upstream.as("counter")
                        .with(ServerSettings.builder().idle(Duration.ofHours(3)).build()));

        assertThat(served.gateway().transportIdle()).isGreaterThan(Duration.ofHours(3));
    }

    @Test
    void handleDoesNotExpireWhileACallIsInFlight() throws Exception {
        restart(options -> options.idle(Duration.ofMillis(300)));
        try (McpClient client = served.modern("/counter/mcp");
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> waiting = threads.submit(() -> call(client, "wait"));
            upstream.awaitWaiting();

            await().during(Duration.ofMillis(900))
                    .atMost(Duration.ofSeconds(10))
                    .until(() ->
                            served.gateway().status(Optional.empty()).sessions().size() == 1);
            waiting.cancel(true);
        }
    }

    @Test
    void handleEndsIfItsFirstCallEndsInAProtocolError() throws Exception {
        try (McpClient client = served.modern("/counter/mcp")) {
            assertThat(client.callTool("refuse", Json.object())).isInstanceOfSatisfying(Reply.Rejected.class, fault -> {
                assertThat(fault.error().code()).isEqualTo(-32042);
                assertThat(fault.error().message()).isEqualTo("not today");
                assertThat(fault.error().data()).hasToString("{\"until\":\"tomorrow\"}");
            });
            assertThat(served.gateway().status(Optional.empty()).sessions()).isEmpty();

            String session = session(call(client, "count"));
            client.callTool("refuse", Json.object().put("session_id", session));
            assertThat(text(callIn(session, client, "count"))).isEqualTo("2");
        }
    }

    @Test
    void newHandleIsRefusedAtTheLimitUntilOneEnds() throws Exception {
        restart(options -> options.maxSessions(2));
        try (McpClient client = served.modern("/counter/mcp")) {
            String first = session(call(client, "count"));
            callIn(first, client, "count");
            callIn(session(call(client, "count")), client, "count");
            ObjectNode third = call(client, "count");

            assertThat(isError(third)).isTrue();
            assertThat(text(third))
                    .contains("Session limit reached (2 for all callers together)")
                    .contains("session_id");
            callIn(first, client, "end_session");
            assertThat(isError(call(client, "count"))).isFalse();
        }
    }

    private ObjectNode firstCallOf(String who, String path, String tool) throws Exception {
        try (McpClient client =
                served.open(path, Map.of("Who", who), ClientOptions.builder().era(EraChoice.MODERN))) {
            return call(client, tool);
        }
    }

    /** Uses a new handle twice, so that it is not evicted at a limit. */
    private ObjectNode twoCallsOf(String who, String path, String tool) throws Exception {
        try (McpClient client =
                served.open(path, Map.of("Who", who), ClientOptions.builder().era(EraChoice.MODERN))) {
            ObjectNode first = call(client, tool);
            return isError(first) ? first : callIn(session(first), client, tool);
        }
    }

    @Test
    void handleCountsTowardsTheLimitsOfItsCallerAndItsServer() throws Exception {
        restart(
                options -> options.maxSessions(1),
                upstream.as("counter")
                        .with(ServerSettings.builder().maxSessions(2).build()));

        assertThat(isError(twoCallsOf("ada", "/counter/mcp", "count"))).isFalse();
        assertThat(text(firstCallOf("ada", "/counter/mcp", "count")))
                .startsWith("Session limit reached (1 per caller)");
        assertThat(isError(twoCallsOf("bob", "/counter/mcp", "count"))).isFalse();
        assertThat(text(firstCallOf("eve", "/counter/mcp", "count")))
                .startsWith("Session limit reached (2 for all callers together)");
    }

    @Test
    void callerWithAllSessionsLosesItsIdlestToAnotherCaller() throws Exception {
        restart(options -> options.maxSessions(3));
        for (int i = 0; i < 3; i++) {
            assertThat(isError(twoCallsOf("ada", "/counter/mcp", "count"))).isFalse();
        }

        assertThat(isError(firstCallOf("bob", "/counter/mcp", "count"))).isFalse();
        assertThat(text(firstCallOf("ada", "/counter/mcp", "count"))).startsWith("Session limit reached");
    }

    @Test
    void serversOwnLimitAppliesEvenIfItEqualsTheDefault() throws Exception {
        restart(
                options -> options.maxSessions(1),
                upstream.as("counter")
                        .with(ServerSettings.builder().maxSessions(256).build()));

        assertThat(isError(firstCallOf("ada", "/counter/mcp", "count"))).isFalse();
        assertThat(isError(firstCallOf("bob", "/counter/mcp", "count"))).isFalse();
    }

    @Test
    void limitOfAServerAppliesAcrossEndpointsAndRefusesAtOnce() throws Exception {
        restart(upstream.as("counter")
                .with(ServerSettings.builder()
                        .maxSessions(1)
                        .openTimeout(Duration.ofMinutes(10))
                        .build()));
        assertThat(isError(firstCallOf("ada", "/counter/mcp", "count"))).isFalse();

        ObjectNode refused = firstCallOf("bob", "/mcp", "counter__count");
        assertThat(isError(refused)).isTrue();
        assertThat(text(refused)).contains("Session limit of ").contains("nothing was done");
        assertThat(served.gateway().status(Optional.empty()).sessions()).hasSize(1);
    }

    @Test
    void handleOfTheCombinedEndpointReportsTheExpiryOfOneUpstreamSession() throws Exception {
        try (StatefulServer other = StatefulServer.start()) {
            restart(
                    upstream.as("brief")
                            .with(ServerSettings.builder()
                                    .idle(Duration.ofMillis(300))
                                    .build()),
                    other.as("patient"));
            try (McpClient client = served.modern("/mcp")) {
                String session = session(call(client, "brief__count"));
                callIn(session, client, "patient__count");
                await().until(() -> upstream.sessions() == 0);

                ObjectNode lost = callIn(session, client, "brief__count");
                assertThat(isError(lost)).isTrue();
                assertThat(text(lost)).contains("NOT sent").contains("uses a new session");
                assertThat(text(callIn(session, client, "brief__count"))).isEqualTo("1");
                assertThat(text(callIn(session, client, "patient__count"))).isEqualTo("2");
            }
        }
    }

    @Test
    void statusContainsNoCompleteSessionId() throws Exception {
        String session = session(callOnce("count", Json.object()));

        assertThat(served.gateway().status(Optional.empty()).toString()).doesNotContain(session);
    }

    @Test
    void endByAPersonIsReportedOnceAndThenTheHandleIsReplaced() throws Exception {
        try (McpClient client = served.legacy("/counter/mcp")) {
            call(client, "count");
            long number = served.gateway()
                    .status(Optional.empty())
                    .sessions()
                    .getFirst()
                    .number();
            assertThat(served.gateway().endSession(number, Optional.empty())).isTrue();

            assertThat(text(call(client, "count"))).contains("This session was ended at 20");
            assertThat(plainText(call(client, "count"))).isEqualTo("1");
        }
    }

    @Test
    void onlyTheOwnerSeesAndEndsASession() throws Exception {
        try (McpClient ada = served.open(
                "/counter/mcp", Map.of("Who", "ada"), ClientOptions.builder().era(EraChoice.MODERN))) {
            call(ada, "count");
            long number = served.gateway()
                    .status(Optional.of("ada"))
                    .sessions()
                    .getFirst()
                    .number();

            assertThat(served.gateway().status(Optional.of("bob")).sessions()).isEmpty();
            assertThat(served.gateway().endSession(number, Optional.of("bob"))).isFalse();
            assertThat(served.gateway().endSession(number, Optional.of("ada"))).isTrue();
            assertThat(served.gateway().status(Optional.empty()).sessions()).isEmpty();
        }
    }
}
