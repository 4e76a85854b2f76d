package dev.mooring.mcp.server.stdio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Meta;
import dev.mooring.mcp.server.http.SampleServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class StdioServerTest {
    private final SampleServer sample = new SampleServer();
    private StdioTestClient pipes;

    @BeforeEach
    void start() throws Exception {
        pipes = new StdioTestClient(StdioServer.builder(sample.server)
                .maxLineBytes(4000)
                .maxRunning(2)
                .maxWaiting(3)
                .shutdownTimeout(Duration.ofSeconds(10))
                .build());
    }

    @AfterEach
    void stop() throws Exception {
        sample.release.countDown();
        pipes.close();
    }

    private static ObjectNode call(String tool) {
        ObjectNode params = Json.object().put("name", tool);
        params.putObject("arguments");
        return params;
    }

    @Nested
    class Requests {
        @Test
        void requestsOfBothErasAreAnsweredOnOneConnection() throws Exception {
            assertThat(pipes.initialize().at("/result/protocolVersion").stringValue())
                    .isEqualTo("2025-11-25");
            pipes.legacy("tools/call", call("echo"));
            assertThat(pipes.next().get("result").has("resultType")).isFalse();
            pipes.modern("tools/call", call("echo"));
            assertThat(pipes.next().at("/result/resultType").stringValue()).isEqualTo("complete");
            pipes.legacy("ping", null);
            assertThat(pipes.next().get("result")).isEmpty();
        }

        @Test
        void modernMethodWithoutMetadataIsRefused() throws Exception {
            pipes.legacy("server/discover", null);

            assertThat(pipes.next().at("/error/code").intValue()).isEqualTo(McpError.INVALID_PARAMS);
        }

        @Test
        void waitingCallDoesNotDelayOthers() throws Exception {
            int waiting = pipes.modern("tools/call", call("wait"));
            int quick = pipes.modern("tools/call", call("echo"));

            assertThat(pipes.next().get("id").intValue()).isEqualTo(quick);
            sample.release.countDown();
            assertThat(pipes.next().get("id").intValue()).isEqualTo(waiting);
        }

        @Test
        void callsBeyondTheRunLimitWaitAndBeyondTheWaitLimitAreRefused() throws Exception {
            List<Integer> accepted = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                accepted.add(pipes.modern("tools/call", call("wait")));
            }
            int refused = pipes.modern("tools/call", call("wait"));

            ObjectNode refusal = pipes.next();
            assertThat(refusal.get("id").intValue()).isEqualTo(refused);
            assertThat(refusal.has("error")).isTrue();
            assertThat(sample.startedWaits.get()).isLessThanOrEqualTo(2);
            sample.release.countDown();
            List<Integer> answered = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                answered.add(pipes.next().get("id").intValue());
            }
            assertThat(answered).containsExactlyInAnyOrderElementsOf(accepted);
        }

        @Test
        void duplicateRequestIdIsRefusedAndTheFirstRequestIsAnswered() throws Exception {
            String line = "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"tools/call\",\"params\":{\"name\":\"wait\"}}";
            pipes.line(line);
            pipes.line(line);

            ObjectNode refusal = pipes.next();
            assertThat(refusal.has("id")).isFalse();
            assertThat(refusal.at("/error/code").intValue()).isEqualTo(McpError.INVALID_REQUEST);
            sample.release.countDown();
            assertThat(pipes.next().toString()).contains("released");
            pipes.line(line);
            assertThat(pipes.next().toString()).contains("released");
        }
    }

    @Nested
    class Cancellation {
        @Test
        void cancelledCallIsInterruptedAndNotAnswered() throws Exception {
            for (boolean modern : new boolean[] {true, false}) {
                int before = sample.startedWaits.get();
                int id = modern ? pipes.modern("tools/call", call("wait")) : pipes.legacy("tools/call", call("wait"));
                await().until(() -> sample.startedWaits.get() == before + 1);

                pipes.notify("notifications/cancelled", Json.object().put("requestId", id));
                await().until(() -> sample.interruptedWaits.get() == before + 1);

                int next = pipes.modern("tools/call", call("echo"));
                assertThat(pipes.next().get("id").intValue()).isEqualTo(next);
            }
        }

        @Test
        void cancellationOfAnUnknownIdIsIgnored() throws Exception {
            pipes.notify("notifications/cancelled", Json.object().put("requestId", 99));
            pipes.notify("notifications/cancelled", Json.object().put("requestId", true));
            pipes.line("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}");

            pipes.modern("tools/call", call("echo"));
            assertThat(pipes.next().has("result")).isTrue();
        }
    }

    @Nested
    class ChangeNotifications {
        @Test
        void listenStreamsHaveTheirOwnIdsAndEndOnCancellation() throws Exception {
            ObjectNode params = Json.objectOf("{\"notifications\":{\"toolsListChanged\":true}}");
            int one = pipes.modern("subscriptions/listen", params);
            assertThat(subscriptionOf(pipes.next())).isEqualTo(one);
            int two = pipes.modern("subscriptions/listen", params);
            assertThat(subscriptionOf(pipes.next())).isEqualTo(two);

            sample.server.toolsChanged();
            assertThat(List.of(subscriptionOf(pipes.next()), subscriptionOf(pipes.next())))
                    .containsExactlyInAnyOrder(one, two);

            pipes.notify("notifications/cancelled", Json.object().put("requestId", one));
            pipes.endInput();
            ObjectNode end = pipes.next();
            assertThat(end.get("id").intValue()).isEqualTo(two);
            assertThat(end.at("/result/resultType").stringValue()).isEqualTo("complete");
            assertThat(pipes.hasEnded()).isTrue();
        }

        @Test
        void legacyClientReceivesChangesWithoutARequest() throws Exception {
            pipes.initialize();
            sample.server.promptsChanged();

            assertThat(pipes.next().get("method").stringValue()).isEqualTo("notifications/prompts/list_changed");
        }

        private static int subscriptionOf(ObjectNode message) {
            return message.get("params")
                    .get(Meta.FIELD)
                    .get(Meta.SUBSCRIPTION_ID)
                    .intValue();
        }
    }

    @Nested
    class InputRequests {
        @Test
        void inputRequestToALegacyClientIsARequest() throws Exception {
            pipes.initialize();
            int id = pipes.legacy("tools/call", call("ask"));
            ObjectNode question = pipes.next();
            assertThat(question.get("method").stringValue()).isEqualTo("elicitation/create");

            ObjectNode answer = Json.object().put("jsonrpc", "2.0");
            answer.set("id", question.get("id"));
            answer.putObject("result").put("action", "cancel");
            pipes.line(Json.text(answer));

            ObjectNode result = pipes.next();
            assertThat(result.get("id").intValue()).isEqualTo(id);
            assertThat(result.toString()).contains("cancel");
        }

        @Test
        void inputRequestToAModernClientIsAResult() throws Exception {
            pipes.modern("tools/call", call("ask"));

            assertThat(pipes.next().at("/result/resultType").stringValue()).isEqualTo("input_required");
        }
    }

    @Nested
    class Lines {
        @Test
        void tooLongLineIsAnsweredIfItsIdIsKnown() throws Exception {
            pipes.line("{\"jsonrpc\":\"2.0\",\"id\":\"big\",\"method\":\"" + "x".repeat(5000) + "\"}");
            ObjectNode refusal = pipes.next();
            assertThat(refusal.get("id").stringValue()).isEqualTo("big");
            assertThat(refusal.at("/error/message").stringValue()).contains("exceeds 4000 bytes");

            pipes.line("{\"method\":\"" + "x".repeat(100_000) + "\",\"id\":1}");
            int next = pipes.modern("tools/call", call("echo"));
            assertThat(pipes.next().get("id").intValue()).isEqualTo(next);
        }

        @Test
        void carriageReturnsAndEmptyLinesAreIgnored() throws Exception {
            pipes.line("");
            pipes.line("  ");
            pipes.line("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\r");

            assertThat(pipes.next().toString()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
        }

        @Test
        void lineThatIsNotAMessageGetsAnError() throws Exception {
            for (String line : List.of("nonsense", "{\"jsonrpc\":\"2.0\"", "[]", "\"text\"", "[".repeat(500))) {
                pipes.line(line);
                assertThat(pipes.next().at("/error/code").intValue())
                        .isIn(McpError.PARSE_ERROR, McpError.INVALID_REQUEST);
            }
        }
    }

    @Nested
    class EndOfInput {
        @Test
        void callsInFlightFinishAfterTheInputEnds() throws Exception {
            int id = pipes.modern("tools/call", call("wait"));
            await().until(() -> sample.startedWaits.get() == 1);
            pipes.endInput();
            sample.release.countDown();

            assertThat(pipes.next().get("id").intValue()).isEqualTo(id);
            assertThat(pipes.hasEnded()).isTrue();
        }

        @Test
        void callsAreCancelledAtTheShutdownTimeout() throws Exception {
            try (StdioTestClient impatient = new StdioTestClient(StdioServer.builder(sample.server)
                    .shutdownTimeout(Duration.ZERO)
                    .build())) {
                impatient.modern("tools/call", call("wait"));
                await().until(() -> sample.startedWaits.get() == 1);
                impatient.endInput();

                assertThat(impatient.hasEnded()).isTrue();
                assertThat(sample.interruptedWaits).hasValue(1);
            }
        }
    }
}
