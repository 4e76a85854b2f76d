package dev.mooring.mcp.server.http;

import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The values of {@code Host} and {@code Origin} that an endpoint accepts. They keep web pages of other sites from
 * reaching a server on the user's machine (DNS rebinding). Hosts of loopback are always accepted, and so is the http
 * origin of the server itself.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class AccessRules {
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    private final Set<String> hosts = new HashSet<>(LOOPBACK);
    private final Set<String> origins = new HashSet<>();

    private AccessRules(Collection<String> hosts, Collection<String> origins) {
        hosts.forEach(host -> this.hosts.add(host.toLowerCase(Locale.ROOT)));
        origins.forEach(origin -> this.origins.add(origin.toLowerCase(Locale.ROOT)));
    }

    /** Returns rules that accept only hosts of loopback. */
    public static AccessRules loopbackOnly() {
        return new AccessRules(Set.of(), Set.of());
    }

    /**
     * Returns rules that accept hosts of loopback and more.
     *
     * @param hosts host names without a port
     * @param origins origins such as {@code https://example.com}
     */
    public static AccessRules allowing(Collection<String> hosts, Collection<String> origins) {
        return new AccessRules(hosts, origins);
    }

    /** Returns whether a {@code Host} header is accepted. A missing header is not. */
    public boolean allowsHost(@Nullable String header) {
        return header != null && hosts.contains(hostOf(header));
    }

    /**
     * Returns whether an {@code Origin} header is accepted. A missing header is, because a cross-origin POST has one.
     *
     * @param host the accepted {@code Host} of the request. A page with the same host and port belongs to this server
     */
    public boolean allowsOrigin(@Nullable String header, @Nullable String host) {
        if (header == null) {
            return true;
        }
        String origin = header.toLowerCase(Locale.ROOT);
        return origins.contains(origin) || (host != null && origin.equals("http://" + host.toLowerCase(Locale.ROOT)));
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
