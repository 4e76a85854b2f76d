package dev.mooring.auth.client;

import java.time.Instant;
import java.util.Set;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * A stored sign-in, without its tokens.
 *
 * @param server the address of the MCP server
 * @param issuer the authorization server that issued the tokens
 * @param account the name of the person or client, as named by the authorization server; null if unknown
 * @param scopes the granted scopes
 * @param expiresAt when the access token expires; null if unknown
 * @param isRenewable whether an expired access token is renewed without a person
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record SignIn(
        String server,
        String issuer,
        @Nullable String account,
        Set<String> scopes,
        @Nullable Instant expiresAt,
        boolean isRenewable) {}
