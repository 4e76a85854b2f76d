package dev.mooring.mcp.server.conformance;

import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolResult;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A tool that runs until it is cancelled, and tools that wait for its start and its cancellation. */
final class CancellationTools {
    private final CountDownLatch waiting = new CountDownLatch(1);
    private final CountDownLatch interrupted = new CountDownLatch(1);

    void addTo(McpServer.Builder builder) {
        builder.tool(Tool.named("test_wait_until_cancelled")
                .description("Ends only when it is cancelled")
                .handledBy((arguments, exchange) -> {
                    waiting.countDown();
                    try {
                        new CountDownLatch(1).await();
                        return ToolResult.text("Not reached.");
                    } catch (InterruptedException e) {
                        interrupted.countDown();
                        throw e;
                    }
                }));
        builder.tool(Tool.named("test_await_waiting")
                .description("Ends when test_wait_until_cancelled has started")
                .handledBy((arguments, exchange) -> await(waiting)));
        builder.tool(Tool.named("test_await_interrupted")
                .description("Ends when test_wait_until_cancelled was interrupted")
                .handledBy((arguments, exchange) -> await(interrupted)));
    }

    private static ToolResult await(CountDownLatch latch) throws InterruptedException {
        return latch.await(20, TimeUnit.SECONDS) ? ToolResult.text("yes") : ToolResult.error("no");
    }
}
