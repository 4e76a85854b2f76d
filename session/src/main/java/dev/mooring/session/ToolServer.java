package dev.mooring.session;

import dev.mooring.mcp.client.ServerLocation;

/**
 * A server that tools come from.
 *
 * @param name what sessions are held by, so it must be unique
 * @param secrets what must not be seen of its configuration
 */
public record ToolServer(String name, ServerLocation location, ServerSettings settings, Secrets secrets) {
    public ToolServer {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a tool server needs a name");
        }
    }

    public static ToolServer of(String name, ServerLocation location) {
        return new ToolServer(name, location, ServerSettings.DEFAULT, Secrets.NONE);
    }

    public ToolServer with(ServerSettings newSettings) {
        return new ToolServer(name, location, newSettings, secrets);
    }

    /** Never the configuration itself, which may hold secrets. */
    @Override
    public String toString() {
        return "tool server " + name;
    }
}
