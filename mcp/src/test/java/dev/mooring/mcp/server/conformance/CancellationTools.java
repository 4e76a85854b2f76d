package dev.mooring.mcp.server.conformance;

import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolResult;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A tool that does not end by itself, and tools that wait for what happens to it. */
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
                        return ToolResult.text("This is never said.");
                    } catch (InterruptedException e) {
                        interrupted.countDown();
                        throw e;
                    }
                }));
        builder.tool(Tool.named("test_await_waiting")
                .description("Ends when the other tool waits")
                .handledBy((arguments, exchange) -> outcomeOf(waiting)));
        builder.tool(Tool.named("test_await_interrupted")
                .description("Ends when the other tool was cancelled")
                .handledBy((arguments, exchange) -> outcomeOf(interrupted)));
    }

    private static ToolResult outcomeOf(CountDownLatch latch) throws InterruptedException {
        return latch.await(20, TimeUnit.SECONDS) ? ToolResult.text("yes") : ToolResult.error("no");
    }
}
