package dev.mooring.gateway;

import static dev.mooring.gateway.CallResults.call;
import static dev.mooring.gateway.CallResults.plainText;
import static dev.mooring.gateway.CallResults.result;
import static dev.mooring.gateway.CallResults.session;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.mcp.Era;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.LogLevel;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.CallOptions;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.server.ReadResult;
import dev.mooring.mcp.server.Resource;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Requests and notifications other than tool calls, in both directions. */
class PassThroughTest extends AbstractGatewayTest {
    @ParameterizedTest
    @EnumSource(
            value = EraChoice.class,
            names = {"LEGACY", "MODERN"})
    void progressAndLogsReachTheCaller(EraChoice era) throws Exception {
        List<String> received = new CopyOnWriteArrayList<>();
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
                    CallOptions.builder()
                            .logLevel(LogLevel.INFO)
                            .progress(params ->
                                    received.add(params.path("message").asString("")))
                            .build());

            assertThat(received).containsExactly("step 1", "step 2", "step 3");
            await().until(() -> logged.equals(List.of("step 1", "step 2", "step 3")));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = EraChoice.class,
            names = {"LEGACY", "MODERN"})
    void callersLogLevelReachesTheServer(EraChoice era) throws Exception {
        upstream.server().addTool(Tool.named("log").handledBy((arguments, exchange) -> {
            exchange.log(LogLevel.DEBUG, "logger", StringNode.valueOf("minor"));
            exchange.log(LogLevel.ERROR, "logger", StringNode.valueOf("major"));
            return ToolResult.text("logged at " + exchange.logLevel());
        }));
        List<String> logged = new CopyOnWriteArrayList<>();
        var options = ClientOptions.builder().era(era).notifications(notification -> {
            if (notification.method().equals(Methods.LOG)) {
                logged.add(String.valueOf(Json.stringAt(notification.params(), "data")));
            }
        });
        try (McpClient client = served.open("/counter/mcp", Map.of(), options)) {
            String session = session(call(client, "count"));

            assertThat(callLog(client, session, LogLevel.DEBUG)).isEqualTo("logged at DEBUG");
            await().untilAsserted(() -> assertThat(logged).containsExactly("minor", "major"));
            assertThat(callLog(client, session, LogLevel.ERROR)).isEqualTo("logged at ERROR");
            await().untilAsserted(() -> assertThat(logged).containsExactly("minor", "major", "major"));
        }
    }

    private static String callLog(McpClient client, String session, LogLevel level) throws Exception {
        if (client.era() == Era.LEGACY) {
            result(client.request(Methods.SET_LOG_LEVEL, Json.object().put("level", level.text())));
        }
        CallOptions options = client.era() == Era.LEGACY
                ? CallOptions.DEFAULT
                : CallOptions.builder().logLevel(level).build();
        return plainText(result(client.callTool("log", Json.object().put("session_id", session), options)));
    }

    @ParameterizedTest
    @EnumSource(
            value = EraChoice.class,
            names = {"LEGACY", "MODERN"})
    void cancellationReachesTheServerAndEndsTheNewHandle(EraChoice era) throws Exception {
        try (McpClient client = served.open(
                        "/counter/mcp", Map.of(), ClientOptions.builder().era(era));
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> call = threads.submit(() -> call(client, "wait"));
            upstream.awaitWaiting();
            call.cancel(true);

            upstream.awaitCancelled();
            await().until(() ->
                    served.gateway().status(Optional.empty()).sessions().isEmpty());
        }
    }

    @Test
    void resourceIsReadInTheSessionOfTheTransport() throws Exception {
        try (McpClient client = served.legacy("/counter/mcp")) {
            call(client, "count");
            call(client, "count");

            assertThat(read(client, "note://one", null)).isEqualTo("count 2");
            assertThat(read(client, "note://two", null)).isEqualTo("called two");
        }
    }

    @Test
    void resourcesAndPromptsUseTheSessionInTheMetadataElseNone() throws Exception {
        try (McpClient client = served.modern("/counter/mcp")) {
            String session = session(call(client, "count"));

            assertThat(read(client, "note://one", session)).isEqualTo("count 1");
            assertThat(read(client, "note://one", null)).isEqualTo("count 0");
            assertThat(greeting(client, session)).isEqualTo("count 1");
            assertThat(client.request(Methods.RESOURCES_READ, Json.object().put("uri", "note://one"), in("unknown")))
                    .isInstanceOf(Reply.Rejected.class);
        }
    }

    @Test
    void metadataTakePrecedenceOverTheTransportSessionForResourcesAndPrompts() throws Exception {
        String other = session(callOnce("count", Json.object()));
        try (McpClient client = served.legacy("/counter/mcp")) {
            call(client, "count");
            call(client, "count");

            assertThat(read(client, "note://one", other)).isEqualTo("count 1");
            assertThat(greeting(client, other)).isEqualTo("count 1");
            assertThat(read(client, "note://one", null)).isEqualTo("count 2");
            assertThat(greeting(client, null)).isEqualTo("count 2");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = EraChoice.class,
            names = {"LEGACY", "MODERN"})
    void resourcesAndPromptsWithoutAHandleUseAnEphemeralSession(EraChoice era) throws Exception {
        try (McpClient client =
                served.open("/counter/mcp", Map.of(), ClientOptions.builder().era(era))) {
            result(client.listTools());
            int open = upstream.sessions();
            int opened = upstream.opened();

            assertThat(read(client, "note://one", null)).isEqualTo("count 0");
            assertThat(greeting(client, null)).isEqualTo("count 0");
            assertThat(upstream.opened()).isEqualTo(opened + 2);
            assertThat(upstream.sessions()).isEqualTo(open);
            assertThat(served.gateway().status(Optional.empty()).sessions()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = EraChoice.class,
            names = {"LEGACY", "MODERN"})
    void completionsAndPagesOfAppsWithoutAHandleShareOneSession(EraChoice era) throws Exception {
        upstream.server()
                .addResource(
                        Resource.of("ui://page", "page", "text/html;profile=mcp-app", (uri, variables, exchange) -> {
                            return ReadResult.text(uri, "text/html;profile=mcp-app", "<p>page</p>");
                        }));
        ObjectNode question = Json.objectOf("{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"greet\"},"
                + "\"argument\":{\"name\":\"who\",\"value\":\"Ad\"}}");
        try (McpClient client =
                served.open("/counter/mcp", Map.of(), ClientOptions.builder().era(era))) {
            result(client.listTools());
            int opened = upstream.opened();

            for (int i = 0; i < 3; i++) {
                assertThat(result(client.request(Methods.COMPLETE, question))
                                .at("/completion/values/0")
                                .stringValue())
                        .isEqualTo("Ad!");
                assertThat(read(client, "ui://page", null)).isEqualTo("<p>page</p>");
            }
            assertThat(upstream.opened()).isEqualTo(opened);
        }
    }

    @Test
    void completionWithoutAHandleReportsTheLossOfItsSession() throws Exception {
        ObjectNode question = Json.objectOf("{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"greet\"},"
                + "\"argument\":{\"name\":\"who\",\"value\":\"Ad\"}}");
        try (McpClient client = served.legacy("/counter/mcp")) {
            result(client.listTools());
            upstream.forgetSessions();

            assertThat(client.request(Methods.COMPLETE, question))
                    .isInstanceOfSatisfying(
                            Reply.Rejected.class,
                            fault -> assertThat(fault.error().message())
                                    .startsWith("The session with counter was lost")
                                    .contains("Calling again uses a new session"));
            assertThat(result(client.request(Methods.COMPLETE, question))
                            .at("/completion/values/0")
                            .stringValue())
                    .isEqualTo("Ad!");
        }
    }

    @Test
    void completionInASessionUsesThatSession() throws Exception {
        ObjectNode question = Json.objectOf("{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"greet\"},"
                + "\"argument\":{\"name\":\"who\",\"value\":\"whoami\"}}");
        try (McpClient client = served.legacy("/counter/mcp")) {
            String session = plainText(call(client, "whoami"));

            assertThat(result(client.request(Methods.COMPLETE, question))
                            .at("/completion/values/0")
                            .stringValue())
                    .isEqualTo(session + "!");
        }
    }

    private static String greeting(McpClient client, @Nullable String session) throws Exception {
        return result(client.request(Methods.PROMPTS_GET, Json.object().put("name", "greet"), in(session)))
                .at("/messages/0/content/text")
                .stringValue();
    }

    private static CallOptions in(@Nullable String session) {
        return session == null
                ? CallOptions.DEFAULT
                : CallOptions.builder()
                        .meta(Json.object().put(SessionAnnotation.META, session))
                        .build();
    }

    private static String read(McpClient client, String uri, @Nullable String session) throws Exception {
        return result(client.request(Methods.RESOURCES_READ, Json.object().put("uri", uri), in(session)))
                .at("/contents/0/text")
                .stringValue();
    }

    @Test
    void resourcesTemplatesPromptsAndCompletionsAreServed() throws Exception {
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
    void combinedInstructionsContainThoseOfAllServersAndExplainSessionsOnce() throws Exception {
        try (StatefulServer modern = StatefulServer.startModernOnly();
                StatefulServer other = StatefulServer.start()) {
            restart(modern.as("modern"), upstream.as("counter"), other.as("other"));
            try (McpClient client = served.modern("/mcp")) {
                assertThat(client.instructions())
                        .contains("modern: Counts.")
                        .contains("counter: Counts.")
                        .contains("other: Counts.")
                        .containsOnlyOnce("Pass it as session_id");
            }
        }
    }

    @Test
    void allClientsShareOneListingSession() throws Exception {
        for (String path : List.of("/counter/mcp", "/mcp", "/counter/mcp")) {
            try (McpClient client = served.modern(path)) {
                result(client.listTools());
                result(client.listAll(Methods.RESOURCES_LIST, "resources"));
            }
        }

        assertThat(upstream.opened()).isEqualTo(1);
    }

    @Test
    void subscriptionUsesTheSessionOfTheCallersHandle() throws Exception {
        List<String> received = new CopyOnWriteArrayList<>();
        var options = ClientOptions.builder().era(EraChoice.LEGACY).notifications(notification -> {
            if (notification.method().equals(Methods.RESOURCE_UPDATED)) {
                received.add(String.valueOf(Json.stringAt(notification.params(), "uri")));
            }
        });
        try (McpClient client = served.open("/counter/mcp", Map.of(), options);
                var _ = client.listen(Json.object(), notification -> {})) {
            String session = plainText(call(client, "whoami"));
            result(client.request(Methods.RESOURCES_SUBSCRIBE, Json.object().put("uri", "note://one")));

            assertThat(upstream.subscribers()).containsExactly(session);
            await().untilAsserted(() -> {
                upstream.server().resourceUpdated("note://one");
                assertThat(received).contains("note://one");
            });
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = EraChoice.class,
            names = {"LEGACY", "MODERN"})
    void changesOfListsAndResourcesReachTheClient(EraChoice era) throws Exception {
        List<String> received = new CopyOnWriteArrayList<>();
        ObjectNode filter = Json.object().put("toolsListChanged", true);
        filter.putArray("resourceSubscriptions").add("note://one");
        try (McpClient client = served.open(
                        "/counter/mcp", Map.of(), ClientOptions.builder().era(era));
                var _ = client.listen(filter, notification -> received.add(notification.method()))) {
            result(client.listTools());
            if (era == EraChoice.LEGACY) {
                client.request(Methods.RESOURCES_SUBSCRIBE, Json.object().put("uri", "note://one"));
            }
            await().untilAsserted(() -> {
                upstream.server().resourceUpdated("note://one");
                upstream.server().toolsChanged();
                assertThat(received).contains(Methods.TOOLS_CHANGED, Methods.RESOURCE_UPDATED);
            });
        }
    }

    @Test
    void toolAddedLaterIsServed() throws Exception {
        try (McpClient client = served.modern("/counter/mcp")) {
            result(client.listTools());
            upstream.server().addTool(Tool.named("late").handledBy((arguments, exchange) -> ToolResult.text("here")));

            await().untilAsserted(() -> assertThat(result(client.listTools()).path("tools"))
                    .extracting(tool -> tool.path("name").asString(""))
                    .contains("late"));
            assertThat(plainText(call(client, "late"))).isEqualTo("here");
        }
    }
}
