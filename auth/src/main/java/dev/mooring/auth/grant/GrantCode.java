package dev.mooring.auth.grant;

import java.time.Instant;
import org.apiguardian.api.API;

/**
 * The authorization code of a grant.
 *
 * @param hash the hash of the code
 * @param challenge the PKCE challenge, with the method S256
 * @param expires when the code expires
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record GrantCode(String hash, String challenge, Instant expires) {}
