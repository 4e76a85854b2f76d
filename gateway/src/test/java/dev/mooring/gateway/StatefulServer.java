package dev.mooring.gateway;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.LogLevel;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.mcp.server.Caller;
import dev.mooring.mcp.server.Completer;
import dev.mooring.mcp.server.InputRequest;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.Prompt;
import dev.mooring.mcp.server.PromptResult;
import dev.mooring.mcp.server.ReadResult;
import dev.mooring.mcp.server.Refusal;
import dev.mooring.mcp.server.Resource;
import dev.mooring.mcp.server.ResourceSource;
import dev.mooring.mcp.server.ResourceTemplate;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolResult;
import dev.mooring.mcp.server.http.HttpEndpoint;
import dev.mooring.mcp.server.http.HttpServer;
import dev.mooring.session.ToolServer;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** A server in this JVM with a counter per transport session, and a tool for each kind of message that the gateway forwards. */
final class StatefulServer implements AutoCloseable {
    private final Map<String, AtomicInteger> counters = new ConcurrentHashMap<>();
    private final AtomicInteger opened = new AtomicInteger();
    private final List<String> subscribers = new CopyOnWriteArrayList<>();
    private final CountDownLatch waiting = new CountDownLatch(1);
    private final CountDownLatch cancelled = new CountDownLatch(1);
    private final McpServer server;
    private volatile HttpEndpoint endpoint;
    private volatile HttpServer http;
    private final URI address;

    private StatefulServer(boolean modernOnly) throws Exception {
        McpServer.Builder builder = McpServer.builder("stateful", "1")
                .instructions(() -> {
                    opened.incrementAndGet();
                    return "Counts.";
                })
                .resources(new ResourceSource() {
                    @Override
                    public List<Resource> resources(Caller caller) {
                        return List.of();
                    }

                    @Override
                    public void onSubscribe(String uri, Caller caller) {
                        subscribers.add(String.valueOf(caller.sessionId()));
                    }
                })
                .logging()
                .completer((question, exchange) -> Completer.Completion.of(List.of(
                        (question.value().equals("whoami") ? exchange.caller().sessionId() : question.value()) + "!")));
        if (modernOnly) {
            builder.modernOnly();
        }
        addTools(builder);
        builder.resource(Resource.of(
                "note://one",
                "one",
                "text/plain",
                (uri, variables, exchange) -> ReadResult.text(
                        uri,
                        "text/plain",
                        "count " + counter(exchange.caller().sessionId()).get())));
        builder.template(ResourceTemplate.of(
                "note://{name}",
                "any",
                "text/plain",
                (uri, variables, exchange) -> ReadResult.text(uri, "text/plain", "called " + variables.get("name"))));
        builder.prompt(Prompt.of(
                "greet",
                "Greets",
                (arguments, exchange) -> PromptResult.text(
                        "count " + counter(exchange.caller().sessionId()).get())));
        builder.prompt(Prompt.of(
                "introduce",
                "Asks who you are",
                (arguments, exchange) -> PromptResult.text("This is "
                        + exchange.requestInput("name", InputRequest.elicit("Who are you?", form("name")))
                                .at("/content/name")
                                .asString("nobody")
                        + ", count " + counter(exchange.caller().sessionId()).get())));
        server = builder.build();
        endpoint = HttpEndpoint.builder(server, "/mcp").build();
        http = HttpServer.start(endpoint);
        address = http.uri("/mcp");
    }

    static StatefulServer start() throws Exception {
        return new StatefulServer(false);
    }

    static StatefulServer startModernOnly() throws Exception {
        return new StatefulServer(true);
    }

    private AtomicInteger counter(@Nullable String session) {
        return counters.computeIfAbsent(Objects.requireNonNullElse(session, "none"), id -> new AtomicInteger());
    }

    private void addTools(McpServer.Builder builder) {
        builder.tool(Tool.named("count")
                .description("Counts how often it was called")
                .handledBy((arguments, exchange) -> ToolResult.text(
                        String.valueOf(counter(exchange.caller().sessionId()).incrementAndGet()))));
        builder.tool(Tool.named("whoami")
                .handledBy((arguments, exchange) ->
                        ToolResult.text(String.valueOf(exchange.caller().sessionId()))));
        builder.tool(Tool.named("echo")
                .input(Json.objectOf("{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}},"
                        + "\"required\":[\"text\"],\"additionalProperties\":false}"))
                .handledBy((arguments, exchange) -> ToolResult.text(Json.text(arguments))));
        builder.tool(Tool.named("measure")
                .output(Json.objectOf("{\"type\":\"object\",\"properties\":{\"value\":{\"type\":\"number\"}},"
                        + "\"required\":[\"value\"],\"additionalProperties\":false}"))
                .handledBy((arguments, exchange) ->
                        ToolResult.structured(Json.object().put("value", 42))));
        builder.tool(Tool.named("picture").handledBy((arguments, exchange) -> {
            ObjectNode json = Json.object();
            json.putArray("content")
                    .addObject()
                    .put("type", "image")
                    .put("data", "AAAA")
                    .put("mimeType", "image/png");
            return new ToolResult(json);
        }));
        builder.tool(Tool.named("fail").handledBy((arguments, exchange) -> ToolResult.error("It is broken.")));
        builder.tool(Tool.named("refuse").handledBy((arguments, exchange) -> {
            throw new Refusal(new McpError(-32042, "not today", Json.object().put("until", "tomorrow")));
        }));
        builder.tool(Tool.named("climb").handledBy((arguments, exchange) -> {
            for (int step = 1; step <= 3; step++) {
                exchange.log(LogLevel.WARNING, "stairs", StringNode.valueOf("step " + step));
                exchange.progress(step, 3.0, "step " + step);
            }
            return ToolResult.text("up");
        }));
        builder.tool(Tool.named("wait").handledBy((arguments, exchange) -> {
            waiting.countDown();
            try {
                new CountDownLatch(1).await();
                return ToolResult.text("never");
            } catch (InterruptedException e) {
                cancelled.countDown();
                throw e;
            }
        }));
        builder.tool(Tool.named("ask").handledBy((arguments, exchange) -> {
            int count = counter(exchange.caller().sessionId()).get();
            try {
                ObjectNode first = exchange.requestInput("name", InputRequest.elicit("Who are you?", form("name")));
                ObjectNode second = exchange.requestInput("age", InputRequest.elicit("How old?", form("age")));
                return ToolResult.text(first.at("/content/name").asString("nobody") + " is "
                        + second.at("/content/age").asString("ageless") + ", count " + count);
            } catch (InterruptedException e) {
                cancelled.countDown();
                throw e;
            }
        }));
        builder.tool(Tool.named("visit").handledBy((arguments, exchange) -> {
            ObjectNode params = Json.object()
                    .put("mode", "url")
                    .put("elicitationId", "e1")
                    .put("url", "https://example.com/consent")
                    .put("message", "Please consent.");
            ObjectNode answer = exchange.requestInput("visit", new InputRequest(Methods.ELICIT, params));
            exchange.notifyCaller(Methods.ELICITATION_COMPLETE, Json.object().put("elicitationId", "e1"));
            return ToolResult.text("visited: " + answer.path("action").asString(""));
        }));
        builder.tool(Tool.named("extensions")
                .handledBy((arguments, exchange) -> ToolResult.text(
                        String.valueOf(exchange.caller().capabilities().get("extensions")))));
        builder.tool(Tool.named("think").handledBy((arguments, exchange) -> {
            exchange.requestInput("thought", InputRequest.sample(Json.objectOf("{\"messages\":[],\"maxTokens\":1}")));
            return ToolResult.text("thought");
        }));
        builder.tool(Tool.named("meta")
                .handledBy((arguments, exchange) -> ToolResult.text(String.valueOf(exchange.meta()))));
        builder.tool(Tool.proxied(
                Json.objectOf("{\"name\":\"later\",\"inputSchema\":{\"type\":\"object\"},"
                        + "\"execution\":{\"taskSupport\":\"required\"}}"),
                (arguments, exchange) -> ToolResult.text("never")));
    }

    private static ObjectNode form(String field) {
        ObjectNode schema = Json.object().put("type", "object");
        schema.putObject("properties").putObject(field).put("type", "string");
        return schema;
    }

    ToolServer as(String name) {
        return ToolServer.of(name, ServerLocation.Remote.at(address));
    }

    McpServer server() {
        return server;
    }

    /** Serves the same tools in place of this server, at the same address, without its transport sessions. */
    void forgetSessions() throws Exception {
        pause();
        endpoint = HttpEndpoint.builder(server, "/mcp").build();
        resume();
    }

    /** Stops listening. */
    void pause() throws IOException {
        http.stop(Duration.ZERO);
    }

    /** Listens again, at the same address. */
    void resume() throws IOException {
        http = HttpServer.builder().endpoint(endpoint).port(address.getPort()).start();
    }

    /** Returns the number of open transport sessions. */
    int sessions() {
        return endpoint.sessionCount();
    }

    /** Returns the number of sessions opened so far. */
    int opened() {
        return opened.get();
    }

    /** Returns the ids of the transport sessions that subscribed to a resource. */
    List<String> subscribers() {
        return subscribers;
    }

    void awaitWaiting() throws InterruptedException {
        waiting.await();
    }

    void awaitCancelled() throws InterruptedException {
        cancelled.await();
    }

    @Override
    public void close() throws IOException {
        http.stop(Duration.ZERO);
    }
}
