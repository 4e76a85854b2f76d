package dev.mooring.gateway;

import dev.mooring.mcp.client.credentials.CredentialSource;
import dev.mooring.session.ToolServer;
import java.net.URI;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Credentials of the gateway itself for all servers. */
record SharedCredentials(Function<ToolServer, CredentialSource> credentials) implements UpstreamCredentials {
    @Override
    public CredentialSource ofGateway(ToolServer server) {
        return credentials.apply(server);
    }

    @Override
    public boolean isPersonal(ToolServer server) {
        return false;
    }

    @Override
    public boolean hasSignIns(ToolServer server) {
        return false;
    }

    @Override
    public CredentialSource ofPrincipal(ToolServer server, @Nullable String principal) {
        throw new UnsupportedOperationException("No server is personal");
    }

    @Override
    public URI signInPage(ToolServer server) {
        throw new UnsupportedOperationException("No server is personal");
    }
}
