package dev.mooring.mcp.server.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolResult;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class LegacyHttpTest {
    private final SampleServer sample = new SampleServer();
    private HttpEndpoint endpoint;
    private HttpServer http;
    private HttpTestClient client;

    @BeforeEach
    void start() throws Exception {
        startWith(HttpLimits.DEFAULT);
    }

    private void startWith(HttpLimits limits) throws Exception {
        endpoint = HttpEndpoint.builder(sample.server, "/mcp")
                .limits(limits)
                .authenticator(request -> new Authentication.Accepted(request.header("X-User")))
                .build();
        http = HttpServer.start(endpoint);
        client = new HttpTestClient(http.uri("/mcp"));
    }

    private void restartWith(HttpLimits limits) throws Exception {
        close();
        startWith(limits);
    }

    @AfterEach
    void stop() throws Exception {
        sample.release.countDown();
        close();
    }

    private void close() throws Exception {
        client.close();
        http.close();
    }

    @Nested
    class Opening {
        @Test
        void initializeNegotiatesTheVersion() throws Exception {
            Map<String, String> expected = Map.of(
                    "2024-11-05", "2024-11-05",
                    "2025-03-26", "2024-11-05",
                    "2025-06-18", "2025-06-18",
                    "2025-11-25", "2025-11-25",
                    "2026-07-28", "2025-11-25",
                    "1999-01-01", "2025-11-25");
            for (Map.Entry<String, String> version : expected.entrySet()) {
                HttpTestClient.Reply reply =
                        client.legacy("initialize", Json.object().put("protocolVersion", version.getKey()), null);

                assertThat(reply.json().at("/result/protocolVersion").stringValue())
                        .isEqualTo(version.getValue());
                assertThat(reply.json().at("/result/serverInfo/name").stringValue())
                        .isEqualTo("served");
                assertThat(reply.header("Mcp-Session-Id"))
                        .hasSizeGreaterThan(21)
                        .matches("[!-~]+");
            }
        }

        @Test
        void initializeWithoutVersionIsRefused() throws Exception {
            assertThat(client.legacy("initialize", Json.object(), null).errorCode())
                    .isEqualTo(McpError.INVALID_PARAMS);
        }
    }

    @Nested
    class Sessions {
        @Test
        void callWithoutASessionIsServed() throws Exception {
            assertThat(client.legacy("tools/call", HttpTestClient.call("who"), null)
                            .json()
                            .toString())
                    .contains("null null");
        }

        @Test
        void toolSeesTheSessionId() throws Exception {
            String session = client.initialize();

            assertThat(client.legacy("tools/call", HttpTestClient.call("who"), session)
                            .json()
                            .toString())
                    .contains("null " + session);
        }

        @Test
        void unknownOrEndedSessionIsNotFound() throws Exception {
            String session = client.initialize();
            assertThat(client.send("DELETE", HttpTestClient.sessionHeader(session))
                            .status())
                    .isEqualTo(204);

            assertThat(client.legacy("ping", null, session).status()).isEqualTo(404);
            assertThat(client.legacy("ping", null, "made-up").status()).isEqualTo(404);
            assertThat(client.send("DELETE", HttpTestClient.sessionHeader(session))
                            .status())
                    .isEqualTo(404);
            assertThat(client.send("GET", HttpTestClient.sessionHeader(session)).status())
                    .isEqualTo(404);
            assertThat(client.send("DELETE", Map.of()).status()).isEqualTo(400);
        }

        @Test
        void sessionOfAnotherPrincipalIsNotFound() throws Exception {
            client.headers.put("X-User", "ann");
            String session = client.initialize();

            client.headers.put("X-User", "bob");
            assertThat(client.legacy("ping", null, session).status()).isEqualTo(404);
            assertThat(client.send("DELETE", HttpTestClient.sessionHeader(session))
                            .status())
                    .isEqualTo(404);
            client.headers.put("X-User", "ann");
            assertThat(client.legacy("ping", null, session).status()).isEqualTo(200);
        }

        @Test
        void newSessionEvictsTheIdlestAtTheLimit() throws Exception {
            restartWith(HttpLimits.builder()
                    .maxBodyBytes(1 << 20)
                    .maxSessions(2)
                    .sessionIdleTimeout(Duration.ofMinutes(5))
                    .maxStreams(10)
                    .keepAliveInterval(Duration.ofSeconds(15))
                    .build());
            String first = client.initialize();
            String second = client.initialize();
            client.legacy("ping", null, first);

            String third = client.initialize();

            assertThat(client.legacy("ping", null, second).status()).isEqualTo(404);
            assertThat(client.legacy("ping", null, first).status()).isEqualTo(200);
            assertThat(client.legacy("ping", null, third).status()).isEqualTo(200);
        }

        @Test
        void idleSessionExpires() throws Exception {
            restartWith(HttpLimits.builder()
                    .maxBodyBytes(1 << 20)
                    .maxSessions(100)
                    .sessionIdleTimeout(Duration.ofMillis(1))
                    .maxStreams(10)
                    .keepAliveInterval(Duration.ofSeconds(15))
                    .build());
            String session = client.initialize();

            await().until(() -> endpoint.sessionCount() == 0);
            assertThat(client.legacy("ping", null, session).status()).isEqualTo(404);
        }

        @Test
        void sessionIsIdleFromTheEndOfItsLastCall() throws Exception {
            restartWith(HttpLimits.builder()
                    .maxBodyBytes(1 << 20)
                    .maxSessions(100)
                    .sessionIdleTimeout(Duration.ofSeconds(3))
                    .maxStreams(10)
                    .keepAliveInterval(Duration.ofSeconds(15))
                    .build());
            String session = client.initialize();
            CompletableFuture<HttpTestClient.Reply> call =
                    inBackground(() -> client.legacy("tools/call", HttpTestClient.call("wait"), session));
            await().until(() -> sample.startedWaits.get() == 1);
            client.initialize();
            await().until(() -> endpoint.sessionCount() == 1); // the unused session has expired

            sample.release.countDown();
            assertThat(call.get().status()).isEqualTo(200);
            await().during(Duration.ofSeconds(1)).until(() -> endpoint.sessionCount() == 1);
            assertThat(client.legacy("ping", null, session).status()).isEqualTo(200);
        }
    }

    @Nested
    class Requests {
        @Test
        void unknownMethodIsAJsonRpcErrorWithStatus200() throws Exception {
            HttpTestClient.Reply reply = client.legacy("no/such", null, client.initialize());

            assertThat(reply.status()).isEqualTo(200);
            assertThat(reply.errorCode()).isEqualTo(McpError.METHOD_NOT_FOUND);
        }

        @Test
        void unknownVersionHeaderIsABadRequest() throws Exception {
            client.headers.put("MCP-Protocol-Version", "1999-01-01");

            assertThat(client.legacy("ping", null, null).status()).isEqualTo(400);
        }

        @Test
        void requestIdCanBeReusedOnlyAfterTheAnswer() throws Exception {
            String session = client.initialize();
            ObjectNode waiting = client.request("tools/call", HttpTestClient.call("wait"));
            CompletableFuture<HttpTestClient.Reply> first =
                    inBackground(() -> client.post(waiting, HttpTestClient.sessionHeader(session)));
            await().until(() -> sample.startedWaits.get() == 1);

            assertThat(client.post(waiting, HttpTestClient.sessionHeader(session))
                            .errorCode())
                    .isEqualTo(McpError.INVALID_REQUEST);
            sample.release.countDown();
            assertThat(first.get().json().toString()).contains("released");
            assertThat(client.post(waiting, HttpTestClient.sessionHeader(session))
                            .json()
                            .toString())
                    .contains("released");
        }

        @Test
        void cancelledCallIsInterruptedAndNotAnswered() throws Exception {
            String session = client.initialize();
            ObjectNode waiting = client.request("tools/call", HttpTestClient.call("wait"));
            CompletableFuture<HttpTestClient.Reply> call =
                    inBackground(() -> client.post(waiting, HttpTestClient.sessionHeader(session)));
            await().until(() -> sample.startedWaits.get() == 1);
            ObjectNode cancel = Json.object().put("jsonrpc", "2.0").put("method", "notifications/cancelled");
            cancel.putObject("params").set("requestId", waiting.get("id"));

            assertThat(client.post(cancel, HttpTestClient.sessionHeader(client.initialize()))
                            .status())
                    .isEqualTo(202);
            assertThat(sample.interruptedWaits).hasValue(0);
            assertThat(client.post(cancel, HttpTestClient.sessionHeader(session))
                            .status())
                    .isEqualTo(202);

            assertThat(call.get().isStream()).isTrue();
            assertThat(call.get().messages()).isEmpty();
            assertThat(sample.interruptedWaits).hasValue(1);
        }

        @Test
        void deletedSessionCancelsOnlyItsOwnCalls() throws Exception {
            String session = client.initialize();
            String other = client.initialize();
            CompletableFuture<HttpTestClient.Reply> call =
                    inBackground(() -> client.legacy("tools/call", HttpTestClient.call("wait"), session));
            CompletableFuture<HttpTestClient.Reply> spared =
                    inBackground(() -> client.legacy("tools/call", HttpTestClient.call("wait"), other));
            await().until(() -> sample.startedWaits.get() == 2);

            assertThat(client.send("DELETE", HttpTestClient.sessionHeader(session))
                            .status())
                    .isEqualTo(204);

            assertThat(call.get().messages()).isEmpty();
            assertThat(sample.interruptedWaits).hasValue(1);
            sample.release.countDown();
            assertThat(spared.get().json().toString()).contains("released");
        }
    }

    @Nested
    class LogLevels {
        @Test
        void logLevelAppliesToTheSession() throws Exception {
            String session = client.initialize();
            assertThat(client.legacy("tools/call", HttpTestClient.call("talk"), session)
                            .messages())
                    .hasSize(2);

            client.legacy("logging/setLevel", Json.object().put("level", "error"), session);

            assertThat(client.legacy("tools/call", HttpTestClient.call("talk"), session)
                            .messages())
                    .hasSize(1);
            assertThat(client.legacy("logging/setLevel", Json.object().put("level", "loud"), session)
                            .errorCode())
                    .isEqualTo(McpError.INVALID_PARAMS);
        }
    }

    @Nested
    class InputRequests {
        @Test
        void inputRequestIsSentOnTheStreamOfTheCallAndAnsweredWithoutTheSession() throws Exception {
            client.capabilities = Json.objectOf("{\"elicitation\":{}}");
            String session = client.initialize();
            try (HttpTestClient.Streaming call = client.stream(
                    client.request("tools/call", HttpTestClient.call("ask")), HttpTestClient.sessionHeader(session))) {
                ObjectNode question = call.next();
                assertThat(question.get("method").stringValue()).isEqualTo("elicitation/create");

                assertThat(client.post(answerTo(question), Map.of("X-User", "mallory"))
                                .status())
                        .isEqualTo(202);
                assertThat(client.post(answerTo(question), Map.of()).status()).isEqualTo(202);

                assertThat(call.next().toString()).contains("accept");
                assertThat(call.countRemaining()).isZero();
            }
        }

        @Test
        void inputRequestThatTheClientRefusesIsAnErrorResult() throws Exception {
            client.capabilities = Json.objectOf("{\"elicitation\":{}}");
            String session = client.initialize();
            try (HttpTestClient.Streaming call = client.stream(
                    client.request("tools/call", HttpTestClient.call("ask")), HttpTestClient.sessionHeader(session))) {
                ObjectNode refusal = Json.object().put("jsonrpc", "2.0");
                refusal.set("id", call.next().get("id"));
                refusal.putObject("error").put("code", -1).put("message", "no time");
                client.post(refusal, Map.of());

                ObjectNode answer = call.next();
                assertThat(answer.at("/result/isError").booleanValue()).isTrue();
                assertThat(answer.toString()).contains("no time");
            }
        }

        @Test
        void inputRequestNeedsTheCapabilityOfTheClient() throws Exception {
            HttpTestClient.Reply reply = client.legacy("tools/call", HttpTestClient.call("ask"), client.initialize());

            assertThat(reply.isStream()).isFalse();
            assertThat(reply.json().at("/result/isError").booleanValue()).isTrue();
        }

        private static ObjectNode answerTo(ObjectNode question) {
            ObjectNode answer = Json.object().put("jsonrpc", "2.0");
            answer.set("id", question.get("id"));
            answer.putObject("result").put("action", "accept");
            return answer;
        }
    }

    @Nested
    class ChangeStream {
        @Test
        void streamSendsChangesOfListsAndSubscribedResources() throws Exception {
            String session = client.initialize();
            try (HttpTestClient.Streaming stream = client.get(HttpTestClient.sessionHeader(session))) {
                sample.server.resourceUpdated("test://ü");
                client.legacy("resources/subscribe", Json.object().put("uri", "test://ü"), session);
                sample.server.addTool(Tool.named("new").handledBy((arguments, exchange) -> ToolResult.text("")));
                assertThat(stream.next().get("method").stringValue()).isEqualTo("notifications/tools/list_changed");

                sample.server.resourceUpdated("test://other");
                sample.server.resourceUpdated("test://ü");
                assertThat(stream.next().toString())
                        .isEqualTo("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/resources/updated\","
                                + "\"params\":{\"uri\":\"test://ü\"}}");

                client.legacy("resources/unsubscribe", Json.object().put("uri", "test://ü"), session);
                sample.server.resourceUpdated("test://ü");
                sample.server.promptsChanged();
                assertThat(stream.next().get("method").stringValue()).isEqualTo("notifications/prompts/list_changed");
            }
        }

        @Test
        void changeIsSentOnOneOfSeveralStreams() throws Exception {
            String session = client.initialize();
            try (HttpTestClient.Streaming one = client.get(HttpTestClient.sessionHeader(session));
                    HttpTestClient.Streaming two = client.get(HttpTestClient.sessionHeader(session))) {
                sample.server.toolsChanged();
                sample.server.promptsChanged();
                client.send("DELETE", HttpTestClient.sessionHeader(session));

                assertThat(one.countRemaining() + two.countRemaining()).isEqualTo(2);
            }
        }

        @Test
        void streamEndsWithItsConnection() throws Exception {
            String session = client.initialize();
            HttpTestClient.Streaming stream = client.get(HttpTestClient.sessionHeader(session));
            await().until(() -> endpoint.callsInFlight() == 1);

            stream.close();
            client.close();

            await().until(() -> endpoint.callsInFlight() == 0);
        }

        @Test
        void silentStreamIsKeptAliveWithComments() throws Exception {
            restartWith(HttpLimits.builder()
                    .maxBodyBytes(1 << 20)
                    .maxSessions(10)
                    .sessionIdleTimeout(Duration.ofMinutes(5))
                    .maxStreams(10)
                    .keepAliveInterval(Duration.ofMillis(1))
                    .build());
            String session = client.initialize();
            try (HttpTestClient.Streaming stream = client.get(HttpTestClient.sessionHeader(session))) {
                byte[] start = stream.response.body().readNBytes(9);

                assertThat(new String(start, US_ASCII)).isEqualTo(":\n\n:\n\n:\n\n");
            }
        }

        @Test
        void streamNeedsASessionAndAnAcceptedType() throws Exception {
            assertThat(client.send("GET", Map.of()).status()).isEqualTo(405);
            assertThat(client.send("GET", Map.of("Mcp-Session-Id", client.initialize(), "Accept", "application/json"))
                            .status())
                    .isEqualTo(406);
        }
    }

    private interface Sending {
        HttpTestClient.Reply send() throws Exception;
    }

    private static CompletableFuture<HttpTestClient.Reply> inBackground(Sending sending) {
        CompletableFuture<HttpTestClient.Reply> reply = new CompletableFuture<>();
        Thread.startVirtualThread(() -> {
            try {
                reply.complete(sending.send());
            } catch (Exception e) {
                reply.completeExceptionally(e);
            }
        });
        return reply;
    }
}
