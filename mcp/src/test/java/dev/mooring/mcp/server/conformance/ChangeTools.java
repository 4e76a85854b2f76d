package dev.mooring.mcp.server.conformance;

import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.Prompt;
import dev.mooring.mcp.server.PromptResult;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolResult;
import java.util.concurrent.CompletableFuture;

/** Tools that change the lists of the server, so that it notifies listeners. */
final class ChangeTools {
    private final CompletableFuture<McpServer> server = new CompletableFuture<>();

    void addTo(McpServer.Builder builder) {
        builder.tool(Tool.named("test_trigger_tool_change")
                .description("Adds a tool and removes it again")
                .handledBy((arguments, exchange) -> {
                    server.get()
                            .addTool(Tool.named("test_temporary_tool")
                                    .handledBy((none, inner) -> ToolResult.text("Temporary.")));
                    server.get().removeTool("test_temporary_tool");
                    return ToolResult.text("The tools have changed.");
                }));
        builder.tool(Tool.named("test_trigger_prompt_change")
                .description("Adds a prompt and removes it again")
                .handledBy((arguments, exchange) -> {
                    server.get()
                            .addPrompt(Prompt.of(
                                    "test_temporary_prompt", "", (none, inner) -> PromptResult.text("Temporary.")));
                    server.get().removePrompt("test_temporary_prompt");
                    return ToolResult.text("The prompts have changed.");
                }));
    }

    void serve(McpServer built) {
        server.complete(built);
    }
}
