package dev.mooring.app.web;

import dev.mooring.app.users.Role;
import dev.mooring.mcp.server.http.Authentication;
import dev.mooring.mcp.server.http.Authenticator;
import dev.mooring.mcp.server.http.IncomingRequest;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Authenticates callers by a token in {@code Authorization: Bearer} or, if that is allowed, in the last segment of the
 * path. The roles of the token become the scopes of the caller.
 */
public final class TokenAuthenticator implements Authenticator, BearerRoles {
    private static final String BEARER = "Bearer ";
    private static final String CHALLENGE = "Bearer realm=\"mooring\"";

    private final Tokens tokens;
    private final boolean inUrl;
    private final FailedSignIns failures = new FailedSignIns();

    /**
     * @param tokens the accepted tokens
     * @param inUrl whether the last segment of the path may be a token
     */
    public TokenAuthenticator(Tokens tokens, boolean inUrl) {
        this.tokens = tokens;
        this.inUrl = inUrl;
    }

    @Override
    public Authentication authenticate(IncomingRequest request) {
        String below = request.subPath();
        if (!below.isEmpty() && !inUrl) {
            return new Authentication.Rejected(404, null, "no MCP endpoint at this path");
        }
        String header = request.header("Authorization");
        Optional<Token> token = below.isEmpty() ? bearer(header) : tokens.find(below.substring(1));
        if (token.isPresent()) {
            return accept(token.get());
        }
        if (header == null && below.isEmpty()) {
            return new Authentication.Rejected(401, CHALLENGE, "token required");
        }
        // A valid token is never blocked: one broken client must not lock out the others at its address.
        if (failures.isBlocked(request.clientAddress())) {
            return new Authentication.Rejected(429, null, "too many unknown tokens. Try again in a minute.");
        }
        failures.add(request.clientAddress(), "MCP");
        return new Authentication.Rejected(401, CHALLENGE, "unknown token");
    }

    private static Authentication accept(Token token) {
        if (!token.roles().contains(Role.READ)) {
            return new Authentication.Rejected(
                    403, null, "this token may not use MCP: it needs the role read or write");
        }
        return new Authentication.Accepted(
                token.name(), token.roles().stream().map(Role::word).collect(Collectors.toUnmodifiableSet()));
    }

    @Override
    public Optional<Holder> find(@Nullable String authorization) {
        return bearer(authorization).map(token -> new Holder(token.name(), token.roles()));
    }

    /** Returns the token in an {@code Authorization} header. */
    private Optional<Token> bearer(@Nullable String header) {
        return header != null && header.regionMatches(true, 0, BEARER, 0, BEARER.length())
                ? tokens.find(header.substring(BEARER.length()).strip())
                : Optional.empty();
    }
}
