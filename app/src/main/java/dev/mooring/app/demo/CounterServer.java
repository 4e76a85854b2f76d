package dev.mooring.app.demo;

import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolResult;
import dev.mooring.mcp.server.stdio.StdioServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/** A stateful server in a process of its own: it counts, and says which process it is. */
public final class CounterServer {
    private CounterServer() {}

    public static void main(String... args) throws IOException {
        AtomicInteger counter = new AtomicInteger();
        McpServer server = McpServer.builder("counter", "1.0")
                .tool(Tool.named("count")
                        .description("Counts one further and says the number")
                        .handledBy((arguments, exchange) -> ToolResult.text(String.valueOf(counter.incrementAndGet()))))
                .tool(Tool.named("pid")
                        .description("Says the number of the process that counts")
                        .handledBy((arguments, exchange) -> ToolResult.text(
                                String.valueOf(ProcessHandle.current().pid()))))
                .build();
        StdioServer.builder(server).build().serveThisProcess();
    }

    /** How this program starts it. */
    static ServerLocation.Local location() {
        return ServerLocation.Local.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                CounterServer.class.getName());
    }
}
