package dev.mooring.auth.client;

import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.AuthorizationRequest;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.openid.connect.sdk.Prompt;
import dev.mooring.auth.discovery.DiscoveredServer;
import dev.mooring.auth.discovery.OAuthFailed;
import dev.mooring.auth.discovery.OAuthHttp;
import dev.mooring.mcp.client.credentials.CredentialsUnavailable;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The authorization code flow with PKCE. It redirects to a loopback address or to a page of the program. */
final class AuthorizationCodeFlow {
    private static final String OFFLINE_ACCESS = "offline_access";
    private static final String LOOPBACK = "127.0.0.1";

    private final OAuthHttp http;
    private final Settings settings;
    private final SignInPage page;

    AuthorizationCodeFlow(OAuthHttp http, Settings settings, SignInPage page) {
        this.http = http;
        this.settings = settings;
        this.page = page;
    }

    /** The tokens, and the registration of the client; null if the client was not registered dynamically. */
    record Result(TokenGrant grant, @Nullable ClientRegistration registration) {}

    /** The client of one sign-in, with the receiver of its response. */
    private record SignInClient(
            ClientIdentity identity,
            URI redirectUri,
            ResponseReceiver receiver,
            @Nullable ClientRegistration registration) {}

    /**
     * Signs a person in.
     *
     * @param stored an earlier registration; null if the client is not registered yet
     * @param assumedIdentity the identity if the authorization server does not name a subject; null for a new one
     */
    Result run(
            Discovery found, Set<String> scopes, @Nullable ClientRegistration stored, @Nullable String assumedIdentity)
            throws OAuthFailed, CredentialsUnavailable, InterruptedException {
        DiscoveredServer server = found.authorizationServer();
        URI endpoint = server.metadata().getAuthorizationEndpointURI();
        if (endpoint == null) {
            throw new OAuthFailed("The authorization server " + server.issuer()
                    + " has no authorization endpoint, so nobody can sign in there");
        }
        if (!server.supportsPkce()) {
            throw new OAuthFailed("The authorization server " + server.issuer()
                    + " does not advertise PKCE with S256, so the sign-in is refused: without PKCE, an attacker could"
                    + " redeem a stolen code");
        }
        State state = new State(32);
        SignInClient client = chooseClient(server, stored, state);
        try (ResponseReceiver receiver = client.receiver) {
            Set<String> all = withOfflineAccess(server, scopes);
            CodeVerifier verifier = new CodeVerifier();
            AuthorizationRequest.Builder request = new AuthorizationRequest.Builder(
                            ResponseType.CODE, new ClientID(client.identity.id()))
                    .endpointURI(endpoint)
                    .redirectionURI(client.redirectUri)
                    .state(state)
                    .codeChallenge(verifier, CodeChallengeMethod.S256)
                    .customParameter("resource", found.resource());
            if (!all.isEmpty()) {
                request.scope(Scope.parse(all));
            }
            if (all.contains(OFFLINE_ACCESS)) {
                // OpenID Connect ignores offline_access without this prompt.
                request.prompt(Prompt.Type.CONSENT);
            }
            page.onStep("Sign in at " + server.issuer());
            page.show(request.build().toURI(), receiver::accept);
            String code = receiver.await(settings.signInTimeout()).code(server);
            page.onStep("Received the response; requesting the token");
            TokenGrant grant = new TokenRequests(
                            http,
                            server.issuer(),
                            server.tokenEndpoint(),
                            server.metadata().getRevocationEndpointURI(),
                            client.identity,
                            found.resource())
                    .exchange(
                            new AuthorizationCodeGrant(new AuthorizationCode(code), client.redirectUri, verifier),
                            all,
                            false,
                            assumedIdentity);
            return new Result(grant, client.registration);
        }
    }

    private static Set<String> withOfflineAccess(DiscoveredServer server, Set<String> scopes) {
        Scope supported = server.metadata().getScopes();
        return scopes.isEmpty() || supported == null || !supported.contains(OFFLINE_ACCESS)
                ? scopes
                : Scopes.union(scopes, Set.of(OFFLINE_ACCESS));
    }

    /** Chooses the client: the configured one, else a metadata document, else a dynamic registration. */
    private SignInClient chooseClient(DiscoveredServer server, @Nullable ClientRegistration stored, State state)
            throws OAuthFailed, InterruptedException {
        RegisteredClient configured = settings.client();
        URI document = settings.clientMetadata();
        if (configured != null || (document != null && server.supportsMetadataDocuments())) {
            ClientIdentity client = configured == null
                    ? ClientIdentity.withoutSecret(String.valueOf(document))
                    : ClientIdentity.of(configured, server.metadata().getTokenEndpointAuthMethods());
            ResponseReceiver receiver = open(state);
            return new SignInClient(client, receiver.redirectUri(), receiver, null);
        }
        if (stored != null) {
            URI registered = URI.create(stored.redirectUri());
            ResponseReceiver receiver = reopen(registered, state);
            if (receiver != null) {
                return new SignInClient(stored.identity(), registered, receiver, stored);
            }
        }
        ResponseReceiver receiver = open(state);
        try {
            ClientRegistration registration = register(server, receiver);
            page.onStep("Registered with " + server.issuer());
            return new SignInClient(
                    registration.identity(), URI.create(registration.redirectUri()), receiver, registration);
        } catch (OAuthFailed | InterruptedException | RuntimeException e) {
            receiver.close();
            throw e;
        }
    }

    /** Registers with the address 127.0.0.1, or with the name localhost if the authorization server accepts only that. */
    private ClientRegistration register(DiscoveredServer server, ResponseReceiver receiver)
            throws OAuthFailed, InterruptedException {
        ClientRegistrations registrations = new ClientRegistrations(http, settings.clientName());
        try {
            return registrations.register(server, receiver.redirectUri());
        } catch (OAuthFailed e) {
            if (!(receiver instanceof LoopbackReceiver loopback)
                    || !settings.redirect().getHost().equals(LOOPBACK)
                    || !List.of("invalid_redirect_uri", "invalid_client_metadata")
                            .contains(String.valueOf(e.code()))) {
                throw e;
            }
            return registrations.register(server, loopback.redirectUri("localhost"));
        }
    }

    /** Returns a receiver at the address of an earlier registration; null if the address is unusable or has changed. */
    private @Nullable ResponseReceiver reopen(URI registered, State state) {
        if (!settings.redirectsToPage()) {
            try {
                return LoopbackReceiver.open(registered, state.getValue());
            } catch (IOException e) {
                return null; // The program registers another address.
            }
        }
        return registered.equals(settings.redirect()) ? new ResponseReceiver(registered, state.getValue()) : null;
    }

    private ResponseReceiver open(State state) throws OAuthFailed {
        if (settings.redirectsToPage()) {
            return new ResponseReceiver(settings.redirect(), state.getValue());
        }
        try {
            return LoopbackReceiver.open(settings.redirect(), state.getValue());
        } catch (IOException e) {
            throw new OAuthFailed(
                    "Cannot listen on 127.0.0.1:" + settings.redirect().getPort()
                            + " for the response of the sign-in: " + e.getMessage()
                            + ". If another process uses the port, stop it or choose another port.");
        }
    }
}
