package dev.mooring.mcp.server.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.Set;
import org.apiguardian.api.API;
import org.eclipse.jetty.server.Request;

/** The address of the client that sent a request. Behind a trusted proxy, the address that the proxy names. */
@API(status = API.Status.INTERNAL, since = "0.1")
@SuppressWarnings("exports") // for the command line only; the public API does not depend on Jetty
public final class ClientAddress {
    private static final String ATTRIBUTE = ClientAddress.class.getName();

    private ClientAddress() {}

    /** Returns the address of the client of a request, as text without a port. */
    public static String of(Request request) {
        return request.getAttribute(ATTRIBUTE) instanceof String known ? known : peer(request);
    }

    /** Determines the address. The last address in {@code X-Forwarded-For} that is not a trusted proxy is the client. */
    static void determine(Request request, Set<String> trustedProxies) {
        String address = peer(request);
        if (trustedProxies.contains(address)) {
            List<String> forwarded = request.getHeaders().getCSV("X-Forwarded-For", false);
            for (int i = forwarded.size() - 1; i >= 0 && trustedProxies.contains(address); i--) {
                address = forwarded.get(i).strip();
            }
        }
        request.setAttribute(ATTRIBUTE, address);
    }

    private static String peer(Request request) {
        return text(request.getConnectionMetaData().getRemoteSocketAddress());
    }

    static String text(SocketAddress address) {
        InetAddress inet = address instanceof InetSocketAddress socket ? socket.getAddress() : null;
        return inet == null ? "unknown" : inet.getHostAddress();
    }
}
