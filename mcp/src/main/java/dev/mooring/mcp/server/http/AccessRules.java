package dev.mooring.mcp.server.http;

import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which hosts may be addressed and which origins may ask, so that a web page cannot reach a server on its reader's
 * machine. Loopback always may.
 */
public final class AccessRules {
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    private final Set<String> hosts = new HashSet<>(LOOPBACK);
    private final Set<String> origins = new HashSet<>();

    private AccessRules(Collection<String> hosts, Collection<String> origins) {
        hosts.forEach(host -> this.hosts.add(host.toLowerCase(Locale.ROOT)));
        origins.forEach(origin -> this.origins.add(origin.toLowerCase(Locale.ROOT)));
    }

    public static AccessRules loopbackOnly() {
        return new AccessRules(Set.of(), Set.of());
    }

    /**
     * Allows more than loopback.
     *
     * @param hosts names without a port
     * @param origins such as {@code https://example.com}
     */
    public static AccessRules allowing(Collection<String> hosts, Collection<String> origins) {
        return new AccessRules(hosts, origins);
    }

    /** Whether a request with this {@code Host} is meant for this server. */
    public boolean allowsHost(@Nullable String header) {
        return header != null && hosts.contains(hostOf(header));
    }

    /** An absent origin is fine: it is not a web page that asks. */
    boolean allowsOrigin(@Nullable String header) {
        if (header == null) {
            return true;
        }
        String origin = header.toLowerCase(Locale.ROOT);
        if (origins.contains(origin)) {
            return true;
        }
        int scheme = origin.indexOf("://");
        return scheme > 0
                && (origin.startsWith("http://") || origin.startsWith("https://"))
                && LOOPBACK.contains(hostOf(origin.substring(scheme + 3)));
    }

    private static String hostOf(String authority) {
        int colon = authority.lastIndexOf(':');
        boolean hasPort = colon > authority.lastIndexOf(']');
        if (hasPort && !isPort(authority, colon + 1)) {
            return "";
        }
        return (hasPort ? authority.substring(0, colon) : authority).toLowerCase(Locale.ROOT);
    }

    private static boolean isPort(String text, int from) {
        for (int i = from; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return text.length() > from;
    }
}
