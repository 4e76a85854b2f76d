package dev.mooring.mcp.server.http;

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
    private final SampleServer tools = new SampleServer();
    private HttpEndpoint endpoint;
    private HttpServer http;
    private HttpTestClient wire;

    @BeforeEach
    void start() throws Exception {
        startWith(HttpLimits.DEFAULT);
    }

    private void startWith(HttpLimits limits) throws Exception {
        endpoint = HttpEndpoint.builder(tools.server, "/mcp")
                .limits(limits)
                .authenticator(request -> new Authentication.Accepted(request.header("X-User")))
                .build();
        http = HttpServer.start(endpoint);
        wire = new HttpTestClient(http.uri("/mcp"));
    }

    private void restartWith(HttpLimits limits) throws Exception {
        close();
        startWith(limits);
    }

    @AfterEach
    void stop() throws Exception {
        tools.release.countDown();
        close();
    }

    private void close() throws Exception {
        wire.close();
        http.close();
    }

    @Nested
    class Opening {
        @Test
        void agreesOnTheVersionThatTheClientAsksForIfThereIsSuch() throws Exception {
            Map<String, String> expected = Map.of(
                    "2024-11-05", "2024-11-05",
                    "2025-03-26", "2025-03-26",
                    "2025-06-18", "2025-06-18",
                    "2025-11-25", "2025-11-25",
                    "2026-07-28", "2025-11-25",
                    "1999-01-01", "2025-11-25");
            for (Map.Entry<String, String> version : expected.entrySet()) {
                HttpTestClient.Reply reply =
                        wire.legacy("initialize", Json.object().put("protocolVersion", version.getKey()), null);

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
        void needsAVersion() throws Exception {
            assertThat(wire.legacy("initialize", Json.object(), null).errorCode())
                    .isEqualTo(McpError.INVALID_PARAMS);
        }
    }

    @Nested
    class Sessions {
        @Test
        void areNotNeeded() throws Exception {
            assertThat(wire.legacy("tools/call", HttpTestClient.call("who"), null)
                            .json()
                            .toString())
                    .contains("null null");
        }

        @Test
        void areKnownToTools() throws Exception {
            String session = wire.initialize();

            assertThat(wire.legacy("tools/call", HttpTestClient.call("who"), session)
                            .json()
                            .toString())
                    .contains("null " + session);
        }

        @Test
        void thatAreUnknownOrEndedAreNotFound() throws Exception {
            String session = wire.initialize();
            assertThat(wire.send("DELETE", HttpTestClient.sessionHeader(session))
                            .status())
                    .isEqualTo(204);

            assertThat(wire.legacy("ping", null, session).status()).isEqualTo(404);
            assertThat(wire.legacy("ping", null, "made-up").status()).isEqualTo(404);
            assertThat(wire.send("DELETE", HttpTestClient.sessionHeader(session))
                            .status())
                    .isEqualTo(404);
            assertThat(wire.send("GET", HttpTestClient.sessionHeader(session)).status())
                    .isEqualTo(404);
            assertThat(wire.send("DELETE", Map.of()).status()).isEqualTo(400);
        }

        @Test
        void belongToWhoOpenedThem() throws Exception {
            wire.headers.put("X-User", "ann");
            String session = wire.initialize();

            wire.headers.put("X-User", "bob");
            assertThat(wire.legacy("ping", null, session).status()).isEqualTo(404);
            assertThat(wire.send("DELETE", HttpTestClient.sessionHeader(session))
                            .status())
                    .isEqualTo(404);
            wire.headers.put("X-User", "ann");
            assertThat(wire.legacy("ping", null, session).status()).isEqualTo(200);
        }

        @Test
        void makeRoomForNewOnesTheIdlestFirst() throws Exception {
            restartWith(HttpLimits.builder()
                    .maxBodyBytes(1 << 20)
                    .maxSessions(2)
                    .sessionIdleTimeout(Duration.ofMinutes(5))
                    .maxStreams(10)
                    .keepAliveInterval(Duration.ofSeconds(15))
                    .build());
            String first = wire.initialize();
            String second = wire.initialize();
            wire.legacy("ping", null, first);

            String third = wire.initialize();

            assertThat(wire.legacy("ping", null, second).status()).isEqualTo(404);
            assertThat(wire.legacy("ping", null, first).status()).isEqualTo(200);
            assertThat(wire.legacy("ping", null, third).status()).isEqualTo(200);
        }

        @Test
        void areSweptWhenNobodyUsesThem() throws Exception {
            restartWith(HttpLimits.builder()
                    .maxBodyBytes(1 << 20)
                    .maxSessions(100)
                    .sessionIdleTimeout(Duration.ofMillis(1))
                    .maxStreams(10)
                    .keepAliveInterval(Duration.ofSeconds(15))
                    .build());
            String session = wire.initialize();

            await().until(() -> endpoint.sessionCount() == 0);
            assertThat(wire.legacy("ping", null, session).status()).isEqualTo(404);
        }

        @Test
        void areUsedUntilTheEndOfTheirLastCall() throws Exception {
            restartWith(HttpLimits.builder()
                    .maxBodyBytes(1 << 20)
                    .maxSessions(100)
                    .sessionIdleTimeout(Duration.ofSeconds(3))
                    .maxStreams(10)
                    .keepAliveInterval(Duration.ofSeconds(15))
                    .build());
            String session = wire.initialize();
            CompletableFuture<HttpTestClient.Reply> call =
                    inBackground(() -> wire.legacy("tools/call", HttpTestClient.call("wait"), session));
            await().until(() -> tools.begun.get() == 1);
            wire.initialize();
            await().until(() -> endpoint.sessionCount() == 1); // one that nobody used has expired meanwhile

            tools.release.countDown();
            assertThat(call.get().status()).isEqualTo(200);
            await().during(Duration.ofSeconds(1)).until(() -> endpoint.sessionCount() == 1);
            assertThat(wire.legacy("ping", null, session).status()).isEqualTo(200);
        }
    }

    @Nested
    class Requests {
        @Test
        void ofMethodsThatDoNotExistAreAnsweredWithinTheMessage() throws Exception {
            HttpTestClient.Reply reply = wire.legacy("no/such", null, wire.initialize());

            assertThat(reply.status()).isEqualTo(200);
            assertThat(reply.errorCode()).isEqualTo(McpError.METHOD_NOT_FOUND);
        }

        @Test
        void withAVersionThatDoesNotExistAreBad() throws Exception {
            wire.headers.put("MCP-Protocol-Version", "1999-01-01");

            assertThat(wire.legacy("ping", null, null).status()).isEqualTo(400);
        }

        @Test
        void mayReuseAnIdOnlyAfterItsAnswer() throws Exception {
            String session = wire.initialize();
            ObjectNode waiting = wire.request("tools/call", HttpTestClient.call("wait"));
            CompletableFuture<HttpTestClient.Reply> first =
                    inBackground(() -> wire.post(waiting, HttpTestClient.sessionHeader(session)));
            await().until(() -> tools.begun.get() == 1);

            assertThat(wire.post(waiting, HttpTestClient.sessionHeader(session)).errorCode())
                    .isEqualTo(McpError.INVALID_REQUEST);
            tools.release.countDown();
            assertThat(first.get().json().toString()).contains("released");
            assertThat(wire.post(waiting, HttpTestClient.sessionHeader(session))
                            .json()
                            .toString())
                    .contains("released");
        }

        @Test
        void areCancelledByANotificationAndThenNotAnswered() throws Exception {
            String session = wire.initialize();
            ObjectNode waiting = wire.request("tools/call", HttpTestClient.call("wait"));
            CompletableFuture<HttpTestClient.Reply> call =
                    inBackground(() -> wire.post(waiting, HttpTestClient.sessionHeader(session)));
            await().until(() -> tools.begun.get() == 1);
            ObjectNode cancel = Json.object().put("jsonrpc", "2.0").put("method", "notifications/cancelled");
            cancel.putObject("params").set("requestId", waiting.get("id"));

            assertThat(wire.post(cancel, HttpTestClient.sessionHeader(wire.initialize()))
                            .status())
                    .isEqualTo(202);
            assertThat(tools.interrupted).hasValue(0);
            assertThat(wire.post(cancel, HttpTestClient.sessionHeader(session)).status())
                    .isEqualTo(202);

            assertThat(call.get().isStream()).isTrue();
            assertThat(call.get().messages()).isEmpty();
            assertThat(tools.interrupted).hasValue(1);
        }

        @Test
        void areCancelledWhenTheirSessionIsDeletedAndThoseOfOthersGoOn() throws Exception {
            String session = wire.initialize();
            String other = wire.initialize();
            CompletableFuture<HttpTestClient.Reply> call =
                    inBackground(() -> wire.legacy("tools/call", HttpTestClient.call("wait"), session));
            CompletableFuture<HttpTestClient.Reply> spared =
                    inBackground(() -> wire.legacy("tools/call", HttpTestClient.call("wait"), other));
            await().until(() -> tools.begun.get() == 2);

            assertThat(wire.send("DELETE", HttpTestClient.sessionHeader(session))
                            .status())
                    .isEqualTo(204);

            assertThat(call.get().messages()).isEmpty();
            assertThat(tools.interrupted).hasValue(1);
            tools.release.countDown();
            assertThat(spared.get().json().toString()).contains("released");
        }
    }

    @Nested
    class LogLevels {
        @Test
        void holdForTheSession() throws Exception {
            String session = wire.initialize();
            assertThat(wire.legacy("tools/call", HttpTestClient.call("talk"), session)
                            .messages())
                    .hasSize(2);

            wire.legacy("logging/setLevel", Json.object().put("level", "error"), session);

            assertThat(wire.legacy("tools/call", HttpTestClient.call("talk"), session)
                            .messages())
                    .hasSize(1);
            assertThat(wire.legacy("logging/setLevel", Json.object().put("level", "loud"), session)
                            .errorCode())
                    .isEqualTo(McpError.INVALID_PARAMS);
        }
    }

    @Nested
    class Questions {
        @Test
        void goOnTheStreamOfTheCallAndFindTheirAnswerWithoutTheSession() throws Exception {
            wire.capabilities = Json.objectOf("{\"elicitation\":{}}");
            String session = wire.initialize();
            try (HttpTestClient.Streaming call = wire.stream(
                    wire.request("tools/call", HttpTestClient.call("ask")), HttpTestClient.sessionHeader(session))) {
                ObjectNode question = call.next();
                assertThat(question.get("method").stringValue()).isEqualTo("elicitation/create");

                assertThat(wire.post(answerTo(question), Map.of("X-User", "mallory"))
                                .status())
                        .isEqualTo(202);
                assertThat(wire.post(answerTo(question), Map.of()).status()).isEqualTo(202);

                assertThat(call.next().toString()).contains("accept");
                assertThat(call.rest()).isZero();
            }
        }

        @Test
        void thatTheClientRefusesEndInAnErrorResult() throws Exception {
            wire.capabilities = Json.objectOf("{\"elicitation\":{}}");
            String session = wire.initialize();
            try (HttpTestClient.Streaming call = wire.stream(
                    wire.request("tools/call", HttpTestClient.call("ask")), HttpTestClient.sessionHeader(session))) {
                ObjectNode refusal = Json.object().put("jsonrpc", "2.0");
                refusal.set("id", call.next().get("id"));
                refusal.putObject("error").put("code", -1).put("message", "no time");
                wire.post(refusal, Map.of());

                ObjectNode answer = call.next();
                assertThat(answer.at("/result/isError").booleanValue()).isTrue();
                assertThat(answer.toString()).contains("no time");
            }
        }

        @Test
        void areNotAskedOfClientsThatDeclaredNothing() throws Exception {
            HttpTestClient.Reply reply = wire.legacy("tools/call", HttpTestClient.call("ask"), wire.initialize());

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
    class Listening {
        @Test
        void hearsOfListsAndOfSubscribedResources() throws Exception {
            String session = wire.initialize();
            try (HttpTestClient.Streaming stream = wire.get(HttpTestClient.sessionHeader(session))) {
                tools.server.resourceUpdated("test://ü");
                wire.legacy("resources/subscribe", Json.object().put("uri", "test://ü"), session);
                tools.server.addTool(Tool.named("new").handledBy((arguments, exchange) -> ToolResult.text("")));
                assertThat(stream.next().get("method").stringValue()).isEqualTo("notifications/tools/list_changed");

                tools.server.resourceUpdated("test://other");
                tools.server.resourceUpdated("test://ü");
                assertThat(stream.next().toString())
                        .isEqualTo("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/resources/updated\","
                                + "\"params\":{\"uri\":\"test://ü\"}}");

                wire.legacy("resources/unsubscribe", Json.object().put("uri", "test://ü"), session);
                tools.server.resourceUpdated("test://ü");
                tools.server.promptsChanged();
                assertThat(stream.next().get("method").stringValue()).isEqualTo("notifications/prompts/list_changed");
            }
        }

        @Test
        void hearsEachChangeOnceHoweverManyStreamsThereAre() throws Exception {
            String session = wire.initialize();
            try (HttpTestClient.Streaming one = wire.get(HttpTestClient.sessionHeader(session));
                    HttpTestClient.Streaming two = wire.get(HttpTestClient.sessionHeader(session))) {
                tools.server.toolsChanged();
                tools.server.promptsChanged();
                wire.send("DELETE", HttpTestClient.sessionHeader(session));

                assertThat(one.rest() + two.rest()).isEqualTo(2);
            }
        }

        @Test
        void endsWithItsConnection() throws Exception {
            String session = wire.initialize();
            HttpTestClient.Streaming stream = wire.get(HttpTestClient.sessionHeader(session));
            await().until(() -> endpoint.callsInFlight() == 1);

            stream.close();
            wire.close();

            await().until(() -> endpoint.callsInFlight() == 0);
        }

        @Test
        void isKeptAliveWithComments() throws Exception {
            restartWith(HttpLimits.builder()
                    .maxBodyBytes(1 << 20)
                    .maxSessions(10)
                    .sessionIdleTimeout(Duration.ofMinutes(5))
                    .maxStreams(10)
                    .keepAliveInterval(Duration.ofMillis(1))
                    .build());
            String session = wire.initialize();
            try (HttpTestClient.Streaming stream = wire.get(HttpTestClient.sessionHeader(session))) {
                byte[] start = stream.response.body().readNBytes(9);

                assertThat(new String(start, java.nio.charset.StandardCharsets.US_ASCII))
                        .isEqualTo(":\n\n:\n\n:\n\n");
            }
        }

        @Test
        void needsASessionAndAnAcceptedStream() throws Exception {
            assertThat(wire.send("GET", Map.of()).status()).isEqualTo(405);
            assertThat(wire.send("GET", Map.of("Mcp-Session-Id", wire.initialize(), "Accept", "application/json"))
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
