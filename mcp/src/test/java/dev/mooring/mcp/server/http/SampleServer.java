package dev.mooring.mcp.server.http;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.LogLevel;
import dev.mooring.mcp.server.InputRequest;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.ReadResult;
import dev.mooring.mcp.server.Resource;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolResult;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.node.StringNode;

/** A server with one tool per feature of a transport. */
public final class SampleServer {
    public final AtomicInteger startedWaits = new AtomicInteger();
    public final AtomicInteger interruptedWaits = new AtomicInteger();
    public final CountDownLatch release = new CountDownLatch(1);
    public final McpServer server;

    public SampleServer() {
        this(McpServer.builder("served", "1"));
    }

    public SampleServer(McpServer.Builder builder) {
        server = builder.logging()
                .resource(Resource.of(
                        "test://ü",
                        "umlaut",
                        "text/plain",
                        (uri, variables, exchange) -> ReadResult.text(uri, "text/plain", "ü")))
                .tool(Tool.named("echo").handledBy((arguments, exchange) -> ToolResult.text(Json.text(arguments))))
                .tool(Tool.named("who")
                        .handledBy((arguments, exchange) -> ToolResult.text(exchange.caller()
                                        .principal() + " " + exchange.caller().sessionId())))
                .tool(Tool.named("wait").handledBy((arguments, exchange) -> {
                    startedWaits.incrementAndGet();
                    try {
                        release.await();
                        return ToolResult.text("released");
                    } catch (InterruptedException e) {
                        interruptedWaits.incrementAndGet();
                        throw e;
                    }
                }))
                .tool(Tool.named("talk").handledBy((arguments, exchange) -> {
                    exchange.progress(1, 2.0, "half");
                    exchange.log(LogLevel.WARNING, null, StringNode.valueOf("careful"));
                    return ToolResult.text("talked");
                }))
                .tool(Tool.named("ask")
                        .handledBy((arguments, exchange) -> ToolResult.text(Json.text(exchange.requestInput(
                                "q", InputRequest.elicit("Confirm?", Json.objectOf("{\"type\":\"object\"}")))))))
                .tool(Tool.named("mirrored")
                        .input(Json.objectOf("""
                                {"type": "object", "properties": {
                                   "region": {"type": "string", "x-mcp-header": "Region"},
                                   "level": {"type": "integer", "x-mcp-header": "Level"}}}"""))
                        .handledBy((arguments, exchange) -> ToolResult.text("mirrored")))
                .build();
    }
}
