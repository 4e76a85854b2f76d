package dev.mooring.auth.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Receives the response to one sign-in on a page of its own at a loopback address. */
final class LoopbackReceiver extends ResponseReceiver {
    private final HttpServer server;
    private final URI redirect;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private LoopbackReceiver(HttpServer server, URI redirect, String state) {
        super(redirect, state);
        this.server = server;
        this.redirect = redirect;
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    /**
     * Listens on a port.
     *
     * @param redirect the address that the browser is redirected to; port 0 for any free port
     * @throws IOException if the port is in use, or cannot be listened on for another reason
     */
    static LoopbackReceiver open(URI redirect, String state) throws IOException {
        var address = new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), redirect.getPort());
        return new LoopbackReceiver(HttpServer.create(address, 0), redirect, state);
    }

    /** Returns the address that the browser is redirected to, with the port of this receiver. */
    @Override
    URI redirectUri() {
        return redirectUri(redirect.getHost());
    }

    URI redirectUri(String host) {
        return URI.create("http://" + host + ":" + server.getAddress().getPort() + redirect.getRawPath());
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            URI address = exchange.getRequestURI();
            if (!exchange.getRequestMethod().equals("GET")
                    || !redirect.getPath().equals(address.getPath())) {
                respond(exchange, 404, "Not found", "There is no such page.");
                return;
            }
            AuthorizationResponse response =
                    AuthorizationResponse.of(address.getRawQuery() == null ? "" : address.getRawQuery());
            if (!isExpected(response)) {
                respond(
                        exchange,
                        400,
                        "Not accepted",
                        "This response does not belong to the current sign-in. Start the sign-in again.");
            } else {
                respond(
                        exchange,
                        200,
                        response.isError() ? "Not signed in" : "Almost done",
                        "You can close this window and return to the program.");
                accept(response); // last: the program may end now
            }
        }
    }

    private static void respond(HttpExchange exchange, int status, String title, String text) throws IOException {
        byte[] page = ("<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>" + title + "</title><h1>"
                        + title + "</h1><p>" + text + "</p></html>")
                .getBytes(UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        exchange.getResponseHeaders().set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
        exchange.getResponseHeaders().set("Referrer-Policy", "no-referrer");
        exchange.getResponseHeaders().set("Connection", "close");
        exchange.sendResponseHeaders(status, page.length);
        exchange.getResponseBody().write(page);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
