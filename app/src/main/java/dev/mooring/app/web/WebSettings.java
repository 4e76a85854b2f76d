package dev.mooring.app.web;

import dev.mooring.app.users.Role;
import dev.mooring.mcp.server.http.AccessRules;
import dev.mooring.mcp.server.http.HttpServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Where a service listens, and who may use it.
 *
 * @param tokens the accepted tokens; empty for none
 * @param login the people who can sign in; empty for none
 * @param issuer the authorization server whose access tokens are accepted; empty for none. Without tokens, login and issuer
 *     every local user has access
 * @param tokenInUrl whether the last segment of an endpoint's path may be a token
 * @param state the folder for sign-in codes
 * @param origins the origins of web pages that may call the endpoint, besides its own
 * @param trustedProxies the addresses of proxies whose {@code X-Forwarded-For} is believed
 * @param accessLog the file to which each request adds a line; empty for none
 */
public record WebSettings(
        WebAddress address,
        Optional<Tokens> tokens,
        Optional<LoginSettings> login,
        Optional<String> issuer,
        boolean tokenInUrl,
        Path state,
        List<String> origins,
        Set<String> trustedProxies,
        Optional<Path> accessLog) {
    /** Returns the settings of a service without tokens. */
    public static WebSettings local(WebAddress address, Path state) {
        return new WebSettings(
                address,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false,
                state,
                List.of(),
                Set.of(),
                Optional.empty());
    }

    /** Returns these settings with tokens. */
    public WebSettings with(Tokens newTokens) {
        return new WebSettings(
                address, Optional.of(newTokens), login, issuer, tokenInUrl, state, origins, trustedProxies, accessLog);
    }

    /** Returns these settings with people who can sign in. */
    public WebSettings with(LoginSettings newLogin) {
        return new WebSettings(
                address, tokens, Optional.of(newLogin), issuer, tokenInUrl, state, origins, trustedProxies, accessLog);
    }

    /** Returns the access control of pages that need a role; empty if the service has neither users nor tokens. */
    public Optional<PageAccess> pageAccess(Role role) {
        return login.<PageAccess>map(known -> new PageAccess.ByPassword(known.users(), tokens, role))
                .or(() -> tokens.map(known -> new PageAccess.ByToken(known, role)));
    }

    /** Returns how clients send their token. */
    public ClientSetup.TokenUse tokenUse() {
        return ClientSetup.TokenUse.of(issuer.isPresent() || login.isPresent(), tokens.isPresent(), tokenInUrl);
    }

    /** Returns the hosts and origins that the service accepts. */
    public AccessRules access() {
        return address.access(origins);
    }

    /**
     * Starts a server that listens at the address.
     *
     * @throws IOException if the address cannot be used, or the access log is not writable
     */
    public HttpServer listen(HttpServer.Builder server) throws IOException {
        if (accessLog.isPresent()) {
            server.accessLog(AccessLog.open(accessLog.get()));
        }
        return address.listen(server.trustedProxies(trustedProxies));
    }

    /** Returns the authenticator of tokens in the token file; empty without tokens. */
    public Optional<TokenAuthenticator> tokenAuthenticator() {
        return tokens.map(known -> new TokenAuthenticator(known, tokenInUrl));
    }
}
