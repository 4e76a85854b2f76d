package dev.mooring.examples.spring;

import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolResult;
import dev.mooring.mcp.server.stdio.StdioServer;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/** A stateful MCP server. As a program, it serves stdio. */
public final class CounterServer {
    private CounterServer() {}

    public static void main(String... args) throws IOException {
        StdioServer.builder(create()).build().serveThisProcess();
    }

    static McpServer create() {
        AtomicInteger counter = new AtomicInteger();
        return McpServer.builder("counter", "1.0")
                .tool(Tool.named("count")
                        .description("Adds 1 to the counter and returns it")
                        .handledBy((arguments, exchange) -> ToolResult.text("" + counter.incrementAndGet())))
                .build();
    }
}
