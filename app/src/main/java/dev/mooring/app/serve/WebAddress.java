package dev.mooring.app.serve;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Optional;

/** Where the service listens, and as what clients know it. */
public record WebAddress(String host, int port, Optional<URI> publicUrl) {
    /** Where the protocol is spoken. */
    static final String PATH = "/mcp";

    /**
     * Checks that clients will be able to reach it.
     *
     * @throws IllegalArgumentException if not, with the reason in terms of the command's options
     */
    public WebAddress {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("--port must be from 0 to 65535");
        }
        publicUrl.ifPresent(WebAddress::check);
        if (resolve(host).isAnyLocalAddress() && publicUrl.isEmpty()) {
            throw new IllegalArgumentException("--host " + host
                    + " listens on every address of this machine: say with --public-url which one clients use");
        }
    }

    private static void check(URI url) {
        boolean isWeb = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
        String path = url.getRawPath();
        boolean isBare = url.getRawQuery() == null
                && url.getRawFragment() == null
                && url.getRawUserInfo() == null
                && (path == null || path.isEmpty() || path.equals("/"));
        if (!isWeb || url.getHost() == null || !isBare) {
            throw new IllegalArgumentException(
                    "--public-url must be an address such as https://notes.example.com, without a path");
        }
    }

    private static InetAddress resolve(String host) {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("--host " + host + " is not an address of this machine", e);
        }
    }

    /**
     * Whether only this machine can reach that host.
     *
     * @throws IllegalArgumentException if there is no such host
     */
    public static boolean isLoopback(String host) {
        return resolve(host).isLoopbackAddress();
    }

    /** The origin that web pages at the public address have. */
    Optional<String> publicOrigin() {
        return publicUrl.map(url -> url.getScheme() + "://" + url.getRawAuthority());
    }

    /** The address for clients. */
    String endpoint(int actualPort) {
        String name = host.contains(":") ? "[" + host + "]" : host;
        return publicOrigin().orElse("http://" + name + ":" + actualPort) + PATH;
    }
}
