package dev.mooring.mcp.server.engine;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.LogLevel;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Meta;
import dev.mooring.mcp.RequestId;
import dev.mooring.mcp.server.InputRequest;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.Refusal;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolHandler;
import dev.mooring.mcp.server.ToolResult;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

class ExchangeTest {
    private static final ObjectNode FORM = Json.objectOf("{\"type\":\"object\"}");

    private static InMemoryCaller callerOf(ToolHandler handler) {
        return new InMemoryCaller(McpServer.builder("test", "1")
                .logging()
                .tool(Tool.named("tool").handledBy(handler))
                .build());
    }

    private static ObjectNode call() {
        return InMemoryCaller.call("tool", Json.object());
    }

    @Nested
    class Progress {
        private final InMemoryCaller caller = callerOf((arguments, exchange) -> {
            exchange.progress(1, null, null);
            exchange.progress(1, null, "again");
            exchange.progress(0.5, null, "back");
            exchange.progress(2.5, 10.0, "on");
            return ToolResult.text("done");
        });

        @Test
        void progressIsSentOnlyIfRequestedAndOnlyIfItAdvances() {
            caller.modern("tools/call", call());
            assertThat(caller.received).isEmpty();

            caller.extraMeta = Json.object().put("progressToken", "t");
            caller.modern("tools/call", call());

            assertThat(caller.received.stream().map(message -> Json.text(message.toJson())))
                    .containsExactly(
                            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":\"t\",\"progress\":1}}",
                            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":\"t\",\"progress\":2.5,\"total\":10,\"message\":\"on\"}}");
        }
    }

    @Nested
    class Logging {
        private final InMemoryCaller caller = callerOf((arguments, exchange) -> {
            exchange.log(LogLevel.DEBUG, "a", StringNode.valueOf("debug"));
            exchange.log(LogLevel.ERROR, "a", StringNode.valueOf("error"));
            return ToolResult.text("done");
        });

        @Test
        void modernCallerReceivesLogEntriesOnlyIfTheRequestHasALevel() {
            caller.modern("tools/call", call());
            assertThat(caller.received).isEmpty();

            caller.extraMeta = Json.object().put(Meta.LOG_LEVEL, "warning");
            caller.modern("tools/call", call());

            assertThat(caller.received)
                    .singleElement()
                    .satisfies(message -> assertThat(Json.text(message.toJson()))
                            .contains("\"level\":\"error\"")
                            .contains("\"logger\":\"a\""));
        }

        @Test
        void requestWithUnknownLogLevelIsRefused() {
            caller.extraMeta = Json.object().put(Meta.LOG_LEVEL, "loud");

            assertThat(caller.errorCode(caller.modern("tools/call", call()))).isEqualTo(McpError.INVALID_PARAMS);
        }
    }

    @Nested
    class InputRequests {
        private final InMemoryCaller caller = callerOf((arguments, exchange) -> {
            String first = exchange.requestInput("first", InputRequest.elicit("First?", FORM))
                    .path("content")
                    .path("v")
                    .stringValue("");
            String second = exchange.requestInput("second", InputRequest.elicit("Second?", FORM))
                    .path("content")
                    .path("v")
                    .stringValue("");
            return ToolResult.text(first + " and " + second);
        });

        @Test
        void consecutiveInputRequestsKeepEarlierAnswersInTheState() {
            caller.capabilities = Json.objectOf("{\"elicitation\":{}}");

            ObjectNode one = caller.result(caller.modern("tools/call", call()));
            assertThat(one.get("resultType").stringValue()).isEqualTo("input_required");
            assertThat(one.get("inputRequests").propertyNames()).containsExactly("first");

            ObjectNode two = caller.result(caller.modern("tools/call", answered(one, "first", "A")));
            assertThat(two.get("inputRequests").propertyNames()).containsExactly("second");
            assertThat(two.get("requestState").stringValue()).doesNotContain("A\"");

            ObjectNode three = caller.result(caller.modern("tools/call", answered(two, "second", "B")));
            assertThat(InMemoryCaller.textOf(three)).isEqualTo("A and B");
        }

        @Test
        void inputRequestIsRefusedIfTheClientLacksTheCapability() {
            assertThat(caller.errorCode(caller.modern("tools/call", call())))
                    .isEqualTo(McpError.MISSING_CLIENT_CAPABILITY);

            ObjectNode legacy = caller.result(caller.legacy("tools/call", call()));
            assertThat(legacy.get("isError").booleanValue()).isTrue();
            assertThat(InMemoryCaller.textOf(legacy)).contains("elicitation");
            assertThat(caller.received).isEmpty();
        }

        @Test
        void answerThatIsNotAnObjectIsRefused() {
            caller.capabilities = Json.objectOf("{\"elicitation\":{}}");
            ObjectNode params = call();
            params.putObject("inputResponses").put("first", "yes");

            assertThat(caller.errorCode(caller.modern("tools/call", params))).isEqualTo(McpError.INVALID_PARAMS);
        }

        private static ObjectNode answered(ObjectNode question, String key, String value) {
            ObjectNode params = call();
            if (question.has("requestState")) {
                params.set("requestState", question.get("requestState"));
            }
            params.putObject("inputResponses")
                    .putObject(key)
                    .put("action", "accept")
                    .putObject("content")
                    .put("v", value);
            return params;
        }
    }

    @Nested
    class Capabilities {
        @Test
        void missingPartsOfCapabilitiesAreReported() {
            InputRequest url =
                    new InputRequest("elicitation/create", Json.object().put("mode", "url"));
            InputRequest form = InputRequest.elicit("?", FORM);
            InputRequest withTools = InputRequest.sample(Json.objectOf("{\"tools\":[]}"));

            assertThat(ClientCapabilities.missingFor(form, Json.objectOf("{\"elicitation\":{}}")))
                    .isNull();
            assertThat(ClientCapabilities.missingFor(form, Json.objectOf("{\"elicitation\":{\"form\":{}}}")))
                    .isNull();
            assertThat(ClientCapabilities.missingFor(form, Json.objectOf("{\"elicitation\":{\"url\":{}}}")))
                    .hasToString("{\"elicitation\":{\"form\":{}}}");
            assertThat(ClientCapabilities.missingFor(url, Json.objectOf("{\"elicitation\":{}}")))
                    .hasToString("{\"elicitation\":{\"url\":{}}}");
            assertThat(ClientCapabilities.missingFor(withTools, Json.objectOf("{\"sampling\":{}}")))
                    .hasToString("{\"sampling\":{\"tools\":{}}}");
            assertThat(ClientCapabilities.missingFor(InputRequest.roots(), Json.object()))
                    .hasToString("{\"roots\":{}}");
        }
    }

    @Nested
    class SealedState {
        private final SecretKey key = newKey();
        private final Instant now = Instant.parse("2026-01-01T00:00:00Z");
        private final StateSeal seal = sealAt(now);
        private final byte[] digest = digestOf("{\"name\":\"tool\",\"arguments\":{\"a\":1,\"b\":[2,{\"c\":null}]}}");

        @Test
        void sealedStateOpensForTheSamePrincipalAndRequest() throws Refusal {
            String sealed = seal.seal(Json.object().put("secret", "readable by ann only"), "ann", digest);

            assertThat(new String(Base64.getUrlDecoder().decode(sealed), ISO_8859_1))
                    .doesNotContain("readable");
            assertThat(seal.open(sealed, "ann", digest)).hasToString("{\"secret\":\"readable by ann only\"}");
        }

        @Test
        void sealedStateIsRefusedForAnotherPrincipalRequestOrKey() {
            String sealed = seal.seal(Json.object(), "ann", digest);
            char[] tampered = sealed.toCharArray();
            tampered[20] = tampered[20] == 'A' ? 'B' : 'A';

            assertRefused(() -> seal.open(sealed, "bob", digest));
            assertRefused(() -> seal.open(sealed, null, digest));
            assertRefused(() -> seal.open(sealed, "ann", digestOf("{\"name\":\"tool\",\"arguments\":{\"a\":2}}")));
            assertRefused(() -> seal.open(new String(tampered), "ann", digest));
            assertRefused(() -> seal.open("", "ann", digest));
            assertRefused(() -> seal.open("no base64 ☃", "ann", digest));
            assertRefused(
                    () -> new StateSeal(newKey(), Duration.ofHours(1), Clock.systemUTC()).open(sealed, "ann", digest));
        }

        @Test
        void sealedStateExpires() throws Refusal {
            String sealed = seal.seal(Json.object(), null, digest);

            assertThat(sealAt(now.plusSeconds(59)).open(sealed, null, digest)).isEmpty();
            assertRefused(() -> sealAt(now.plusSeconds(61)).open(sealed, null, digest));
        }

        @Test
        void requestDigestIgnoresKeyOrderAndInputResponses() {
            assertThat(digestOf("{\"arguments\":{\"b\":[2,{\"c\":null}],\"a\":1},\"name\":\"tool\",\"_meta\":{},"
                            + "\"inputResponses\":{\"x\":{}},\"requestState\":\"s\"}"))
                    .isEqualTo(digest);
        }

        private static SecretKey newKey() {
            byte[] key = new byte[32];
            new SecureRandom().nextBytes(key);
            return new SecretKeySpec(key, "AES");
        }

        private StateSeal sealAt(Instant instant) {
            return new StateSeal(key, Duration.ofSeconds(60), Clock.fixed(instant, ZoneOffset.UTC));
        }

        private static byte[] digestOf(String params) {
            return RequestDigest.of(new Message.Request(RequestId.of(1), "tools/call", Json.objectOf(params)));
        }

        private static void assertRefused(ThrowingCallable opening) {
            assertThatThrownBy(opening).isInstanceOf(Refusal.class);
        }
    }

    @Nested
    class HandlerOwnedState {
        @Test
        void stateOfTheHandlerPassesThroughUnchanged() {
            InMemoryCaller caller = callerOf((arguments, exchange) -> exchange.requestState() == null
                    ? ToolResult.inputRequired(Map.of(), "mine")
                    : ToolResult.text(List.of(exchange.requestState(), exchange.inputResponses()) + ""));
            ObjectNode first = caller.result(caller.modern("tools/call", call()));

            assertThat(first.get("requestState").stringValue()).isEqualTo("mine");
            assertThat(first.has("inputRequests")).isFalse();
            assertThat(InMemoryCaller.textOf(
                            caller.result(caller.modern("tools/call", call().put("requestState", "mine")))))
                    .isEqualTo("[mine, {}]");
        }
    }
}
