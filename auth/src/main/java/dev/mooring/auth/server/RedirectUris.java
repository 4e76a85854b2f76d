package dev.mooring.auth.server;

import dev.mooring.auth.discovery.Addresses;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rules for redirect URIs. */
final class RedirectUris {
    static final int MAX_LENGTH = 2_000;

    /** Schemes that a browser handles itself. Every other scheme belongs to an app. */
    private static final Set<String> FORBIDDEN = Set.of(
            "about",
            "blob",
            "chrome",
            "data",
            "file",
            "filesystem",
            "ftp",
            "intent",
            "javascript",
            "mailto",
            "tel",
            "vbscript",
            "view-source",
            "ws",
            "wss");

    private RedirectUris() {}

    /** Returns whether a client may register a URI: https, http on loopback, or the scheme of an app. */
    static boolean isAcceptable(String text) {
        URI uri = parse(text);
        if (uri == null
                || uri.isOpaque()
                || uri.getScheme() == null
                || uri.getRawFragment() != null
                || uri.getRawUserInfo() != null) {
            return false;
        }
        String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
        return switch (scheme) {
            case "https" -> uri.getHost() != null;
            case "http" -> Addresses.isLoopback(uri);
            default -> !FORBIDDEN.contains(scheme);
        };
    }

    static @Nullable URI parse(String text) {
        try {
            return text.length() > MAX_LENGTH ? null : new URI(text);
        } catch (URISyntaxException e) {
            return null;
        }
    }

    /**
     * Returns whether a registered URI allows a requested one: both are equal as text. On loopback the port may differ,
     * because a native app listens on any free port (RFC 8252).
     */
    static boolean matches(String registered, URI requested) {
        if (registered.equals(requested.toString())) {
            return true;
        }
        URI known = parse(registered);
        return known != null
                && isLoopback(known)
                && isLoopback(requested)
                && withoutPort(known).equals(withoutPort(requested))
                && requested.getRawUserInfo() == null
                && requested.getRawFragment() == null;
    }

    private static boolean isLoopback(URI uri) {
        return "http".equalsIgnoreCase(uri.getScheme()) && Addresses.isLoopback(uri);
    }

    /** Returns the text of a URI for comparisons, without the port of a loopback address. */
    static String withoutPort(URI uri) {
        return isLoopback(uri)
                ? "http://" + uri.getHost().toLowerCase(Locale.ROOT)
                        + Objects.requireNonNullElse(uri.getRawPath(), "")
                        + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery())
                : uri.toString();
    }

    /** Returns whether the URI belongs to a program on the person's device. */
    static boolean isLocal(URI uri) {
        return isLoopback(uri) || !"https".equalsIgnoreCase(uri.getScheme());
    }

    /** Returns the name of the destination for people: the host, or the scheme of an app and a colon. */
    static String host(URI uri) {
        return isLoopback(uri) || "https".equalsIgnoreCase(uri.getScheme()) ? uri.getHost() : uri.getScheme() + ":";
    }

    /** Returns the source expression for a URI in a content security policy. */
    static String source(URI uri) {
        return isLoopback(uri) || "https".equalsIgnoreCase(uri.getScheme())
                ? Addresses.origin(uri)
                : uri.getScheme() + ":";
    }
}
