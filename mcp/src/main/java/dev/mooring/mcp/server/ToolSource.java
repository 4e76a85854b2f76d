package dev.mooring.mcp.server;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tools that depend on who asks. Asked for each request, from many threads; a fault ends that request only. */
@FunctionalInterface
public interface ToolSource {
    /** In an order that stays the same while the tools do. */
    List<Tool> tools(Caller caller) throws Exception;

    /** The tool of that name, or null where this caller has none. */
    default @Nullable Tool tool(String name, Caller caller) throws Exception {
        for (Tool tool : tools(caller)) {
            if (tool.name().equals(name)) {
                return tool;
            }
        }
        return null;
    }
}
