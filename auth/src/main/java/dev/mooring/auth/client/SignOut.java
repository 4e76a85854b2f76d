package dev.mooring.auth.client;

import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of signing out. The stored tokens are deleted in any case.
 *
 * @param wasSignedIn whether there were tokens
 * @param problem why the authorization server may still accept the tokens; null if it revoked them
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record SignOut(boolean wasSignedIn, @Nullable String problem) {}
