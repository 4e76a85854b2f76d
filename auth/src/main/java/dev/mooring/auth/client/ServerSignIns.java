package dev.mooring.auth.client;

import dev.mooring.auth.discovery.Addresses;
import dev.mooring.auth.discovery.OAuthFailed;
import dev.mooring.auth.discovery.OAuthHttp;
import java.io.IOException;
import java.time.Instant;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The stored sign-ins to one server. A thread that changes an entry holds the {@link #lock}, because the client may use a
 * refresh token only once, and a concurrent change would restore the old one.
 */
final class ServerSignIns {
    private final Settings settings;
    private final String server;
    private final TokenStore store;
    private final @Nullable TokenStore registrations;
    private final OAuthHttp http;
    private final Consumer<String> tokenListener;

    /**
     * @param registrations keeps registrations that several people share; null if nobody shares them
     * @param tokenListener receives each token before its first use
     */
    ServerSignIns(
            Settings settings,
            TokenStore store,
            @Nullable TokenStore registrations,
            OAuthHttp http,
            Consumer<String> tokenListener) {
        this.settings = settings;
        this.server = Addresses.canonical(settings.server());
        this.store = store;
        this.registrations = registrations;
        this.http = http;
        this.tokenListener = tokenListener;
    }

    /** Returns the canonical address of the server. */
    String server() {
        return server;
    }

    TokenStore store() {
        return store;
    }

    /** Waits for the exclusive lock on the sign-ins, which also excludes other processes. */
    TextStore.Lock lock() throws IOException, InterruptedException {
        return store.lock(server);
    }

    /** Returns the stored tokens of the configured client; null if there are none. */
    @Nullable
    ActiveGrant load() throws IOException {
        StoredSignIn stored = store.current(server);
        TokenGrant grant = stored == null ? null : stored.grant();
        if (stored == null || grant == null) {
            return null;
        }
        RegisteredClient client = settings.client();
        boolean isUsable = client == null
                || (client.id().equals(grant.clientId())
                        && (client.issuer() == null || client.issuer().equals(stored.issuer())));
        return isUsable ? activated(stored.issuer(), grant) : null;
    }

    ActiveGrant save(String issuer, TokenGrant grant) throws IOException {
        store.put(store.get(server, issuer).with(grant));
        return activated(issuer, grant);
    }

    /** Reports the tokens of a grant before anything uses them. */
    private ActiveGrant activated(String issuer, TokenGrant grant) {
        tokenListener.accept(grant.accessToken());
        if (grant.refreshToken() != null) {
            tokenListener.accept(grant.refreshToken());
        }
        return new ActiveGrant(issuer, grant);
    }

    /** Deletes tokens that the authorization server no longer accepts. */
    void deleteGrant(String issuer) throws IOException {
        store.put(store.get(server, issuer).with((TokenGrant) null));
    }

    /** Returns the scopes that a request needed and the tokens lacked. */
    Set<String> scopesForNextSignIn(String issuer) throws IOException {
        return store.get(server, issuer).scopesForNextSignIn();
    }

    /** Stores scopes that the next sign-in requests. Takes the lock. */
    void requestAtNextSignIn(String issuer, Set<String> scopes) throws IOException, InterruptedException {
        try (TextStore.Lock _ = lock()) {
            store.put(store.get(server, issuer).withScopesForNextSignIn(scopes));
        }
    }

    /** Returns a valid registration of the program; null if the program must register again. */
    @Nullable
    ClientRegistration registration(String issuer) throws IOException {
        ClientRegistration own = validRegistration(store, issuer);
        return own == null && registrations != null ? validRegistration(registrations, issuer) : own;
    }

    private @Nullable ClientRegistration validRegistration(TokenStore source, String issuer) throws IOException {
        ClientRegistration known = source.get(server, issuer).registration();
        return known != null && known.isValidAt(Instant.now()) ? known : null;
    }

    void save(String issuer, ClientRegistration registration) throws IOException, InterruptedException {
        store.put(store.get(server, issuer).with(registration));
        if (registrations != null) {
            try (TextStore.Lock _ = registrations.lock(server)) {
                registrations.put(registrations.get(server, issuer).with(registration));
            }
        }
    }

    /** Returns the token endpoint with the client that obtained a grant. */
    TokenRequests endpoint(ActiveGrant tokens) throws IOException {
        TokenGrant grant = tokens.grant();
        RegisteredClient configured = settings.client();
        ClientRegistration registration = store.get(server, tokens.issuer()).registration();
        ClientIdentity client;
        if (configured != null) {
            client = new ClientIdentity(
                    configured.id(), grant.method(), configured.secret(), configured.key(), configured.keyId());
        } else if (registration != null && registration.clientId().equals(grant.clientId())) {
            client = registration.identity();
        } else {
            client = ClientIdentity.withoutSecret(grant.clientId());
        }
        return new TokenRequests(
                http, tokens.issuer(), grant.tokenEndpoint(), grant.revocationEndpoint(), client, grant.resource());
    }

    /**
     * Revokes all tokens, and deletes them with the registrations in the same store. Deletes both even if the authorization
     * server cannot be reached. Keeps shared registrations.
     */
    SignOut revokeAll() throws IOException, InterruptedException {
        try (TextStore.Lock _ = lock()) {
            boolean found = false;
            String problem = null;
            for (StoredSignIn stored : store.all(server)) {
                TokenGrant grant = stored.grant();
                if (grant != null) {
                    found = true;
                    problem = revoke(new ActiveGrant(stored.issuer(), grant), problem);
                }
                store.delete(stored);
            }
            return new SignOut(found, problem);
        }
    }

    private @Nullable String revoke(ActiveGrant tokens, @Nullable String problem)
            throws IOException, InterruptedException {
        try {
            return endpoint(tokens).revoke(tokens.grant())
                    ? problem
                    : "The authorization server " + tokens.issuer() + " cannot revoke tokens";
        } catch (OAuthFailed e) {
            return e.getMessage();
        }
    }
}
