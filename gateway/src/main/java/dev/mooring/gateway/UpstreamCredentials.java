package dev.mooring.gateway;

import dev.mooring.mcp.client.credentials.CredentialSource;
import dev.mooring.session.ToolServer;
import java.net.URI;
import java.util.function.Function;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The credentials for remote upstream servers. The gateway has credentials of its own, or none, for most servers, and all
 * callers share them. Once a personal server requires a sign-in, each principal signs in to the server itself, and only the
 * sessions of that principal use the resulting credentials. Implementations must be thread-safe.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface UpstreamCredentials {
    /** Returns the credentials that all callers share, also for a personal server that has not required a sign-in yet. */
    CredentialSource ofGateway(ToolServer server);

    /** Returns whether each principal can sign in to a server itself. The same for the life of the gateway. */
    boolean isPersonal(ToolServer server);

    /** Returns whether any principal has signed in to a personal server, which is therefore known to require a sign-in. */
    boolean hasSignIns(ToolServer server);

    /**
     * Returns the credentials of a principal for a personal server. A request that needs a sign-in fails with a message that
     * names the page of the sign-in.
     *
     * @param server the server, with the secrets of the principal
     * @param principal the principal; null for anonymous callers, who count as one
     */
    CredentialSource ofPrincipal(ToolServer server, @Nullable String principal);

    /** Returns the page on which a person signs in to a personal server. It must be the same for all people. */
    URI signInPage(ToolServer server);

    /** Returns credentials that all callers share, so that no server is personal. */
    static UpstreamCredentials shared(Function<ToolServer, CredentialSource> credentials) {
        return new SharedCredentials(credentials);
    }
}
