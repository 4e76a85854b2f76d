package dev.mooring.session;

import dev.mooring.mcp.client.ServerLocation;
import org.apiguardian.api.API;

/**
 * An MCP server that provides tools.
 *
 * @param name unique among the servers of one {@link Sessions}
 * @param location how to reach the server
 * @param secrets the values of its configuration, and the tokens for it, that must not appear in any output
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record ToolServer(String name, ServerLocation location, ServerSettings settings, Secrets secrets) {
    /**
     * Checks the name.
     *
     * @throws IllegalArgumentException if the name is blank
     */
    public ToolServer {
        if (name.isBlank()) {
            throw new IllegalArgumentException("The name of a tool server must not be blank");
        }
    }

    /** Returns a server with default settings and no secrets. */
    public static ToolServer of(String name, ServerLocation location) {
        return new ToolServer(name, location, ServerSettings.DEFAULT, Secrets.none());
    }

    /** Returns a copy with other settings. */
    public ToolServer with(ServerSettings newSettings) {
        return new ToolServer(name, location, newSettings, secrets);
    }

    /** Returns only the name, because the configuration may contain secrets. */
    @Override
    public String toString() {
        return "tool server " + name;
    }
}
