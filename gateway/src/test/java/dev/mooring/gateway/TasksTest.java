package dev.mooring.gateway;

import static dev.mooring.gateway.CallResults.call;
import static dev.mooring.gateway.CallResults.callIn;
import static dev.mooring.gateway.CallResults.plainText;
import static dev.mooring.gateway.CallResults.result;
import static dev.mooring.gateway.CallResults.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Era;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.CallOptions;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.RelayOptions;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.mcp.server.Exchange;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.Refusal;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolResult;
import dev.mooring.mcp.server.http.HttpEndpoint;
import dev.mooring.mcp.server.http.HttpServer;
import dev.mooring.session.PerToolSetting;
import dev.mooring.session.ServerSettings;
import dev.mooring.session.Sharing;
import dev.mooring.session.ToolServer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.node.ObjectNode;

/** Tools that run as tasks, in the form of 2025-11-25 and in that of the modern era. */
@Timeout(60)
class TasksTest {
    private static final String RELATED = "io.modelcontextprotocol/related-task";

    private final TaskServer legacyTasks = new TaskServer(Era.LEGACY);
    private final TaskServer modernTasks = new TaskServer(Era.MODERN);
    private final ServedGateway served;

    TasksTest() throws Exception {
        served = ServedGateway.of(
                ToolServer.of("absent", ServerLocation.Local.of("no-such-program")),
                legacyTasks.as("legacy"),
                modernTasks.as("modern"),
                legacyTasks
                        .as("impatient")
                        .with(ServerSettings.builder()
                                .callTimeout(Duration.ofMillis(500))
                                .build()),
                legacyTasks
                        .as("shared")
                        .with(ServerSettings.builder()
                                .sharing(PerToolSetting.all(Sharing.SHARED))
                                .era(EraChoice.LEGACY)
                                .build()));
    }

    @AfterEach
    void stop() throws Exception {
        served.close();
        legacyTasks.close();
        modernTasks.close();
    }

    /** A server whose tool {@code work} creates tasks, which belong to a transport session. */
    private static final class TaskServer implements AutoCloseable {
        private final Map<String, String> statuses = new ConcurrentHashMap<>();
        private final List<String> updates = new CopyOnWriteArrayList<>();
        private final CountDownLatch hanging = new CountDownLatch(1);

        /** Results arrive when it is open. */
        private volatile CountDownLatch finished = new CountDownLatch(0);

        private volatile boolean refusesList;

        private final CountDownLatch asked = new CountDownLatch(1);
        private final Era era;
        private final HttpServer http;

        TaskServer(Era era) throws Exception {
            this.era = era;
            McpServer.Builder builder = McpServer.builder("tasks", "1")
                    .capabilities(
                            _ -> era == Era.LEGACY
                                    ? Json.objectOf(
                                            "{\"tasks\":{\"list\":{},\"cancel\":{},\"requests\":{\"tools\":{\"call\":{}}}}}")
                                    : Json.objectOf(
                                            "{\"extensions\":{\"io.modelcontextprotocol/tasks\":{},\"com.example/x\":{\"a\":1}}}"))
                    .tool(Tool.proxied(
                            Json.objectOf("{\"name\":\"work\",\"inputSchema\":{\"type\":\"object\"},"
                                    + "\"execution\":{\"taskSupport\":\"required\"}}"),
                            (arguments, exchange) -> work(exchange)))
                    .tool(Tool.named("hang").handledBy((arguments, exchange) -> {
                        hanging.await();
                        return ToolResult.text("hung");
                    }))
                    .tool(Tool.named("plain").handledBy((arguments, exchange) -> ToolResult.text("plain")))
                    .method(Methods.TASKS_GET, (params, exchange) -> task(params, exchange))
                    .method(Methods.TASKS_RESULT, this::resultOf)
                    .method(Methods.TASKS_UPDATE, (params, exchange) -> {
                        task(params, exchange);
                        updates.add(params.path("inputResponses").toString());
                        return Json.object();
                    })
                    .method(Methods.TASKS_CANCEL, (params, exchange) -> {
                        task(params, exchange);
                        statuses.put(key(params.path("taskId").asString(""), exchange), "cancelled");
                        return task(params, exchange);
                    })
                    .method(Methods.TASKS_LIST, (params, exchange) -> list(exchange));
            if (era == Era.MODERN) {
                builder.modernOnly();
            }
            http = HttpServer.start(
                    HttpEndpoint.builder(builder.build(), "/mcp").build());
        }

        private ToolResult work(Exchange exchange) throws Refusal {
            boolean isTask = era == Era.LEGACY
                    ? exchange.params().has("task")
                    : exchange.caller().capabilities().path("extensions").has("io.modelcontextprotocol/tasks");
            if (!isTask) {
                throw new Refusal(McpError.methodNotFound("this tool runs only as a task"));
            }
            String id = "task " + (statuses.size() + 1);
            statuses.put(key(id, exchange), "working");
            ObjectNode created = json(id, exchange);
            if (era == Era.MODERN) {
                return new ToolResult(created.put("resultType", "task"));
            }
            ObjectNode result = Json.object();
            result.set("task", created);
            return new ToolResult(result);
        }

        private String key(String id, Exchange exchange) {
            return exchange.caller().sessionId() + " " + id;
        }

        private ObjectNode json(String id, Exchange exchange) {
            return Json.object().put("taskId", id).put("status", statuses.get(key(id, exchange)));
        }

        private ObjectNode task(ObjectNode params, Exchange exchange) throws Refusal {
            String id = params.path("taskId").asString("");
            if (!statuses.containsKey(key(id, exchange))) {
                throw new Refusal(McpError.invalidParams("no such task: " + id));
            }
            return json(id, exchange);
        }

        private ObjectNode resultOf(ObjectNode params, Exchange exchange) throws Refusal, InterruptedException {
            task(params, exchange);
            asked.countDown();
            finished.await();
            ObjectNode result = Json.shallowCopy(ToolResult.text("done").json());
            result.putObject("_meta")
                    .putObject(RELATED)
                    .put("taskId", params.path("taskId").asString(""));
            return result;
        }

        /** Lists one task per page. */
        private ObjectNode list(Exchange exchange) throws Refusal {
            if (refusesList) {
                throw new Refusal(new McpError(-32099, "the list is being rebuilt"));
            }
            List<String> own = statuses.keySet().stream()
                    .filter(key -> key.startsWith(exchange.caller().sessionId() + " "))
                    .map(key -> key.substring(key.indexOf(' ') + 1))
                    .sorted()
                    .toList();
            int at = Integer.parseInt(exchange.params().path("cursor").asString("0"));
            ObjectNode result = Json.object();
            if (at < own.size()) {
                result.putArray("tasks").add(json(own.get(at), exchange));
            }
            return at + 1 < own.size() ? result.put("nextCursor", String.valueOf(at + 1)) : result;
        }

        ToolServer as(String name) {
            return ToolServer.of(name, ServerLocation.Remote.at(http.uri("/mcp")));
        }

        @Override
        public void close() throws IOException {
            hanging.countDown();
            finished.countDown();
            http.close();
        }
    }

    private static Reply request(McpClient client, String method, String task) throws Exception {
        return client.request(method, Json.object().put("taskId", task));
    }

    private static List<String> tools(McpClient client) throws Exception {
        return result(client.listTools())
                .path("tools")
                .valueStream()
                .map(tool -> tool.path("name").asString(""))
                .toList();
    }

    @Nested
    class Legacy {
        private McpClient open(String path, String principal) throws Exception {
            return served.open(
                    path, Map.of("Who", principal), ClientOptions.builder().era(EraChoice.LEGACY));
        }

        private static ObjectNode start(McpClient client, String tool) throws Exception {
            ObjectNode params = Json.object().put("name", tool);
            params.putObject("arguments");
            params.putObject("task").put("ttl", 60_000);
            return result(client.request(Methods.TOOLS_CALL, params));
        }

        private static String started(McpClient client, String tool) throws Exception {
            return start(client, tool).at("/task/taskId").stringValue();
        }

        @Test
        void capabilityAndToolsOfTheServerAreServed() throws Exception {
            try (McpClient one = open("/legacy/mcp", "ada");
                    McpClient all = open("/mcp", "ada")) {
                assertThat(one.capabilities().path("tasks").toString())
                        .isEqualTo("{\"list\":{},\"cancel\":{},\"requests\":{\"tools\":{\"call\":{}}}}");
                assertThat(all.capabilities().has("tasks")).isTrue();
                assertThat(tools(one)).contains("work");
                assertThat(tools(all)).contains("legacy__work");
            }
        }

        @Test
        void taskIsFollowedInItsSession() throws Exception {
            for (String path : List.of("/legacy/mcp", "/mcp")) {
                try (McpClient client = open(path, "ada")) {
                    ObjectNode created = start(client, path.equals("/mcp") ? "legacy__work" : "work");
                    String task = created.at("/task/taskId").stringValue();

                    assertThat(created.has("content")).isFalse();
                    assertThat(created.path("_meta").has(SessionAnnotation.META))
                            .isTrue();
                    ObjectNode state = result(request(client, Methods.TASKS_GET, task));
                    assertThat(state.path("taskId").stringValue()).isEqualTo(task);
                    assertThat(state.path("status").stringValue()).isEqualTo("working");
                    ObjectNode done = result(request(client, Methods.TASKS_RESULT, task));
                    assertThat(text(done)).isEqualTo("done");
                    assertThat(done.path("_meta").path(RELATED).path("taskId").stringValue())
                            .isEqualTo(task);
                    assertThat(result(request(client, Methods.TASKS_CANCEL, task))
                                    .path("status")
                                    .stringValue())
                            .isEqualTo("cancelled");
                }
            }
        }

        @Test
        void resultMayTakeLongerThanACall() throws Exception {
            legacyTasks.finished = new CountDownLatch(1);
            try (McpClient client = open("/impatient/mcp", "ada")) {
                String task = started(client, "work");
                FutureTask<Reply> result = new FutureTask<>(() -> request(client, Methods.TASKS_RESULT, task));
                Thread.ofVirtual().start(result);
                legacyTasks.asked.await();
                // Sent later, so the request for the result is older than the timeout of a call now.
                assertThat(text(result(client.callTool("hang", Json.object())))).contains("did not answer within");
                assertThat(result).isNotDone();
                legacyTasks.finished.countDown();
                assertThat(text(result(result.get()))).isEqualTo("done");
            }
        }

        @Test
        void listHasTheTasksOfTheCallersSessionOnly() throws Exception {
            try (McpClient one = open("/mcp", "ada");
                    McpClient other = open("/mcp", "ada")) {
                assertThat(result(one.request(Methods.TASKS_LIST, Json.object()))
                                .path("tasks"))
                        .isEmpty();
                String first = started(one, "legacy__work");
                String second = started(one, "legacy__work");
                started(other, "legacy__work");
                started(one, "shared__work");

                assertThat(result(one.request(Methods.TASKS_LIST, Json.object()))
                                .path("tasks"))
                        .extracting(task -> task.path("taskId").stringValue())
                        .containsExactlyInAnyOrder(first, second);
            }
        }

        @Test
        void errorOfTheListPassesThrough() throws Exception {
            legacyTasks.refusesList = true;
            try (McpClient client = open("/legacy/mcp", "ada")) {
                started(client, "work");

                assertThat(client.request(Methods.TASKS_LIST, Json.object()))
                        .isInstanceOfSatisfying(
                                Reply.Rejected.class,
                                fault -> assertThat(fault.error().code()).isEqualTo(-32099));
            }
        }

        @Test
        void taskOfAnotherPrincipalIsUnknown() throws Exception {
            try (McpClient ada = open("/legacy/mcp", "ada");
                    McpClient bob = open("/legacy/mcp", "bob")) {
                String task = started(ada, "work");

                for (String method : List.of(Methods.TASKS_GET, Methods.TASKS_RESULT, Methods.TASKS_CANCEL)) {
                    assertThat(request(bob, method, task))
                            .isInstanceOfSatisfying(
                                    Reply.Rejected.class,
                                    fault -> assertThat(fault.error().message()).contains("Unknown task."));
                }
                assertThat(result(request(ada, Methods.TASKS_GET, task))
                                .path("status")
                                .stringValue())
                        .isEqualTo("working");
            }
        }

        @Test
        void taskEndsWithItsSession() throws Exception {
            try (McpClient client = open("/legacy/mcp", "ada")) {
                ObjectNode created = start(client, "work");
                String session =
                        created.path("_meta").path(SessionAnnotation.META).stringValue();
                callIn(session, client, "end_session");

                assertThat(request(
                                client,
                                Methods.TASKS_GET,
                                created.at("/task/taskId").stringValue()))
                        .isInstanceOf(Reply.Rejected.class);
            }
        }

        @Test
        void serverRefusesACallWithoutATask() throws Exception {
            try (McpClient client = open("/legacy/mcp", "ada")) {
                assertThat(client.callTool("work", Json.object()))
                        .isInstanceOfSatisfying(
                                Reply.Rejected.class,
                                fault -> assertThat(fault.error().code()).isEqualTo(McpError.METHOD_NOT_FOUND));
                assertThat(plainText(call(client, "plain"))).isEqualTo("plain");
            }
        }

        @Test
        void modernClientDoesNotSeeToolsThatRunOnlyAsTasks() throws Exception {
            try (McpClient client = served.modern("/legacy/mcp")) {
                assertThat(tools(client)).contains("plain").doesNotContain("work");
                assertThat(client.capabilities().has("tasks")).isFalse();
                assertThat(request(client, Methods.TASKS_GET, "x"))
                        .isInstanceOfSatisfying(
                                Reply.Rejected.class,
                                fault -> assertThat(fault.error().code()).isEqualTo(McpError.METHOD_NOT_FOUND));
            }
        }
    }

    @Nested
    class Modern {
        private static final CallOptions WITH_TASKS = CallOptions.builder()
                .relay(RelayOptions.builder()
                        .capabilities(Json.objectOf("{\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}"))
                        .build())
                .build();

        private McpClient open(String path, String principal) throws Exception {
            return served.open(
                    path,
                    Map.of("Who", principal),
                    ClientOptions.builder()
                            .era(EraChoice.MODERN)
                            .capability("extensions", Json.objectOf("{\"io.modelcontextprotocol/tasks\":{}}")));
        }

        private static String started(McpClient client, String tool) throws Exception {
            ObjectNode created = result(client.callTool(tool, Json.object(), WITH_TASKS));
            assertThat(created.path("resultType").stringValue()).isEqualTo("task");
            return created.path("taskId").stringValue();
        }

        @Test
        void extensionsOfTheServersAreDeclared() throws Exception {
            for (String path : List.of("/modern/mcp", "/mcp")) {
                try (McpClient client = open(path, "ada")) {
                    assertThat(client.capabilities().path("extensions").toString())
                            .isEqualTo("{\"io.modelcontextprotocol/tasks\":{},\"com.example/x\":{\"a\":1}}");
                }
            }
        }

        @Test
        void taskIsFollowedWithTheMethodsOfTheExtension() throws Exception {
            for (String path : List.of("/modern/mcp", "/mcp")) {
                try (McpClient client = open(path, "ada")) {
                    String task = started(client, path.equals("/mcp") ? "modern__work" : "work");

                    ObjectNode state = result(request(client, Methods.TASKS_GET, task));
                    assertThat(state.path("taskId").stringValue()).isEqualTo(task);
                    assertThat(state.path("status").stringValue()).isEqualTo("working");
                    ObjectNode update = Json.object().put("taskId", task);
                    update.putObject("inputResponses").put("name", "Ada");
                    result(client.request(Methods.TASKS_UPDATE, update));
                    assertThat(modernTasks.updates).last().isEqualTo("{\"name\":\"Ada\"}");
                    result(request(client, Methods.TASKS_CANCEL, task));
                    assertThat(result(request(client, Methods.TASKS_GET, task))
                                    .path("status")
                                    .stringValue())
                            .isEqualTo("cancelled");
                }
            }
        }

        @Test
        void taskOfAnotherPrincipalIsUnknown() throws Exception {
            try (McpClient ada = open("/modern/mcp", "ada");
                    McpClient bob = open("/modern/mcp", "bob")) {
                String task = started(ada, "work");
                String forged = task.replaceFirst("^[^.]+", started(bob, "work").replaceFirst("\\..*", ""));

                for (String id : List.of(task, forged, "task 1", "")) {
                    assertThat(request(bob, Methods.TASKS_GET, id))
                            .describedAs(id)
                            .isInstanceOfSatisfying(
                                    Reply.Rejected.class,
                                    fault -> assertThat(fault.error().message()).contains("Unknown task."));
                }
            }
        }

        @Test
        void serverSeesWhetherTheCallerSupportsTasks() throws Exception {
            try (McpClient client = served.modern("/modern/mcp")) {
                assertThat(client.callTool("work", Json.object())).isInstanceOf(Reply.Rejected.class);
            }
        }
    }

    @Test
    void sessionDeclaresTheExtensionsOfItsCaller() throws Exception {
        try (StatefulServer upstream = StatefulServer.start();
                ServedGateway gateway = ServedGateway.of(upstream.as("counter"))) {
            ObjectNode extensions = Json.objectOf("{\"com.example/x\":{\"a\":1}}");
            for (EraChoice era : List.of(EraChoice.LEGACY, EraChoice.MODERN)) {
                try (McpClient client = gateway.open(
                        "/counter/mcp",
                        Map.of(),
                        ClientOptions.builder().era(era).capability("extensions", extensions))) {
                    assertThat(plainText(call(client, "extensions"))).isEqualTo("{\"com.example/x\":{\"a\":1}}");
                }
            }
            try (McpClient client = gateway.legacy("/counter/mcp")) {
                assertThat(plainText(call(client, "extensions"))).isEqualTo("{}");
            }
        }
    }

    @Test
    void idsAreStableAndBoundToThePrincipal() {
        var ids = new TaskIds(new SecretKeySpec(new byte[32], "AES"));
        var task = new TaskIds.Task(null, "a.b server", "1.2 ü");
        String id = ids.idFor(task, "ada");

        assertThat(ids.idFor(task, "ada")).isEqualTo(id);
        assertThat(ids.taskOf(id, "ada")).contains(task);
        assertThat(ids.taskOf(id, "bob")).isEmpty();
        assertThat(ids.taskOf(id, null)).isEmpty();
        assertThat(ids.taskOf("x" + id, "ada")).isEmpty();
        assertThat(ids.taskOf("....", "ada")).isEmpty();
    }
}
