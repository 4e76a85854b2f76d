package dev.mooring.examples;

import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolResult;
import dev.mooring.mcp.server.stdio.StdioServer;
import dev.mooring.session.ToolServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/** A stateful MCP server over stdio. Its counter lives as long as its process. */
public final class CounterServer {
    private CounterServer() {}

    public static void main(String... args) throws IOException {
        AtomicInteger counter = new AtomicInteger();
        McpServer server = McpServer.builder("counter", "1.0")
                .tool(Tool.named("count")
                        .description("Adds 1 to the counter and returns it")
                        .handledBy((arguments, exchange) -> ToolResult.text("" + counter.incrementAndGet())))
                .build();
        StdioServer.builder(server).build().serveThisProcess();
    }

    /** Returns this server as a command to start. For another server: {@code ServerLocation.Local.of("npx", "some-server")}. */
    static ToolServer asToolServer(String name) {
        return ToolServer.of(
                name,
                ServerLocation.Local.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CounterServer.class.getName()));
    }
}
