package dev.mooring.app.account;

import dev.mooring.app.users.Role;
import dev.mooring.app.web.TokenAuthenticator;
import dev.mooring.mcp.server.http.Authentication;
import dev.mooring.mcp.server.http.Authentication.Accepted;
import dev.mooring.mcp.server.http.Authentication.Rejected;
import dev.mooring.mcp.server.http.Authentication.ScopeChallenge;
import dev.mooring.mcp.server.http.Authenticator;
import dev.mooring.mcp.server.http.IncomingRequest;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An authenticator that accepts OAuth access tokens and tokens of the token file. With both kinds, the scopes of a caller are
 * the words of its roles.
 */
final class CombinedAuthenticator implements Authenticator {
    private final Optional<TokenAuthenticator> tokens;
    private final Authenticator oauth;

    CombinedAuthenticator(Optional<TokenAuthenticator> tokens, Authenticator oauth) {
        this.tokens = tokens;
        this.oauth = oauth;
    }

    @Override
    public Authentication authenticate(IncomingRequest request) {
        if (tokens.isPresent() && isForTokenFile(request)) {
            Authentication answer = tokens.get().authenticate(request);
            boolean isUnknown = answer instanceof Rejected rejected && rejected.status() == 401;
            if (!isUnknown) {
                return answer;
            }
        }
        return switch (oauth.authenticate(request)) {
            case Accepted accepted -> withRoles(accepted);
            case Rejected rejected -> rejected;
        };
    }

    /** Returns false for access tokens, which are JWTs: an expired one must not count as a failed guess. */
    private static boolean isForTokenFile(IncomingRequest request) {
        String header = request.header("Authorization");
        return !request.subPath().isEmpty()
                || (header != null && !header.matches("(?i)Bearer +eyJ[^.]+\\.[^.]+\\.[^.]+"));
    }

    private static Accepted withRoles(Accepted accepted) {
        Set<String> scopes = accepted.scopes();
        return new Accepted(
                accepted.principal(),
                scopes == null ? null : words(scopes),
                accepted.name(),
                challenge(accepted.scopeChallenge()));
    }

    private static Set<String> words(Set<String> scopes) {
        return roles(scopes).stream().map(Role::word).collect(Collectors.toUnmodifiableSet());
    }

    static Set<Role> roles(Set<String> scopes) {
        return Role.withIncluded(
                scopes.stream().flatMap(scope -> Role.ofScope(scope).stream()).toList());
    }

    private static @Nullable ScopeChallenge challenge(@Nullable ScopeChallenge challenge) {
        return challenge == null
                ? null
                : word -> challenge.forMissing(Role.of(word).map(Role::scope).orElse(word));
    }
}
