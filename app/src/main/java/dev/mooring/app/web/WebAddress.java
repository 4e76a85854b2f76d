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
import java.util.stream.Stream;

/**
 * The address of a service: where it listens, and the URL that clients use.
 *
 * @param port the port to listen on; 0 for any free port
 * @param publicUrl the URL in front of a proxy or tunnel; empty if clients connect directly
 */
public record WebAddress(String host, int port, Optional<URI> publicUrl) {
    /** The path of the MCP endpoint. */
    public static final String PATH = "/mcp";

    /**
     * Checks the address.
     *
     * @throws IllegalArgumentException if it is invalid; the message names the command's option
     */
    public WebAddress {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("--port must be between 0 and 65535");
        }
        publicUrl.ifPresent(WebAddress::check);
        if (isAnyLocal(host) && publicUrl.isEmpty()) {
            throw new IllegalArgumentException("--host " + host
                    + " listens on every address of this machine. Set --public-url to the address that clients use.");
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
                    "--public-url must be an http or https URL without a path, such as https://notes.example.com.");
        }
    }

    private static boolean isAnyLocal(String host) {
        return resolve(host).isAnyLocalAddress();
    }

    /** Returns whether the service listens on every address of this machine. */
    public boolean isAnyLocal() {
        return isAnyLocal(host);
    }

    private static InetAddress resolve(String host) {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(
                    "--host " + host
                            + " is not an address of this machine. Use 127.0.0.1 or an address of this machine.",
                    e);
        }
    }

    /**
     * Returns whether only this machine can reach a host.
     *
     * @throws IllegalArgumentException if the host is unknown
     */
    public static boolean isLoopback(String host) {
        return resolve(host).isLoopbackAddress();
    }

    /** Returns the origin of web pages at the public URL. */
    Optional<String> publicOrigin() {
        return publicUrl.map(url -> url.getScheme() + "://" + url.getRawAuthority());
    }

    /** Returns whether browsers reach the service by HTTPS only. */
    boolean isSecure() {
        return publicUrl.map(url -> "https".equals(url.getScheme())).orElse(false);
    }

    /**
     * Returns the allowed hosts and origins: loopback, the listening address and the public URL.
     *
     * @param origins further origins
     */
    AccessRules access(List<String> origins) {
        List<String> hosts = new ArrayList<>();
        hosts.add(authority());
        publicUrl.map(URI::getHost).ifPresent(hosts::add);
        return AccessRules.allowing(
                hosts, Stream.concat(publicOrigin().stream(), origins.stream()).toList());
    }

    /**
     * Starts a server that listens here.
     *
     * @throws IOException if the address cannot be used; the message says why and what to do
     */
    HttpServer listen(HttpServer.Builder server) throws IOException {
        try {
            return server.host(host).port(port).start();
        } catch (IOException e) {
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                if (cause instanceof BindException refused) {
                    throw new IOException("Cannot listen on " + authority() + ":" + port + ": " + reason(refused), e);
                }
            }
            throw e;
        }
    }

    /** Returns why the operating system refuses the address, and what to do. */
    static String reason(BindException refused) {
        String message = String.valueOf(refused.getMessage());
        if (message.contains("in use")) {
            return "port in use. Stop the other process or choose another port with --port.";
        }
        if (message.contains("assign requested address")) {
            return "not an address of this machine. Set --host to an address of this machine.";
        }
        if (message.contains("Permission denied")) {
            return "permission denied. Use a port above 1023.";
        }
        return message + ". Choose another address with --host and --port.";
    }

    private String authority() {
        return host.contains(":") ? "[" + host + "]" : host;
    }

    /** Returns the URL of the address that the service listens on, without a path. */
    public String direct(int actualPort) {
        return "http://" + authority() + ":" + actualPort;
    }

    /** Returns the URL for clients, without a path. */
    public String base(int actualPort) {
        return publicOrigin().orElseGet(() -> direct(actualPort));
    }

    /** Returns the URL of the MCP endpoint for clients. */
    public String endpoint(int actualPort) {
        return base(actualPort) + PATH;
    }
}
