package dev.mooring.gateway;

import dev.mooring.mcp.server.Tool;
import dev.mooring.session.ToolScope;
import org.apiguardian.api.API;

/** The permissions that callers need for the tools of a gateway. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class ToolScopes {
    private ToolScopes() {}

    /**
     * Returns the permission that a caller needs to call a tool. For a tool of an upstream server, the settings of the server
     * decide, because the server's own word that a tool only reads cannot be trusted. The gateway's own tools, {@code
     * end_session} and {@code sign_in}, concern only their caller.
     */
    public static ToolScope of(Tool tool) {
        return tool.handler() instanceof ForwardedTool forwarded ? forwarded.scope() : ToolScope.READ;
    }
}
