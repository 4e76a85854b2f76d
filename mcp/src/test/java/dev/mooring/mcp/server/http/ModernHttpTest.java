package dev.mooring.mcp.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Meta;
import dev.mooring.mcp.server.McpServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class ModernHttpTest {
    private final SampleServer sample = new SampleServer();
    private HttpServer http;
    private HttpTestClient client;

    @BeforeEach
    void start() throws Exception {
        http = HttpServer.start(HttpEndpoint.builder(sample.server, "/mcp").build());
        client = new HttpTestClient(http.uri("/mcp"));
    }

    @AfterEach
    void stop() throws Exception {
        sample.release.countDown();
        client.close();
        http.close();
    }

    @Nested
    class Answers {
        @Test
        void answerWithoutEarlierMessagesIsPlainJson() throws Exception {
            HttpTestClient.Reply reply = client.modern("tools/call", HttpTestClient.call("echo"));

            assertThat(reply.status()).isEqualTo(200);
            assertThat(reply.header("Content-Type")).isEqualTo("application/json");
            ObjectNode result = (ObjectNode) reply.json().get("result");
            assertThat(result.get("resultType").stringValue()).isEqualTo("complete");
            assertThat(result.get(Meta.FIELD).get(Meta.SERVER_INFO).get("name").stringValue())
                    .isEqualTo("served");
        }

        @Test
        void answerAfterNotificationsIsAnEventStream() throws Exception {
            ObjectNode params = HttpTestClient.call("talk");
            params.putObject(Meta.FIELD).put("progressToken", 7).put(Meta.LOG_LEVEL, "info");

            HttpTestClient.Reply reply = client.modern("tools/call", params);

            assertThat(reply.isStream()).isTrue();
            assertThat(reply.header("X-Accel-Buffering")).isEqualTo("no");
            assertThat(reply.messages())
                    .extracting(message -> message.path("method").stringValue("answer"))
                    .containsExactly("notifications/progress", "notifications/message", "answer");
        }

        @Test
        void clientThatAcceptsOnlyJsonGetsPlainJson() throws Exception {
            ObjectNode params = HttpTestClient.call("talk");
            params.putObject(Meta.FIELD).put("progressToken", 7);
            client.headers.put("Accept", "application/json");

            assertThat(client.modern("tools/call", params).isStream()).isFalse();
        }

        @Test
        void listsHaveATtlAndACacheScope() throws Exception {
            for (String method : List.of("server/discover", "tools/list", "resources/list")) {
                ObjectNode result =
                        (ObjectNode) client.modern(method, null).json().get("result");

                assertThat(result.get("ttlMs").intValue()).isZero();
                assertThat(result.get("cacheScope").stringValue()).isEqualTo("public");
            }
        }

        @Test
        void modernRequestNeverOpensASession() throws Exception {
            client.headers.put("Mcp-Session-Id", "whatever");

            HttpTestClient.Reply reply = client.modern("tools/call", HttpTestClient.call("who"));

            assertThat(reply.status()).isEqualTo(200);
            assertThat(reply.header("Mcp-Session-Id")).isNull();
            assertThat(reply.json().toString()).contains("null null");
        }
    }

    @Nested
    class Metadata {
        @Test
        void incompleteMetadataIsABadRequest() throws Exception {
            for (String field : List.of(Meta.PROTOCOL_VERSION, Meta.CLIENT_CAPABILITIES)) {
                ObjectNode body = client.modernBody("tools/list", null);
                ((ObjectNode) body.get("params").get(Meta.FIELD)).remove(field);

                HttpTestClient.Reply reply = client.post(body, HttpTestClient.modernHeaders("tools/list", null));

                assertThat(reply.status()).isEqualTo(400);
                assertThat(reply.errorCode()).isEqualTo(McpError.INVALID_PARAMS);
                assertThat(reply.json().get("id").longValue())
                        .isEqualTo(body.get("id").longValue());
            }
        }

        @Test
        void unsupportedVersionGetsTheListOfSupportedOnes() throws Exception {
            ObjectNode body = client.modernBody("tools/list", null);
            ((ObjectNode) body.get("params").get(Meta.FIELD)).put(Meta.PROTOCOL_VERSION, "2099-01-01");

            HttpTestClient.Reply reply =
                    client.post(body, Map.of("MCP-Protocol-Version", "2099-01-01", "Mcp-Method", "tools/list"));

            assertThat(reply.status()).isEqualTo(400);
            assertThat(reply.errorCode()).isEqualTo(McpError.UNSUPPORTED_VERSION);
            assertThat(reply.json().at("/error/data/supported").toString()).isEqualTo("[\"2026-07-28\"]");
            assertThat(reply.json().at("/error/data/requested").stringValue()).isEqualTo("2099-01-01");
        }
    }

    @Nested
    class Headers {
        @Test
        void missingOrWrongHeaderIsAMismatch() throws Exception {
            ObjectNode params = HttpTestClient.call("echo");
            ObjectNode body = client.modernBody("tools/call", params);
            List<Map<String, String>> wrong = List.of(
                    Map.of("MCP-Protocol-Version", ""),
                    Map.of("MCP-Protocol-Version", "2025-11-25"),
                    Map.of("Mcp-Method", ""),
                    Map.of("Mcp-Method", "TOOLS/CALL"),
                    Map.of("Mcp-Name", ""),
                    Map.of("Mcp-Name", "other"),
                    Map.of("Mcp-Name", "=?base64?ZWNobw=?="));
            for (Map<String, String> change : wrong) {
                Map<String, String> headers = HttpTestClient.modernHeaders("tools/call", params);
                headers.putAll(change);

                HttpTestClient.Reply reply = client.post(body, headers);

                assertThat(reply.status()).describedAs("%s", change).isEqualTo(400);
                assertThat(reply.errorCode()).isEqualTo(McpError.HEADER_MISMATCH);
            }
        }

        @Test
        void nameHeaderMayBeBase64() throws Exception {
            HttpTestClient.Reply reply =
                    client.modern("resources/read", Json.object().put("uri", "test://ü"));

            assertThat(reply.status()).isEqualTo(200);
        }

        @Test
        void paramHeadersMustMirrorTheArguments() throws Exception {
            ObjectNode params = HttpTestClient.call("mirrored");
            ((ObjectNode) params.get("arguments")).put("region", "eu").put("level", 3);
            Map<String, String> headers = HttpTestClient.modernHeaders("tools/call", params);
            ObjectNode body = client.modernBody("tools/call", params);

            headers.put("Mcp-Param-Region", "eu");
            assertThat(client.post(body, headers).errorCode()).isEqualTo(McpError.HEADER_MISMATCH);
            headers.put("Mcp-Param-Level", "3.0");
            assertThat(client.post(body, headers).status()).isEqualTo(200);
            headers.put("Mcp-Param-Region", "us");
            assertThat(client.post(body, headers).status()).isEqualTo(400);
        }
    }

    @Nested
    class Methods {
        @Test
        void unknownOrRemovedMethodIsNotFound() throws Exception {
            for (String method : List.of("initialize", "ping", "logging/setLevel", "resources/subscribe", "no/such")) {
                HttpTestClient.Reply reply = client.modern(method, null);

                assertThat(reply.status()).describedAs(method).isEqualTo(404);
                assertThat(reply.errorCode()).isEqualTo(McpError.METHOD_NOT_FOUND);
            }
        }

        @Test
        void discoverDescribesTheServer() throws Exception {
            ObjectNode result =
                    (ObjectNode) client.modern("server/discover", null).json().get("result");

            assertThat(result.get("supportedVersions").get(0).stringValue()).isEqualTo("2026-07-28");
            assertThat(result.get("capabilities").toString())
                    .isEqualTo(
                            "{\"tools\":{\"listChanged\":true},\"resources\":{\"subscribe\":true,\"listChanged\":true},"
                                    + "\"logging\":{}}");
        }
    }

    @Nested
    class InputRequests {
        @Test
        void inputRequestEndsTheCallAndTheClientRepeatsItWithTheAnswer() throws Exception {
            client.capabilities = Json.objectOf("{\"elicitation\":{}}");
            ObjectNode params = HttpTestClient.call("ask");

            ObjectNode first =
                    (ObjectNode) client.modern("tools/call", params).json().get("result");
            params.putObject("inputResponses").putObject("q").put("action", "decline");
            ObjectNode second =
                    (ObjectNode) client.modern("tools/call", params).json().get("result");

            assertThat(first.get("resultType").stringValue()).isEqualTo("input_required");
            assertThat(first.at("/inputRequests/q/method").stringValue()).isEqualTo("elicitation/create");
            assertThat(second.toString()).contains("decline");
        }

        @Test
        void inputRequestWithoutTheCapabilityIsABadRequest() throws Exception {
            HttpTestClient.Reply reply = client.modern("tools/call", HttpTestClient.call("ask"));

            assertThat(reply.status()).isEqualTo(400);
            assertThat(reply.errorCode()).isEqualTo(McpError.MISSING_CLIENT_CAPABILITY);
            assertThat(reply.json().at("/error/data/requiredCapabilities").toString())
                    .isEqualTo("{\"elicitation\":{}}");
        }
    }

    @Nested
    class ModernOnly {
        @Test
        void modernOnlyServerRefusesLegacyClientsWithTheSupportedVersions() throws Exception {
            SampleServer modern =
                    new SampleServer(McpServer.builder("modern", "1").modernOnly());
            try (HttpServer other = HttpServer.start(
                            HttpEndpoint.builder(modern.server, "/").build());
                    HttpTestClient strict = new HttpTestClient(other.uri("/"))) {
                HttpTestClient.Reply initialize =
                        strict.legacy("initialize", Json.object().put("protocolVersion", "2025-11-25"), null);

                assertThat(initialize.status()).isEqualTo(400);
                assertThat(new String(initialize.response().body(), UTF_8)).contains("2026-07-28");
                assertThat(strict.send("GET", Map.of()).status()).isEqualTo(405);
                assertThat(strict.send("DELETE", Map.of()).status()).isEqualTo(405);
                assertThat(strict.modern("server/discover", null)
                                .json()
                                .at("/result/supportedVersions")
                                .toString())
                        .isEqualTo("[\"2026-07-28\"]");
            }
        }
    }
}
