package dev.mooring.mcp.server;

import java.util.List;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Tools that depend on the caller.
 *
 * <p>The server calls the source for each request, from many threads. An exception fails only that request.
 */
@FunctionalInterface
@API(status = API.Status.MAINTAINED, since = "0.1")
public interface ToolSource {
    /** Returns the tools for a caller, in a stable order. */
    List<Tool> tools(Caller caller) throws Exception;

    /** Returns the tool with a name, or null if this caller has no such tool. */
    default @Nullable Tool tool(String name, Caller caller) throws Exception {
        for (Tool tool : tools(caller)) {
            if (tool.name().equals(name)) {
                return tool;
            }
        }
        return null;
    }
}
