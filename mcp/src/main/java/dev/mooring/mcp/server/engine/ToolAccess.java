package dev.mooring.mcp.server.engine;

import dev.mooring.mcp.McpError;
import dev.mooring.mcp.server.Caller;
import dev.mooring.mcp.server.Refusal;
import dev.mooring.mcp.server.ServerFeatures;
import dev.mooring.mcp.server.Tool;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The tools that a caller may see and call. */
final class ToolAccess {
    private final ServerFeatures features;
    private final @Nullable Function<Tool, String> scopeOf;

    /** @param scopeOf returns the scope that a caller needs for a tool; null if callers need none */
    ToolAccess(ServerFeatures features, @Nullable Function<Tool, String> scopeOf) {
        this.features = features;
        this.scopeOf = scopeOf;
    }

    List<Tool> all(Caller caller) throws Exception {
        List<Tool> tools = features.tools(caller);
        return scopeOf == null || caller.scopes() == null
                ? tools
                : tools.stream()
                        .filter(tool -> caller.hasScope(scopeOf.apply(tool)))
                        .toList();
    }

    /**
     * Returns the tool with a name.
     *
     * @param stream receives the scope that the caller lacks
     * @throws Refusal if there is no such tool, or the caller may not call it
     */
    Tool named(String name, Caller caller, CallStream stream) throws Exception {
        Tool tool = features.tool(name, caller);
        if (tool == null) {
            throw new Refusal(McpError.invalidParams("unknown tool: " + name));
        }
        if (scopeOf != null && !caller.hasScope(scopeOf.apply(tool))) {
            String scope = scopeOf.apply(tool);
            stream.onMissingScope(scope);
            throw new Refusal(McpError.invalidRequest("Cannot call " + name + ": the token lacks the scope " + scope
                    + ". Ask the owner of this server for a token with that scope."));
        }
        return tool;
    }
}
