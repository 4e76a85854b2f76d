package dev.mooring.session;

import dev.mooring.mcp.client.credentials.CredentialSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The identity with which sessions are opened. Owners of different accounts never share a session, whatever the sharing of
 * a server is. Compared by identity. Thread-safe.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class Account {
    /** The account of the program itself, with the credentials of the client options. */
    public static final Account PROGRAM = new Account(null);

    private final @Nullable Function<ToolServer, CredentialSource> credentials;
    private final Map<String, ToolServer> servers = new ConcurrentHashMap<>();

    private Account(@Nullable Function<ToolServer, CredentialSource> credentials) {
        this.credentials = credentials;
    }

    /**
     * Creates the account of a person.
     *
     * @param credentials returns the credentials for a server. It receives the server with the secrets of this account, and
     *     adds its tokens to them
     */
    public static Account of(Function<ToolServer, CredentialSource> credentials) {
        return new Account(credentials);
    }

    /** Returns the server with secrets of this account in addition to those of the configuration. */
    public ToolServer view(ToolServer server) {
        return credentials == null
                ? server
                : servers.computeIfAbsent(
                        server.name(),
                        _ -> new ToolServer(
                                server.name(),
                                server.location(),
                                server.settings(),
                                server.secrets().and(Secrets.none())));
    }

    /** Returns the credentials for a server; empty to use those of the client options. */
    Optional<CredentialSource> credentials(ToolServer server) {
        return credentials == null ? Optional.empty() : Optional.of(credentials.apply(view(server)));
    }
}
