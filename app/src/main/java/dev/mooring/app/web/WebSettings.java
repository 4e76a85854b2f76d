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
 * The address and the access control of a service.
 *
 * @param tokens the accepted tokens; empty for none
 * @param login the people who can sign in; empty for none
 * @param issuer the authorization server whose access tokens are accepted; empty for none. Without tokens, login and issuer
 *     every local user has access
 * @param tokenInUrl whether the last segment of an endpoint's path may be a token
 * @param state the folder for sign-in codes
 * @param origins the origins of web pages that may call the endpoint, besides its own
 * @param trustedProxies the addresses of proxies whose {@code X-Forwarded-For} is trusted
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
        return builder(address, state).build();
    }

    /** Returns a builder of settings, at first without tokens. */
    public static Builder builder(WebAddress address, Path state) {
        return new Builder(address, state);
    }

    /** Returns a builder with these settings. */
    public Builder toBuilder() {
        var builder = new Builder(address, state);
        builder.tokens = tokens;
        builder.login = login;
        builder.issuer = issuer;
        builder.tokenInUrl = tokenInUrl;
        builder.origins = origins;
        builder.trustedProxies = trustedProxies;
        builder.accessLog = accessLog;
        return builder;
    }

    /** Returns these settings with people who can sign in. */
    public WebSettings with(LoginSettings newLogin) {
        return toBuilder().login(newLogin).build();
    }

    /** Builds settings. Each method sets the component of its name. */
    public static final class Builder {
        private final WebAddress address;
        private final Path state;
        private Optional<Tokens> tokens = Optional.empty();
        private Optional<LoginSettings> login = Optional.empty();
        private Optional<String> issuer = Optional.empty();
        private boolean tokenInUrl;
        private List<String> origins = List.of();
        private Set<String> trustedProxies = Set.of();
        private Optional<Path> accessLog = Optional.empty();

        private Builder(WebAddress address, Path state) {
            this.address = address;
            this.state = state;
        }

        public Builder tokens(Tokens value) {
            tokens = Optional.of(value);
            return this;
        }

        public Builder login(LoginSettings value) {
            login = Optional.of(value);
            return this;
        }

        public Builder issuer(String value) {
            issuer = Optional.of(value);
            return this;
        }

        public Builder tokenInUrl(boolean value) {
            tokenInUrl = value;
            return this;
        }

        public Builder origins(List<String> value) {
            origins = value;
            return this;
        }

        public Builder trustedProxies(Set<String> value) {
            trustedProxies = value;
            return this;
        }

        public Builder accessLog(Path value) {
            accessLog = Optional.of(value);
            return this;
        }

        public WebSettings build() {
            return new WebSettings(
                    address, tokens, login, issuer, tokenInUrl, state, origins, trustedProxies, accessLog);
        }
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
