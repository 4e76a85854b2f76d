package dev.mooring.bench.replicas;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolResult;
import dev.mooring.mcp.server.http.HttpEndpoint;
import dev.mooring.mcp.server.http.HttpServer;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/** A remote server with the tool of {@code counter.sh}, and the same state for each transport session. */
final class CountingServer implements AutoCloseable {
    /** One call in four takes longer, so that faults hit more calls in flight. */
    private static final int SLOW_SHARE = 4;

    private static final int MAX_DELAY_MILLIS = 50;

    private final Map<String, State> states = new ConcurrentHashMap<>();
    private final HttpServer http;

    private record State(String owner, int count) {
        State next() {
            return new State(owner, count + 1);
        }
    }

    CountingServer() throws IOException {
        McpServer server = McpServer.builder("counter", "1")
                .tool(Tool.named("count").handledBy((arguments, exchange) -> {
                    String client = Objects.requireNonNullElse(Json.stringAt(arguments, "client"), "nobody");
                    State state = states.merge(
                            String.valueOf(exchange.caller().sessionId()),
                            new State(client, 1),
                            (before, _) -> before.next());
                    ThreadLocalRandom random = ThreadLocalRandom.current();
                    if (random.nextInt(SLOW_SHARE) == 0) {
                        Thread.sleep(random.nextInt(MAX_DELAY_MILLIS));
                    }
                    return ToolResult.text(state.owner() + " " + state.count());
                }))
                .build();
        http = HttpServer.start(HttpEndpoint.builder(server, "/mcp").build());
    }

    URI address() {
        return http.uri("/mcp");
    }

    @Override
    public void close() throws IOException {
        http.close();
    }
}
