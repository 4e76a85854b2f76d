package dev.mooring.auth.client;

import com.nimbusds.oauth2.sdk.ClientCredentialsGrant;
import dev.mooring.auth.discovery.OAuthFailed;
import dev.mooring.auth.discovery.OAuthHttp;
import dev.mooring.mcp.client.credentials.Challenge;
import dev.mooring.mcp.client.credentials.CredentialsUnavailable;
import java.io.IOException;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Obtains new tokens from the authorization server that the MCP server names now. */
final class GrantRequest {
    private final Settings settings;
    private final ServerSignIns signIns;
    private final OAuthHttp http;
    private final @Nullable SignInPage page;

    /** @param page shows the sign-in page to a person; null if no person can sign in */
    GrantRequest(Settings settings, ServerSignIns signIns, OAuthHttp http, @Nullable SignInPage page) {
        this.settings = settings;
        this.signIns = signIns;
        this.http = http;
        this.page = page;
    }

    /**
     * Signs in and stores the tokens.
     *
     * @param challenge the Bearer challenge of the server; null if the server sent none
     * @param stepUp the scopes to request; empty for those of a first sign-in
     * @param identity the identity if the authorization server names none; null for a new one
     */
    ActiveGrant obtain(Challenge.@Nullable Scheme challenge, Set<String> stepUp, @Nullable String identity)
            throws OAuthFailed, IOException, CredentialsUnavailable, InterruptedException {
        RegisteredClient client = settings.client();
        Discovery found = Discovery.of(http, settings.server(), challenge, client == null ? null : client.issuer());
        String issuer = found.authorizationServer().issuer();
        if (client != null && client.issuer() != null && !client.issuer().equals(issuer)) {
            throw new OAuthFailed("The server uses the authorization server " + issuer
                    + ", but the configured client is registered with " + client.issuer()
                    + ". Configure a client of " + issuer);
        }
        Set<String> scopes = stepUp.isEmpty() ? firstScopes(found) : stepUp;
        if (settings.isMachine()) {
            return asMachine(found, Objects.requireNonNull(client), scopes);
        }
        if (page == null) {
            throw new CredentialsUnavailable(
                    "Not signed in to " + signIns.server() + ". Sign in: " + settings.signInHint());
        }
        AuthorizationCodeFlow.Result result = new AuthorizationCodeFlow(http, settings, page)
                .run(found, scopes, signIns.registration(issuer), identity);
        try (TextStore.Lock _ = signIns.lock()) {
            if (result.registration() != null) {
                signIns.save(issuer, result.registration());
            }
            return signIns.save(issuer, result.grant());
        }
    }

    private Set<String> firstScopes(Discovery found) throws IOException {
        Set<String> configured = settings.scopes();
        return configured != null
                ? configured
                : Scopes.union(
                        found.scopes(),
                        signIns.scopesForNextSignIn(found.authorizationServer().issuer()));
    }

    private ActiveGrant asMachine(Discovery found, RegisteredClient client, Set<String> scopes)
            throws OAuthFailed, IOException, InterruptedException {
        var authorizationServer = found.authorizationServer();
        TokenRequests endpoint = new TokenRequests(
                http,
                authorizationServer.issuer(),
                authorizationServer.tokenEndpoint(),
                authorizationServer.metadata().getRevocationEndpointURI(),
                ClientIdentity.of(client, authorizationServer.metadata().getTokenEndpointAuthMethods()),
                found.resource());
        TokenGrant grant = endpoint.exchange(new ClientCredentialsGrant(), scopes, true, null);
        try (TextStore.Lock _ = signIns.lock()) {
            return signIns.save(authorizationServer.issuer(), grant);
        }
    }
}
