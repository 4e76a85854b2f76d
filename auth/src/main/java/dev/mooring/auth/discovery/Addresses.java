package dev.mooring.auth.discovery;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Rules for OAuth addresses: https, loopback, origins. */
public final class Addresses {
    private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.\\d{1,3}){3}|\\[::1]|::1");

    private Addresses() {}

    /** Returns whether the host of an address is the local machine. */
    public static boolean isLoopback(URI address) {
        return address.getHost() != null
                && LOOPBACK.matcher(address.getHost().toLowerCase(Locale.ROOT)).matches();
    }

    /**
     * Returns a published address if a client may use it: https, or http on the local machine for a server that is on
     * the local machine as well.
     *
     * @param what the meaning of the address, for the message
     * @param server the protected server
     */
    public static URI secure(String what, String address, URI server) throws OAuthFailed {
        URI uri;
        try {
            uri = new URI(address);
        } catch (URISyntaxException e) {
            throw new OAuthFailed("The " + what + " is not a valid address");
        }
        boolean isAllowed = "https".equalsIgnoreCase(uri.getScheme())
                || ("http".equalsIgnoreCase(uri.getScheme()) && isLoopback(uri) && isLoopback(server));
        if (!isAllowed) {
            throw refused(what, address, "it must use https");
        }
        if (uri.getHost() == null) {
            throw refused(what, address, "it has no host");
        }
        if (uri.getFragment() != null) {
            throw refused(what, address, "it must not have a fragment");
        }
        return uri;
    }

    private static OAuthFailed refused(String what, String address, String reason) {
        return new OAuthFailed("The " + what + " " + address + " is refused: " + reason);
    }

    /** Returns scheme, host and port of an address. */
    public static String origin(URI address) {
        String host = address.getHost() == null ? "" : address.getHost().toLowerCase(Locale.ROOT);
        String scheme = address.getScheme().toLowerCase(Locale.ROOT);
        return scheme + "://" + host + (address.getPort() < 0 ? "" : ":" + address.getPort());
    }

    /** Returns whether two addresses have the same scheme, host and port. */
    public static boolean isSameOrigin(URI one, URI other) {
        return one.getScheme() != null
                && one.getScheme().equalsIgnoreCase(other.getScheme())
                && one.getHost() != null
                && one.getHost().equalsIgnoreCase(other.getHost())
                && port(one) == port(other);
    }

    private static int port(URI address) {
        return address.getPort() >= 0 ? address.getPort() : "https".equalsIgnoreCase(address.getScheme()) ? 443 : 80;
    }

    /** Returns the path of an address without a trailing slash; empty for none. */
    static String path(URI address) {
        String path = address.getRawPath() == null ? "" : address.getRawPath();
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    /** Returns the address of a server as a resource identifier: without user, query, fragment and trailing slash. */
    public static String canonical(URI server) {
        return origin(server) + path(server);
    }

    /** Replaces control characters in a text of a server by spaces, and cuts it after 200 characters. Null becomes empty. */
    public static String printable(@Nullable String text) {
        if (text == null) {
            return "";
        }
        String clean = text.replaceAll("[\\p{Cntrl}\\p{Cf}]", " ");
        return clean.length() <= 200 ? clean : clean.substring(0, 200) + "…";
    }
}
