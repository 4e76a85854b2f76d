package dev.mooring.app.web;

import dev.mooring.mcp.server.http.AccessRules;
import dev.mooring.mcp.server.http.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Where the service listens, and as what clients know it. */
public record WebAddress(String host, int port, Optional<URI> publicUrl) {
    /** Where the protocol is spoken. */
    public static final String PATH = "/mcp";

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

    /** Which hosts and origins may ask: this machine's, the one listened on, and the public one. */
    public AccessRules access() {
        List<String> hosts = new ArrayList<>();
        hosts.add(authority());
        publicUrl.map(URI::getHost).ifPresent(hosts::add);
        return AccessRules.allowing(hosts, publicOrigin().stream().toList());
    }

    /**
     * Starts a server that listens here.
     *
     * @throws IOException if the port cannot be had
     */
    public HttpServer listen(HttpServer.Builder server) throws IOException {
        try {
            return server.host(host).port(port).start();
        } catch (IOException e) {
            throw isTaken(e)
                    ? new IOException(
                            "port " + port + " of " + host
                                    + " cannot be had, perhaps because another program uses it: choose one with --port",
                            e)
                    : e;
        }
    }

    private static boolean isTaken(IOException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof BindException) {
                return true;
            }
        }
        return false;
    }

    private String authority() {
        return host.contains(":") ? "[" + host + "]" : host;
    }

    /** The address for clients, without a path. */
    public String base(int actualPort) {
        return publicOrigin().orElse("http://" + authority() + ":" + actualPort);
    }

    /** Where clients find {@link #PATH}. */
    public String endpoint(int actualPort) {
        return base(actualPort) + PATH;
    }
}
