package dev.mooring.mcp.server.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/** The address and the principal of the sender of a request, as attributes of the request. */
final class RequestInfo {
    private static final String ADDRESS = RequestInfo.class.getName() + ".address";
    private static final String PRINCIPAL = RequestInfo.class.getName() + ".principal";
    private static final String LOGGED_PATH = RequestInfo.class.getName() + ".path";
    private static final String ANONYMOUS = "";

    private RequestInfo() {}

    /** Returns the IP address of the client; behind a trusted proxy, the address that the proxy names. */
    static String clientAddress(Request request) {
        return request.getAttribute(ADDRESS) instanceof String known ? known : peer(request);
    }

    /** Determines the address. The last address in {@code X-Forwarded-For} that is not a trusted proxy is the client. */
    static void determineAddress(Request request, Set<String> trustedProxies) {
        String address = peer(request);
        if (trustedProxies.contains(address)) {
            List<String> forwarded = request.getHeaders().getCSV("X-Forwarded-For", false);
            for (int i = forwarded.size() - 1; i >= 0 && trustedProxies.contains(address); i--) {
                address = forwarded.get(i).strip();
            }
        }
        request.setAttribute(ADDRESS, address);
    }

    private static String peer(Request request) {
        InetAddress inet = request.getConnectionMetaData().getRemoteSocketAddress() instanceof InetSocketAddress socket
                ? socket.getAddress()
                : null;
        return inet == null ? "unknown" : inet.getHostAddress();
    }

    /** Sets the part of the path that logs may contain. The rest of the path can be a secret. */
    static void setLoggedPath(Request request, String path) {
        request.setAttribute(LOGGED_PATH, path);
    }

    /** Returns the part of the path that logs may contain, or null if it is not known. */
    static @Nullable String loggedPath(Request request) {
        return request.getAttribute(LOGGED_PATH) instanceof String path ? path : null;
    }

    /** Marks a request as accepted from a principal, which is null for an anonymous caller. */
    static void accept(Request request, @Nullable String principal) {
        request.setAttribute(PRINCIPAL, principal == null ? ANONYMOUS : principal);
    }

    /** Returns whether a request was accepted. */
    static boolean isAccepted(Request request) {
        return request.getAttribute(PRINCIPAL) != null;
    }

    /** Returns the principal of a request, or null. */
    static @Nullable String principal(Request request) {
        return request.getAttribute(PRINCIPAL) instanceof String name && !name.equals(ANONYMOUS) ? name : null;
    }
}
