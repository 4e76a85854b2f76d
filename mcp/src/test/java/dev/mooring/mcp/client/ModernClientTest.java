package dev.mooring.mcp.client;

import static dev.mooring.mcp.client.Misbehaving.failure;
import static dev.mooring.mcp.client.Misbehaving.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.mcp.Failure;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.LogLevel;
import dev.mooring.mcp.Reply;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

@Timeout(60)
class ModernClientTest {
    private static final String TEXT =
            "{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":\"hello\"}]}";

    private final ScriptedServer server = new ScriptedServer();
    private final List<McpClient> opened = new ArrayList<>();

    @AfterEach
    void stop() {
        opened.forEach(McpClient::close);
        server.close();
    }

    private McpClient open(ClientOptions options, ScriptedServer.Script script) throws Exception {
        server.setScript(request -> {
            if (!ScriptedServer.modernOpening(request)) {
                script.run(request);
            }
        });
        McpClient client = McpClient.open(server.location(), options);
        opened.add(client);
        return client;
    }

    private McpClient open(ScriptedServer.Script script) throws Exception {
        return open(ClientOptions.defaults(), script);
    }

    @Test
    void everyRequestCarriesClientInfoVersionAndCapabilities() throws Exception {
        McpClient client = open(request -> request.result(TEXT));
        client.callTool(
                "größe",
                Json.object(),
                CallOptions.builder().logLevel(LogLevel.INFO).build());

        ScriptedServer.Request call = server.requests("tools/call").getFirst();
        JsonNode meta = call.json().at("/params/_meta");
        assertThat(meta.get("io.modelcontextprotocol/protocolVersion").stringValue())
                .isEqualTo("2026-07-28");
        assertThat(meta.at("/io.modelcontextprotocol~1clientInfo/name").stringValue())
                .isEqualTo("mooring");
        assertThat(meta.has("io.modelcontextprotocol/clientCapabilities")).isTrue();
        assertThat(meta.get("io.modelcontextprotocol/logLevel").stringValue()).isEqualTo("info");
        assertThat(call.header("MCP-Protocol-Version")).isEqualTo("2026-07-28");
        assertThat(call.header("Mcp-Method")).isEqualTo("tools/call");
        assertThat(call.header("Mcp-Name")).isEqualTo("=?base64?Z3LDtsOfZQ==?=");
        assertThat(call.header("Mcp-Session-Id")).isNull();
    }

    @Test
    void anUnknownMethodIsNotALostSession() throws Exception {
        McpClient client = open(request -> request.error(404, -32601, "Method not found"));
        assertThat(client.request("no/such", Json.object())).isInstanceOf(Reply.Rejected.class);
    }

    @Test
    void anUnknownResultTypeIsInvalidAndAMissingOneMeansComplete() throws Exception {
        McpClient client = open(request -> request.result(
                request.json().at("/params/name").stringValue().equals("odd")
                        ? "{\"resultType\":\"maybe\"}"
                        : "{\"content\":[{\"type\":\"text\",\"text\":\"plain\"}]}"));
        assertThat(failure(client.callTool("odd", Json.object()))).isInstanceOf(Failure.Malformed.class);
        assertThat(text(client.callTool("even", Json.object()))).isEqualTo("plain");
    }

    @Test
    void aCallIsCancelledOnlyByClosingItsStream() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        McpClient client = open(request -> never.await());
        assertThat(failure(client.callTool(
                        "stall",
                        Json.object(),
                        CallOptions.builder().timeout(Duration.ofMillis(100)).build())))
                .isInstanceOf(Failure.TimedOut.class);
        client.close();
        assertThat(server.requests().stream().map(ScriptedServer.Request::rpcMethod))
                .containsExactly("server/discover", "tools/call");
    }

    @Nested
    class RequiredInput {
        private static final String NEEDS_NAME = "{\"resultType\":\"input_required\",\"inputRequests\":{\"who\":"
                + "{\"method\":\"elicitation/create\",\"params\":{\"message\":\"Name?\"}}},\"requestState\":\"s-1\"}";

        private final ClientOptions withElicitation = ClientOptions.builder()
                .elicitation(params -> Json.objectOf("{\"action\":\"accept\",\"content\":{\"name\":\"Ada\"}}"))
                .build();

        @Test
        void theRequestIsRepeatedWithTheInputAndTheServersState() throws Exception {
            McpClient client = open(
                    withElicitation,
                    request -> request.result(
                            request.json().at("/params/inputResponses").isMissingNode() ? NEEDS_NAME : TEXT));
            assertThat(text(client.callTool("greet", Json.object().put("loud", true))))
                    .isEqualTo("hello");

            List<ScriptedServer.Request> calls = server.requests("tools/call");
            JsonNode retry = calls.getLast().json();
            assertThat(calls).hasSize(2);
            assertThat(retry.at("/params/requestState").stringValue()).isEqualTo("s-1");
            assertThat(retry.at("/params/inputResponses/who/content/name").stringValue())
                    .isEqualTo("Ada");
            assertThat(retry.at("/params/arguments/loud").booleanValue()).isTrue();
            assertThat(retry.get("id")).isNotEqualTo(calls.getFirst().json().get("id"));
        }

        @Test
        void theRequestIsRepeatedWithoutStateIfTheServerSentNone() throws Exception {
            McpClient client = open(
                    withElicitation,
                    request -> request.result(
                            request.json().at("/params/inputResponses").isMissingNode()
                                    ? NEEDS_NAME.replace(",\"requestState\":\"s-1\"", "")
                                    : TEXT));
            client.callTool("greet", Json.object());
            assertThat(server.requests("tools/call")
                            .getLast()
                            .json()
                            .at("/params/requestState")
                            .isMissingNode())
                    .isTrue();
        }

        @Test
        void aMissingHandlerFailsTheCall() throws Exception {
            McpClient client = open(request -> request.result(NEEDS_NAME));
            assertThat(failure(client.callTool("greet", Json.object())))
                    .isInstanceOf(Failure.InputRefused.class)
                    .extracting(Failure::message)
                    .asString()
                    .contains("elicitation/create");
        }

        @Test
        void aLossAfterTheServerHasReceivedTheRequestIsReportedAsPossiblyExecuted() throws Exception {
            ClientOptions stoppingServer = ClientOptions.builder()
                    .elicitation(params -> {
                        server.close();
                        return Json.objectOf("{\"action\":\"accept\",\"content\":{\"name\":\"Ada\"}}");
                    })
                    .build();
            McpClient client = open(stoppingServer, request -> {
                request.header("Connection", "close");
                request.result(NEEDS_NAME);
            });
            assertThat(failure(client.callTool("greet", Json.object())))
                    .isInstanceOfSatisfying(Failure.ConnectionLost.class, lost -> {
                        assertThat(lost.message()).contains("cannot connect");
                        assertThat(lost.mayHaveArrived()).isTrue();
                    });
        }

        @Test
        void theNumberOfInputRoundsIsLimited() throws Exception {
            McpClient client = open(withElicitation, request -> request.result(NEEDS_NAME));
            assertThat(failure(client.callTool("greet", Json.object()))).isInstanceOf(Failure.InputRefused.class);
            assertThat(server.requests("tools/call")).hasSizeLessThan(20);
        }
    }

    @Nested
    class CachedResults {
        private final AtomicInteger requestCount = new AtomicInteger();

        private McpClient listing(String hints) throws Exception {
            return open(request -> {
                requestCount.incrementAndGet();
                request.result("{\"resultType\":\"complete\",\"tools\":[{\"name\":\"a\"}]" + hints + "}");
            });
        }

        @Test
        void aFreshResultIsRequestedOnce() throws Exception {
            McpClient client = listing(",\"ttlMs\":60000,\"cacheScope\":\"private\"");
            client.listTools();
            assertThat(((Reply.Result) client.listTools())
                            .result()
                            .at("/tools/0/name")
                            .stringValue())
                    .isEqualTo("a");
            assertThat(requestCount).hasValue(1);
        }

        @Test
        void aStaleOrUncacheableResultIsRequestedAgain() throws Exception {
            for (String hints : List.of(",\"ttlMs\":0,\"cacheScope\":\"public\"", ",\"ttlMs\":-5", "")) {
                requestCount.set(0);
                McpClient client = listing(hints);
                client.listTools();
                client.listTools();
                assertThat(requestCount).hasValue(2);
            }
        }

        @Test
        void aChangeNotificationEvictsTheCachedList() throws Exception {
            List<String> received = new CopyOnWriteArrayList<>();
            CountDownLatch listed = new CountDownLatch(1);
            McpClient client = open(request -> {
                if (request.rpcMethod().equals("subscriptions/listen")) {
                    try (OutputStream out = request.events()) {
                        listed.await();
                        request.event(out, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
                        new CountDownLatch(1).await();
                    }
                }
                requestCount.incrementAndGet();
                request.result("{\"resultType\":\"complete\",\"tools\":[],\"ttlMs\":60000,\"cacheScope\":\"public\"}");
            });
            try (Subscription _ = client.listen(
                    Json.object().put("toolsListChanged", true), notification -> received.add(notification.method()))) {
                client.listTools();
                listed.countDown();
                await().until(() -> received.contains("notifications/tools/list_changed"));
                client.listTools();
                assertThat(requestCount).hasValue(2);
            }
        }

        @Test
        void aListThatChangesBeforeItsReplyIsNotCached() throws Exception {
            CountDownLatch evicted = new CountDownLatch(1);
            McpClient client = open(request -> {
                if (request.rpcMethod().equals("subscriptions/listen")) {
                    new CountDownLatch(1).await();
                }
                requestCount.incrementAndGet();
                try (OutputStream out = request.events()) {
                    request.event(out, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
                    evicted.await();
                    request.event(
                            out, request.resultMessage("{\"resultType\":\"complete\",\"tools\":[],\"ttlMs\":60000}"));
                }
            });
            // This listener receives a notification after the cache does.
            try (Subscription _ =
                    client.listen(Json.object().put("toolsListChanged", true), _ -> evicted.countDown())) {
                client.listTools();
                client.listTools();
                assertThat(requestCount).hasValue(2);
            }
        }
    }

    @Nested
    class MirroredHeaders {
        private static final String TOOLS = "{\"resultType\":\"complete\",\"tools\":["
                + "{\"name\":\"query\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"region\":"
                + "{\"type\":\"string\",\"x-mcp-header\":\"Region\"}}}},"
                + "{\"name\":\"broken\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"r\":"
                + "{\"type\":\"number\",\"x-mcp-header\":\"R\"}}}}]}";

        private final ScriptedServer.Script strict = request -> {
            if (request.rpcMethod().equals("tools/list")) {
                request.result(TOOLS);
            } else if (request.header("Mcp-Param-Region") == null) {
                request.error(400, -32020, "Header mismatch: Mcp-Param-Region is missing");
            } else {
                request.result(TEXT);
            }
        };

        @Test
        void argumentsOfListedToolsAreMirrored() throws Exception {
            McpClient client = open(strict);
            client.listTools();
            assertThat(text(client.callTool("query", Json.object().put("region", "eu-1"))))
                    .isEqualTo("hello");
            assertThat(server.requests("tools/call")).hasSize(1);
        }

        @Test
        void aHeaderMismatchRefreshesTheToolList() throws Exception {
            McpClient client = open(strict);
            assertThat(text(client.callTool("query", Json.object().put("region", "eu-1"))))
                    .isEqualTo("hello");
            assertThat(server.requests("tools/call")).hasSize(2);
        }

        @Test
        void toolsWithInvalidHeaderAnnotationsAreSkipped() throws Exception {
            Reply tools = open(strict).listTools();
            assertThat(((Reply.Result) tools).result().at("/tools").size()).isEqualTo(1);
        }
    }

    @Test
    void listToolsReturnsAllPages() throws Exception {
        McpClient client = open(request -> {
            String cursor = request.json().at("/params/cursor").asString("0");
            int page = Integer.parseInt(cursor);
            request.result("{\"resultType\":\"complete\",\"tools\":[{\"name\":\"t" + page + "\"}]"
                    + (page < 3 ? ",\"nextCursor\":\"" + (page + 1) + "\"" : "") + "}");
        });
        assertThat(((Reply.Result) client.listTools()).result().get("tools").size())
                .isEqualTo(4);
    }

    @Test
    void endlessPagesAreAnError() throws Exception {
        McpClient client =
                open(request -> request.result("{\"resultType\":\"complete\",\"tools\":[],\"nextCursor\":\"again\"}"));
        assertThat(failure(client.listTools())).isInstanceOf(Failure.Malformed.class);
    }
}
