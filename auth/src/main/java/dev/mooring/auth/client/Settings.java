package dev.mooring.auth.client;

import java.net.URI;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The settings of {@link OAuthCredentials}.
 *
 * @param isMachine whether the client acts on its own behalf
 * @param scopes requested instead of those that the server names; null to follow the server
 * @param redirect the address for the response; port 0 for any free port of loopback
 * @param redirectsToPage whether the program itself serves a page at that address
 * @param signInHint what to do to sign in, for messages
 * @param ignoresStored whether an earlier sign-in is not used
 */
record Settings(
        URI server,
        String clientName,
        @Nullable RegisteredClient client,
        boolean isMachine,
        @Nullable URI clientMetadata,
        @Nullable Set<String> scopes,
        URI redirect,
        boolean redirectsToPage,
        Duration signInTimeout,
        String signInHint,
        boolean ignoresStored) {}
