package dev.mooring.auth.server;

import dev.mooring.auth.discovery.Addresses;
import java.net.URI;
import java.util.List;

/**
 * A client to which people can grant access.
 *
 * @param host the host that has published the client's metadata; empty if the client has registered itself
 */
record Client(String id, String name, List<String> redirectUris, String host) {
    private static final int MAX_NAME = 100;

    Client {
        redirectUris = List.copyOf(redirectUris);
    }

    boolean mayRedirectTo(URI uri) {
        return redirectUris.stream().anyMatch(registered -> RedirectUris.matches(registered, uri));
    }

    /** Returns a name for display: on one line and of bounded length. */
    static String displayName(String name) {
        String clean = Addresses.printable(name).strip().replaceAll("\\s+", " ");
        return clean.length() <= MAX_NAME ? clean : clean.substring(0, MAX_NAME) + "…";
    }
}
