package dev.mooring.app.login;

import dev.mooring.app.state.StateFolder;
import dev.mooring.app.terminal.ShellWord;
import dev.mooring.auth.client.OAuthCredentials;
import dev.mooring.auth.client.OAuthCredentialsBuilder;
import dev.mooring.auth.client.RegisteredClient;
import dev.mooring.auth.client.SignIn;
import dev.mooring.auth.client.SignInPage;
import dev.mooring.auth.client.TokenStore;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.mcp.client.credentials.CredentialSource;
import dev.mooring.mcp.client.credentials.CredentialsUnavailable;
import dev.mooring.session.ServerAuth;
import dev.mooring.session.ToolServer;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The sign-ins of one process to its servers. All sessions with a server share one source of credentials, so that they
 * share its renewals. Thread-safe.
 */
public final class SignIns {
    private final TokenStore store;
    private final Function<ToolServer, @Nullable SignInPage> pages;
    private final BiConsumer<ToolServer, String> reports;
    private final Map<String, CredentialSource> sources = new ConcurrentHashMap<>();

    /**
     * Creates the sign-ins.
     *
     * @param environment of the process; it determines where tokens are stored
     * @param pages how the person signs in to a server; null if there is no person
     * @param reports receives a message when a sign-in to a server ends and cannot be renewed
     */
    public SignIns(
            Map<String, String> environment,
            Function<ToolServer, @Nullable SignInPage> pages,
            BiConsumer<ToolServer, String> reports) {
        this.store = store(environment);
        this.pages = pages;
        this.reports = reports;
    }

    /** Returns sign-ins that involve no person: without valid tokens, requests fail and name the command to run. */
    public static SignIns withoutPerson(Map<String, String> environment) {
        return new SignIns(environment, server -> null, (server, message) -> {});
    }

    private static TokenStore store(Map<String, String> environment) {
        return TokenStore.inFolder(StateFolder.standard(environment).resolve("tokens"));
    }

    /** Returns the credentials for a server. */
    public CredentialSource credentials(ToolServer server) {
        return sources.computeIfAbsent(server.name(), _ -> create(server));
    }

    private CredentialSource create(ToolServer server) {
        try {
            OAuthCredentialsBuilder builder = builder(server, store);
            if (builder == null) {
                return CredentialSource.NONE;
            }
            SignInPage page = pages.apply(server);
            return new ReportedCredentials(
                    (page == null ? builder : builder.signInPage(page)).build(),
                    message -> reports.accept(server, message));
        } catch (IllegalArgumentException e) {
            String message = "The \"auth\" of " + server.name() + " is not valid: " + e.getMessage();
            return () -> {
                throw new CredentialsUnavailable(message);
            };
        }
    }

    /** Returns the stored sign-in to a server. */
    public Optional<SignIn> find(ToolServer server) throws IOException {
        return server.location() instanceof ServerLocation.Remote remote
                        && server.settings().auth().subject() != ServerAuth.Subject.NOBODY
                ? store.find(remote.address())
                : Optional.empty();
    }

    /** Returns a builder of credentials for a server; null if nobody signs in to it. */
    static @Nullable OAuthCredentialsBuilder builder(ToolServer server, Map<String, String> environment) {
        return builder(server, store(environment));
    }

    /** Returns a builder of credentials for a server, with tokens in a store; null if nobody signs in to the server. */
    public static @Nullable OAuthCredentialsBuilder builder(ToolServer server, TokenStore store) {
        ServerAuth auth = server.settings().auth();
        if (!(server.location() instanceof ServerLocation.Remote remote)
                || auth.subject() == ServerAuth.Subject.NOBODY) {
            return null;
        }
        OAuthCredentialsBuilder builder = OAuthCredentials.forServer(remote.address())
                .store(store)
                .signInHint(command(server.name()))
                .tokenListener(server.secrets()::add);
        RegisteredClient client = client(auth);
        if (auth.subject() == ServerAuth.Subject.PROGRAM) {
            builder.clientCredentials(Objects.requireNonNull(client));
        } else if (client != null) {
            builder.client(client);
        }
        if (auth.scopes() != null) {
            builder.scopes(auth.scopes());
        }
        URI metadata = auth.clientMetadata();
        if (metadata != null) {
            builder.clientMetadata(metadata);
        }
        URI redirect = auth.redirect();
        return redirect == null ? builder : builder.redirect(redirect);
    }

    private static @Nullable RegisteredClient client(ServerAuth auth) {
        String id = auth.clientId();
        if (id == null) {
            return null;
        }
        RegisteredClient client;
        if (auth.privateKey() != null) {
            client = RegisteredClient.withPrivateKey(id, auth.privateKey(), auth.keyId());
        } else if (auth.clientSecret() != null) {
            client = RegisteredClient.withSecret(id, auth.clientSecret());
        } else {
            client = RegisteredClient.withoutSecret(id);
        }
        return auth.issuer() == null ? client : client.at(auth.issuer());
    }

    /** Returns the command that signs in to a server. */
    static String command(String server) {
        return "mooring login " + ShellWord.of(server);
    }
}
