package dev.mooring.gateway;

import static dev.mooring.gateway.Answers.call;
import static dev.mooring.gateway.Answers.callIn;
import static dev.mooring.gateway.Answers.isError;
import static dev.mooring.gateway.Answers.plainText;
import static dev.mooring.gateway.Answers.result;
import static dev.mooring.gateway.Answers.session;
import static dev.mooring.gateway.Answers.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.JsonSchema;
import dev.mooring.mcp.LogLevel;
import dev.mooring.mcp.Meta;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.client.CallOptions;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.Reply;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolResult;
import dev.mooring.session.ServerSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.node.ObjectNode;

@Timeout(60)
class GatewayTest {
    private StatefulServer upstream;
    private ServedGateway served;

    @BeforeEach
    void start() throws Exception {
        upstream = StatefulServer.start();
        served = ServedGateway.of(upstream.as("counter"));
    }

    @AfterEach
    void stop() throws Exception {
        served.close();
        upstream.close();
    }

    private void restart(UnaryOperator<GatewayOptions> options) throws Exception {
        served.close();
        served = ServedGateway.of(options, upstream.as("counter"));
    }

    /** A client that opens a new transport session for each call, as the assistants in the cloud do. */
    private ObjectNode callOnce(String tool, ObjectNode arguments) throws Exception {
        try (McpClient client = served.legacy("/counter/mcp")) {
            return call(client, tool, arguments);
        }
    }

    @Nested
    class State {
        @Test
        void isKeptForAClientThatOpensASessionPerCall() throws Exception {
            ObjectNode first = callOnce("count", Json.object());
            String session = session(first);
            ObjectNode second = callOnce("count", Json.object().put("session_id", session));

            assertThat(plainText(first)).isEqualTo("1");
            assertThat(text(second)).isEqualTo("2");
            assertThat(second.path("_meta").path(HandleMark.META).stringValue()).isEqualTo(session);
        }

        @Test
        void isLostForTheSameClientWithoutAGateway() throws Exception {
            for (int i = 0; i < 2; i++) {
                try (McpClient direct = McpClient.open(
                        upstream.as("x").location(),
                        ClientOptions.builder().era(EraChoice.LEGACY).build())) {
                    assertThat(text(call(direct, "count"))).isEqualTo("1");
                }
            }
        }

        @Test
        void isKeptForAModernClient() throws Exception {
            try (McpClient client = served.modern("/counter/mcp")) {
                String session = session(call(client, "count"));

                assertThat(text(callIn(session, client, "count"))).isEqualTo("2");
                assertThat(text(callIn(session, client, "count"))).isEqualTo("3");
            }
        }

        @Test
        void ofTwoHandlesIsApart() throws Exception {
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
        void isKeptForALegacyClientThatKeepsItsSessionWithoutAnArgument() throws Exception {
            try (McpClient client = served.legacy("/counter/mcp")) {
                session(call(client, "count"));
                ObjectNode second = call(client, "count");

                assertThat(text(second)).isEqualTo("2");
            }
        }

        @Test
        void isTheArgumentsWhereAClientHasBoth() throws Exception {
            String other = session(callOnce("count", Json.object()));
            try (McpClient client = served.legacy("/counter/mcp")) {
                call(client, "count");
                call(client, "count");

                assertThat(text(callIn(other, client, "count"))).isEqualTo("2");
                assertThat(text(call(client, "count"))).isEqualTo("3");
            }
        }

        @Test
        void isOneForAllFirstCallsOfATransportSession() throws Exception {
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
                assertThat(served.gateway().status(Optional.empty()).handles()).hasSize(1);
            }
        }

        @Test
        void isSpannedByOneHandleOverAllServers() throws Exception {
            try (StatefulServer other = StatefulServer.start()) {
                served.close();
                served = ServedGateway.of(upstream.as("one"), other.as("two"));
                try (McpClient client = served.modern("/mcp")) {
                    String session = session(call(client, "one__count"));

                    assertThat(other.sessions()).isLessThanOrEqualTo(1); // at most the one that asks for lists
                    assertThat(text(callIn(session, client, "two__count"))).isEqualTo("1");
                    assertThat(text(callIn(session, client, "two__count"))).isEqualTo("2");
                    assertThat(text(callIn(session, client, "one__count"))).isEqualTo("2");
                    assertThat(served.gateway().status(Optional.empty()).handles())
                            .singleElement()
                            .satisfies(handle -> assertThat(handle.servers()).containsExactlyInAnyOrder("one", "two"));
                }
            }
        }
    }

    @Nested
    class AHandle {
        private final String nonsense = "0123456789abcdefghjkmnpqrs";

        private String refused(Map<String, String> headers, String session) throws Exception {
            try (McpClient client =
                    served.open("/counter/mcp", headers, ClientOptions.builder().era(EraChoice.MODERN))) {
                ObjectNode result = callIn(session, client, "count");
                assertThat(isError(result)).isTrue();
                return text(result);
            }
        }

        @Test
        void thatIsUnknownEndedOrSomebodyElsesGetsTheSameAnswer() throws Exception {
            String adas;
            String ended;
            try (McpClient ada = served.open(
                    "/counter/mcp",
                    Map.of("Who", "ada"),
                    ClientOptions.builder().era(EraChoice.MODERN))) {
                adas = session(call(ada, "count"));
                ended = session(call(ada, "count"));
                assertThat(isError(callIn(ended, ada, "end_session"))).isFalse();
            }
            String unknown = refused(Map.of("Who", "bob"), nonsense);

            assertThat(unknown).contains("call without session_id");
            assertThat(refused(Map.of("Who", "bob"), adas)).isEqualTo(unknown);
            assertThat(refused(Map.of("Who", "ada"), ended)).isEqualTo(unknown);
            assertThat(refused(Map.of(), "what is this")).isEqualTo(unknown);
        }

        @Test
        void ofAnotherEndpointIsUnknown() throws Exception {
            String session = session(callOnce("count", Json.object()));
            try (McpClient client = served.modern("/mcp")) {
                assertThat(isError(callIn(session, client, "counter__count"))).isTrue();
            }
        }

        @Test
        void endsWhenToldAndTakesTheUpstreamSessionAlong() throws Exception {
            try (McpClient client = served.modern("/counter/mcp")) {
                String session = session(call(client, "count"));
                int open = upstream.sessions();

                assertThat(text(callIn(session, client, "end_session"))).isEqualTo("The session has ended.");
                assertThat(upstream.sessions()).isEqualTo(open - 1);
                assertThat(isError(callIn(session, client, "end_session"))).isTrue();
            }
        }

        @Test
        void ofATransportSessionCanBeEndedWithoutNamingIt() throws Exception {
            try (McpClient client = served.legacy("/counter/mcp")) {
                call(client, "count");
                assertThat(isError(call(client, "end_session"))).isFalse();

                assertThat(plainText(call(client, "count"))).isEqualTo("1");
            }
        }

        @Test
        void survivesTheEndOfTheTransportSession() throws Exception {
            String session;
            try (McpClient client = served.legacy("/counter/mcp")) {
                session = session(call(client, "count"));
            } // says DELETE

            assertThat(text(callOnce("count", Json.object().put("session_id", session))))
                    .isEqualTo("2");
        }

        @Test
        void expiresWithoutUseAndItsUpstreamSessionIsClosed() throws Exception {
            restart(options -> options.withIdle(Duration.ofMillis(400)));
            try (McpClient client = served.modern("/counter/mcp")) {
                String session = session(call(client, "count"));
                await().until(() ->
                        served.gateway().status(Optional.empty()).handles().isEmpty());

                assertThat(text(callIn(session, client, "count"))).contains("unknown or has ended");
                await().until(() -> upstream.sessions() == 0);
            }
        }

        @Test
        void ofATransportSessionThatExpiredIsSaidOnceAndThenReplaced() throws Exception {
            restart(options -> options.withIdle(Duration.ofMillis(400)));
            try (McpClient client = served.legacy("/counter/mcp")) {
                call(client, "count");
                await().until(() ->
                        served.gateway().status(Optional.empty()).handles().isEmpty());

                assertThat(text(call(client, "count"))).contains("unknown or has ended");
                assertThat(plainText(call(client, "count"))).isEqualTo("1");
            }
        }

        @Test
        void lastsWhileACallOfItIsUnderWay() throws Exception {
            restart(options -> options.withIdle(Duration.ofMillis(300)));
            try (McpClient client = served.modern("/counter/mcp");
                    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                Future<?> waiting = threads.submit(() -> call(client, "wait"));
                upstream.awaitWaiting();
                long began = System.nanoTime();

                await().during(Duration.ofMillis(900))
                        .atMost(Duration.ofSeconds(10))
                        .until(() -> served.gateway()
                                        .status(Optional.empty())
                                        .handles()
                                        .size()
                                == 1);
                assertThat(System.nanoTime() - began)
                        .isGreaterThan(Duration.ofMillis(900).toNanos());
                waiting.cancel(true);
            }
        }

        @Test
        void isClosedAgainWhereTheFirstCallEndsInAProtocolError() throws Exception {
            try (McpClient client = served.modern("/counter/mcp")) {
                assertThat(client.callTool("refuse", Json.object()))
                        .isInstanceOfSatisfying(Reply.Fault.class, fault -> {
                            assertThat(fault.error().code()).isEqualTo(-32042);
                            assertThat(fault.error().message()).isEqualTo("not today");
                            assertThat(fault.error().data()).hasToString("{\"until\":\"tomorrow\"}");
                        });
                assertThat(served.gateway().status(Optional.empty()).handles()).isEmpty();

                String session = session(call(client, "count"));
                client.callTool("refuse", Json.object().put("session_id", session));
                assertThat(text(callIn(session, client, "count"))).isEqualTo("2");
            }
        }

        @Test
        void isRefusedBeyondTheLimitWithAWayOut() throws Exception {
            restart(options -> options.withMaxSessions(2));
            try (McpClient client = served.modern("/counter/mcp")) {
                String first = session(call(client, "count"));
                call(client, "count");
                ObjectNode third = call(client, "count");

                assertThat(isError(third)).isTrue();
                assertThat(text(third)).contains("2 open sessions").contains("session_id");
                callIn(first, client, "end_session");
                assertThat(isError(call(client, "count"))).isFalse();
            }
        }

        private ObjectNode firstCallOf(String who, String path, String tool) throws Exception {
            try (McpClient client = served.open(
                    path, Map.of("Who", who), ClientOptions.builder().era(EraChoice.MODERN))) {
                return call(client, tool);
            }
        }

        @Test
        void countsForItsCallerAndForItsServer() throws Exception {
            served.close();
            served = ServedGateway.of(
                    options -> options.withMaxSessions(1),
                    upstream.as("counter").with(ServerSettings.DEFAULT.withMaxSessions(2)));

            assertThat(isError(firstCallOf("ada", "/counter/mcp", "count"))).isFalse();
            assertThat(text(firstCallOf("ada", "/counter/mcp", "count"))).startsWith("You have 1 open sessions");
            assertThat(isError(firstCallOf("bob", "/counter/mcp", "count"))).isFalse();
            assertThat(text(firstCallOf("eve", "/counter/mcp", "count")))
                    .startsWith("All callers together have 2 open sessions");
        }

        @Test
        void countsForItsServerWhateverTheAddressAndIsRefusedAtOnce() throws Exception {
            served.close();
            served = ServedGateway.of(upstream.as("counter")
                    .with(ServerSettings.DEFAULT.withMaxSessions(1).withOpenTimeout(Duration.ofMinutes(10))));
            assertThat(isError(firstCallOf("ada", "/counter/mcp", "count"))).isFalse();

            ObjectNode refused = firstCallOf("bob", "/mcp", "counter__count");
            assertThat(isError(refused)).isTrue();
            assertThat(text(refused))
                    .contains("as many are open as may be at once")
                    .contains("nothing was done");
            assertThat(served.gateway().status(Optional.empty()).handles()).hasSize(1);
        }

        @Test
        void ofAllServersLosesTheSessionOfOneThatRestsTooLong() throws Exception {
            try (StatefulServer other = StatefulServer.start()) {
                served.close();
                served = ServedGateway.of(
                        upstream.as("brief").with(ServerSettings.DEFAULT.withIdle(Duration.ofMillis(300))),
                        other.as("patient"));
                try (McpClient client = served.modern("/mcp")) {
                    String session = session(call(client, "brief__count"));
                    callIn(session, client, "patient__count");
                    await().until(() -> upstream.sessions() == 0);

                    ObjectNode told = callIn(session, client, "brief__count");
                    assertThat(isError(told)).isTrue();
                    assertThat(text(told)).contains("NOT sent").contains("starts a new session");
                    assertThat(text(callIn(session, client, "brief__count"))).isEqualTo("1");
                    assertThat(text(callIn(session, client, "patient__count"))).isEqualTo("2");
                }
            }
        }

        @Test
        void isNeverShownWhole() throws Exception {
            String session = session(callOnce("count", Json.object()));

            assertThat(served.gateway().status(Optional.empty()).toString()).doesNotContain(session);
        }

        @Test
        void thatAPersonEndedIsSaidOnceAndThenReplaced() throws Exception {
            try (McpClient client = served.legacy("/counter/mcp")) {
                call(client, "count");
                long number = served.gateway()
                        .status(Optional.empty())
                        .handles()
                        .getFirst()
                        .number();
                assertThat(served.gateway().end(number, Optional.empty())).isTrue();

                assertThat(text(call(client, "count"))).contains("unknown or has ended");
                assertThat(plainText(call(client, "count"))).isEqualTo("1");
            }
        }

        @Test
        void isSeenAndEndedByItsOwnerOnly() throws Exception {
            try (McpClient ada = served.open(
                    "/counter/mcp",
                    Map.of("Who", "ada"),
                    ClientOptions.builder().era(EraChoice.MODERN))) {
                call(ada, "count");
                long number = served.gateway()
                        .status(Optional.of("ada"))
                        .handles()
                        .getFirst()
                        .number();

                assertThat(served.gateway().status(Optional.of("bob")).handles())
                        .isEmpty();
                assertThat(served.gateway().end(number, Optional.of("bob"))).isFalse();
                assertThat(served.gateway().end(number, Optional.of("ada"))).isTrue();
                assertThat(served.gateway().status(Optional.empty()).handles()).isEmpty();
            }
        }
    }

    @Nested
    class ATool {
        private ObjectNode definition(String name) throws Exception {
            try (McpClient client = served.modern("/counter/mcp")) {
                return result(client.listTools())
                        .path("tools")
                        .valueStream()
                        .filter(tool -> name.equals(tool.path("name").asString("")))
                        .map(tool -> (ObjectNode) tool)
                        .findFirst()
                        .orElseThrow();
            }
        }

        @Test
        void gainsAnOptionalArgumentAndStaysValid() throws Exception {
            ObjectNode schema = (ObjectNode) definition("echo").path("inputSchema");
            JsonSchema compiled = JsonSchema.compile(schema);

            assertThat(compiled.faultsOf(Json.object().put("text", "x"))).isEmpty();
            assertThat(compiled.faultsOf(Json.object().put("text", "x").put("session_id", "y")))
                    .isEmpty();
            assertThat(compiled.faultsOf(Json.object().put("text", "x").put("other", "y")))
                    .isNotEmpty();
            assertThat(schema.at("/properties/session_id/description").stringValue())
                    .contains("30 minutes");
        }

        @Test
        void isGivenItsArgumentsWithoutTheSession() throws Exception {
            ObjectNode first = callOnce("echo", Json.object().put("text", "hello"));

            assertThat(plainText(first)).isEqualTo("{\"text\":\"hello\"}");
            assertThat(text(callOnce("echo", Json.object().put("text", "again").put("session_id", session(first)))))
                    .isEqualTo("{\"text\":\"again\"}");
        }

        @Test
        void isNotCalledWithArgumentsThatItsOwnSchemaRejects() throws Exception {
            ObjectNode result = callOnce("echo", Json.object().put("wrong", "x"));

            assertThat(isError(result)).isTrue();
            assertThat(text(result)).contains("Invalid arguments for echo");
            assertThat(served.gateway().status(Optional.empty()).handles()).isEmpty();
        }

        @Test
        void thatAnswersWithStructureHasTheSessionThereToo() throws Exception {
            ObjectNode first = callOnce("measure", Json.object());
            String session = session(first);

            assertThat(first.at("/structuredContent/session_id").stringValue()).isEqualTo(session);
            assertThat(first.at("/structuredContent/value").intValue()).isEqualTo(42);
            assertThat(JsonSchema.compile((ObjectNode) definition("measure").path("outputSchema"))
                            .faultsOf(first.path("structuredContent")))
                    .isEmpty();
        }

        @Test
        void thatAnswersWithoutStructureIsGivenNone() throws Exception {
            assertThat(callOnce("count", Json.object()).has("structuredContent"))
                    .isFalse();
        }

        @Test
        void thatAnswersWithoutTextIsGivenABlockInFront() throws Exception {
            ObjectNode result = callOnce("picture", Json.object());

            session(result);
            assertThat(result.path("content").size()).isEqualTo(2);
            assertThat(result.at("/content/1/type").stringValue()).isEqualTo("image");
        }

        @Test
        void thatFailsStillNamesTheSession() throws Exception {
            ObjectNode result = callOnce("fail", Json.object());

            assertThat(isError(result)).isTrue();
            assertThat(plainText(result)).isEqualTo("It is broken.");
            session(result);
        }

        @Test
        void thatOnlyRunsAsATaskIsLeftOutAndNamed() throws Exception {
            try (McpClient client = served.modern("/counter/mcp")) {
                assertThat(result(client.listTools()).path("tools"))
                        .extracting(tool -> tool.path("name").asString(""))
                        .contains("count", "end_session")
                        .doesNotContain("later");
                assertThat(client.callTool("later", Json.object())).isInstanceOf(Reply.Fault.class);
            }
            assertThat(served.gateway()
                            .status(Optional.empty())
                            .servers()
                            .getFirst()
                            .leftOut())
                    .containsExactly("later");
        }

        @Test
        void isGivenTheMetadataOfTheCaller() throws Exception {
            try (McpClient client = served.modern("/counter/mcp")) {
                Reply reply = client.callTool(
                        "meta",
                        Json.object(),
                        CallOptions.DEFAULT.withMeta(Json.object().put("traceparent", "00-1-2-03")));

                assertThat(text(result(reply)))
                        .contains("\"traceparent\":\"00-1-2-03\"")
                        .doesNotContain(Meta.CLIENT_INFO);
            }
        }

        @Test
        void ofANameThatIsTakenGetsAnotherArgument() throws Exception {
            upstream.server()
                    .addTool(Tool.named("own")
                            .input(Json.objectOf(
                                    "{\"type\":\"object\",\"properties\":{\"session_id\":{\"type\":\"number\"}}}"))
                            .handledBy((arguments, exchange) -> ToolResult.text(Json.text(arguments))));

            ObjectNode first = callOnce("own", Json.object().put("session_id", 7));
            String session = session(first);

            assertThat(plainText(first)).isEqualTo("{\"session_id\":7}");
            assertThat(text(callOnce("count", Json.object().put("mooring_session_id", session))))
                    .isEqualTo("1");
            assertThat(served.gateway()
                            .status(Optional.empty())
                            .servers()
                            .getFirst()
                            .argument())
                    .isEqualTo("mooring_session_id");
        }
    }

    @Nested
    class AToolOfItsOwnThatIsCalledEndSession {
        @Test
        void isLeftAloneAndTheGatewaysHasAnotherName() throws Exception {
            upstream.server()
                    .addTool(Tool.named("end_session").handledBy((arguments, exchange) -> ToolResult.text("my own")));
            try (McpClient client = served.modern("/counter/mcp")) {
                assertThat(client.instructions()).contains("end it with mooring_end_session");
                String session = session(call(client, "count"));
                assertThat(text(callIn(session, client, "end_session"))).isEqualTo("my own");

                assertThat(text(callIn(session, client, "mooring_end_session"))).isEqualTo("The session has ended.");
                assertThat(isError(callIn(session, client, "count"))).isTrue();
            }
        }
    }

    @Nested
    class PassesThrough {
        @ParameterizedTest
        @EnumSource(
                value = EraChoice.class,
                names = {"LEGACY", "MODERN"})
        void progressAndLogs(EraChoice era) throws Exception {
            List<String> heard = new CopyOnWriteArrayList<>();
            List<String> logged = new CopyOnWriteArrayList<>();
            var options = ClientOptions.builder().era(era).notifications(notification -> {
                if (notification.method().equals(Methods.LOG)) {
                    logged.add(String.valueOf(Json.stringAt(notification.params(), "data")));
                }
            });
            try (McpClient client = served.open("/counter/mcp", Map.of(), options)) {
                client.callTool(
                        "climb",
                        Json.object(),
                        CallOptions.DEFAULT
                                .withLogLevel(LogLevel.INFO)
                                .withProgress(params ->
                                        heard.add(params.path("message").asString(""))));

                assertThat(heard).containsExactly("step 1", "step 2", "step 3");
                await().until(() -> logged.equals(List.of("step 1", "step 2", "step 3")));
            }
        }

        @ParameterizedTest
        @EnumSource(
                value = EraChoice.class,
                names = {"LEGACY", "MODERN"})
        void cancellation(EraChoice era) throws Exception {
            try (McpClient client = served.open(
                            "/counter/mcp", Map.of(), ClientOptions.builder().era(era));
                    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                Future<?> call = threads.submit(() -> call(client, "wait"));
                upstream.awaitWaiting();
                call.cancel(true);

                upstream.awaitCancelled();
                await().until(() ->
                        served.gateway().status(Optional.empty()).handles().isEmpty());
            }
        }

        @Test
        void resourcesOnTheHandleOfTheTransport() throws Exception {
            try (McpClient client = served.legacy("/counter/mcp")) {
                call(client, "count");
                call(client, "count");

                assertThat(read(client, "note://one", null)).isEqualTo("count 2");
                assertThat(read(client, "note://two", null)).isEqualTo("called two");
            }
        }

        @Test
        void resourcesAndPromptsOnTheHandleOfTheMetadataElseOnNone() throws Exception {
            try (McpClient client = served.modern("/counter/mcp")) {
                String session = session(call(client, "count"));

                assertThat(read(client, "note://one", session)).isEqualTo("count 1");
                assertThat(read(client, "note://one", null)).isEqualTo("count 0");
                ObjectNode prompt = result(client.request(
                        Methods.PROMPTS_GET,
                        Json.object().put("name", "greet"),
                        CallOptions.DEFAULT.withMeta(Json.object().put(HandleMark.META, session))));
                assertThat(prompt.at("/messages/0/content/text").stringValue()).isEqualTo("count 1");
                assertThat(client.request(
                                Methods.RESOURCES_READ,
                                Json.object().put("uri", "note://one"),
                                CallOptions.DEFAULT.withMeta(Json.object().put(HandleMark.META, "unknown"))))
                        .isInstanceOf(Reply.Fault.class);
            }
        }

        private static String read(McpClient client, String uri, @Nullable String session) throws Exception {
            CallOptions options = session == null
                    ? CallOptions.DEFAULT
                    : CallOptions.DEFAULT.withMeta(Json.object().put(HandleMark.META, session));
            return result(client.request(Methods.RESOURCES_READ, Json.object().put("uri", uri), options))
                    .at("/contents/0/text")
                    .stringValue();
        }

        @Test
        void listsOfResourcesTemplatesAndPromptsAndCompletions() throws Exception {
            try (McpClient client = served.modern("/mcp")) {
                assertThat(result(client.listAll(Methods.RESOURCES_LIST, "resources"))
                                .at("/resources/0/uri")
                                .stringValue())
                        .isEqualTo("note://one");
                assertThat(result(client.listAll(Methods.RESOURCE_TEMPLATES_LIST, "resourceTemplates"))
                                .at("/resourceTemplates/0/uriTemplate")
                                .stringValue())
                        .isEqualTo("note://{name}");
                assertThat(result(client.listAll(Methods.PROMPTS_LIST, "prompts"))
                                .at("/prompts/0/name")
                                .stringValue())
                        .isEqualTo("counter__greet");
                ObjectNode question = Json.objectOf("{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"counter__greet\"},"
                        + "\"argument\":{\"name\":\"who\",\"value\":\"Ad\"}}");
                assertThat(result(client.request(Methods.COMPLETE, question))
                                .at("/completion/values/0")
                                .stringValue())
                        .isEqualTo("Ad!");
                assertThat(client.instructions()).contains("session_id").contains("counter: Counts.");
            }
        }

        @Test
        void listsFromOneSessionForAllWhoAsk() throws Exception {
            for (String path : List.of("/counter/mcp", "/mcp", "/counter/mcp")) {
                try (McpClient client = served.modern(path)) {
                    result(client.listTools());
                    result(client.listAll(Methods.RESOURCES_LIST, "resources"));
                }
            }

            assertThat(upstream.opened()).isEqualTo(1);
        }

        @Test
        void changesOfAResourceToWhoKeepsASessionOfItsOwn() throws Exception {
            List<String> heard = new CopyOnWriteArrayList<>();
            var options = ClientOptions.builder().era(EraChoice.LEGACY).notifications(notification -> {
                if (notification.method().equals(Methods.RESOURCE_UPDATED)) {
                    heard.add(String.valueOf(Json.stringAt(notification.params(), "uri")));
                }
            });
            try (McpClient client = served.open("/counter/mcp", Map.of(), options);
                    var _ = client.listen(Json.object(), notification -> {})) {
                String before = plainText(call(client, "whoami"));
                result(client.request(Methods.RESOURCES_SUBSCRIBE, Json.object().put("uri", "note://one")));

                assertThat(upstream.watching()).containsExactly(before);
                await().untilAsserted(() -> {
                    upstream.server().resourceUpdated("note://one");
                    assertThat(heard).contains("note://one");
                });
            }
        }

        @ParameterizedTest
        @EnumSource(
                value = EraChoice.class,
                names = {"LEGACY", "MODERN"})
        void changesOfListsAndOfResources(EraChoice era) throws Exception {
            List<String> heard = new CopyOnWriteArrayList<>();
            ObjectNode filter = Json.object().put("toolsListChanged", true);
            filter.putArray("resourceSubscriptions").add("note://one");
            try (McpClient client = served.open(
                            "/counter/mcp", Map.of(), ClientOptions.builder().era(era));
                    var _ = client.listen(filter, notification -> heard.add(notification.method()))) {
                result(client.listTools());
                if (era == EraChoice.LEGACY) {
                    client.request(Methods.RESOURCES_SUBSCRIBE, Json.object().put("uri", "note://one"));
                }
                await().untilAsserted(() -> {
                    upstream.server().resourceUpdated("note://one");
                    upstream.server().toolsChanged();
                    assertThat(heard).contains(Methods.TOOLS_CHANGED, Methods.RESOURCE_UPDATED);
                });
            }
        }

        @Test
        void aToolThatIsAddedLater() throws Exception {
            try (McpClient client = served.modern("/counter/mcp")) {
                result(client.listTools());
                upstream.server()
                        .addTool(Tool.named("late").handledBy((arguments, exchange) -> ToolResult.text("here")));

                await().untilAsserted(
                                () -> assertThat(result(client.listTools()).path("tools"))
                                        .extracting(tool -> tool.path("name").asString(""))
                                        .contains("late"));
                assertThat(plainText(call(client, "late"))).isEqualTo("here");
            }
        }
    }
}
