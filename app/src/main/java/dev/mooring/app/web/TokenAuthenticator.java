package dev.mooring.app.web;

import dev.mooring.mcp.server.http.Authentication;
import dev.mooring.mcp.server.http.Authenticator;
import dev.mooring.mcp.server.http.IncomingRequest;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Authenticates callers by a token in {@code Authorization: Bearer} or in the last segment of the path. */
public final class TokenAuthenticator implements Authenticator {
    private static final String BEARER = "Bearer ";

    private final Tokens tokens;

    /** @param tokens the accepted tokens */
    public TokenAuthenticator(Tokens tokens) {
        this.tokens = tokens;
    }

    @Override
    public Authentication authenticate(IncomingRequest request) {
        String header = request.header("Authorization");
        String below = request.subPath();
        Optional<String> name = below.isEmpty() ? bearer(header) : tokens.nameOf(below.substring(1));
        return name.<Authentication>map(Authentication.Accepted::new)
                .orElseGet(() -> new Authentication.Rejected(
                        401,
                        "Bearer realm=\"mooring\"",
                        header == null && below.isEmpty() ? "token required" : "unknown token"));
    }

    /** Returns the name of the token in an {@code Authorization} header. */
    Optional<String> bearer(@Nullable String header) {
        return header != null && header.regionMatches(true, 0, BEARER, 0, BEARER.length())
                ? tokens.nameOf(header.substring(BEARER.length()).strip())
                : Optional.empty();
    }
}
