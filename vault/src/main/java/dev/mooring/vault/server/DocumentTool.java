package dev.mooring.vault.server;

import dev.mooring.handle.HandleOwner;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolResult;
import java.io.IOException;
import java.time.Duration;
import tools.jackson.databind.node.ObjectNode;

/** What a document tool and a tool of the protocol have to do with each other. */
final class DocumentTool {
    /** Where a result's metadata name the session that its text names. */
    static final String SESSION_ID = "dev.mooring/session_id";

    private static final String NOBODY_KNOWN = "unknown";

    private DocumentTool() {}

    /** One operation on documents, free of the protocol. */
    @FunctionalInterface
    interface Operation {
        ToolText run(ToolArguments arguments, Actor actor) throws IOException;
    }

    static Tool of(ToolDefinition definition, Operation operation, ToolCallListener listener) {
        return Tool.named(definition.name())
                .title(definition.title())
                .description(definition.description())
                .input(Json.objectOf(definition.inputSchema()))
                .annotations(hints(definition))
                .handledBy((arguments, exchange) -> {
                    long start = System.nanoTime();
                    boolean failed = true;
                    try {
                        ToolText answer = operation.run(new ToolArguments(arguments), actor(exchange.caller()));
                        failed = answer.isError();
                        return result(answer);
                    } finally {
                        listener.called(definition.name(), Duration.ofNanos(System.nanoTime() - start), failed);
                    }
                });
    }

    private static ObjectNode hints(ToolDefinition definition) {
        ObjectNode hints = Json.object().put("readOnlyHint", definition.readOnly());
        if (!definition.readOnly()) {
            // What it writes is a suggestion beside the old text, which stays until a person decides.
            hints.put("destructiveHint", false);
        }
        return hints.put("openWorldHint", false);
    }

    /** The text alone and no structured content: some clients hide the text where there is any. */
    private static ToolResult result(ToolText answer) {
        ToolResult result = answer.isError() ? ToolResult.error(answer.text()) : ToolResult.text(answer.text());
        answer.session().ifPresent(id -> result.json().putObject("_meta").put(SESSION_ID, id));
        return result;
    }

    private static Actor actor(dev.mooring.mcp.server.Caller caller) {
        String principal = caller.principal();
        if (principal != null) {
            return new Actor(HandleOwner.principal(principal), principal);
        }
        Implementation client = caller.client();
        return new Actor(HandleOwner.ANONYMOUS, client == null ? NOBODY_KNOWN : client.displayName());
    }
}
