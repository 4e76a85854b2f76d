package dev.mooring.mcp.server.http;

import dev.mooring.mcp.server.http.engine.WebServer;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.apiguardian.api.API;
import org.eclipse.jetty.server.Handler;

/**
 * A web server for {@link HttpEndpoint}s. It listens on loopback by default. Calls that wait do not delay other calls,
 * however many there are.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class HttpServer implements AutoCloseable {
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);

    private final WebServer web;
    private final List<HttpEndpoint> endpoints;

    private HttpServer(Builder builder) {
        endpoints = List.copyOf(builder.endpoints);
        List<Handler> handlers = new ArrayList<>();
        endpoints.forEach(endpoint -> handlers.add(endpoint.handler()));
        handlers.addAll(builder.otherHandlers);
        web = new WebServer(
                new WebServer.Options(
                        builder.host,
                        builder.port,
                        builder.maxHeaderBytes,
                        builder.idleTimeout,
                        builder.maxConnections,
                        builder.trustedProxies),
                new AccessLogging(builder.trustedProxies, builder.accessLog),
                handlers);
    }

    /** Returns a builder for a web server. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Starts a web server with one endpoint on a free port of the loopback interface.
     *
     * @throws IOException if the server cannot start
     */
    public static HttpServer start(HttpEndpoint endpoint) throws IOException {
        return builder().endpoint(endpoint).start();
    }

    /** Returns the port on which the server listens. */
    public int port() {
        return web.port();
    }

    /** Returns the URI of a path of this server. */
    public URI uri(String path) {
        return URI.create("http://" + web.host() + ":" + port() + path);
    }

    /**
     * Stops the server: accepts no new connections, waits for calls in flight, and cancels them at the timeout.
     *
     * @throws IOException if the web server fails to stop
     */
    public void stop(Duration timeout) throws IOException {
        web.stopAccepting();
        for (HttpEndpoint endpoint : endpoints) {
            endpoint.drain(timeout);
        }
        web.stop();
    }

    /** Stops the server with a timeout of 10 seconds. */
    @Override
    public void close() throws IOException {
        stop(CLOSE_TIMEOUT);
    }

    /** Builds and starts an {@link HttpServer}. Not thread-safe. */
    public static final class Builder {
        private final List<HttpEndpoint> endpoints = new ArrayList<>();
        private final List<Handler> otherHandlers = new ArrayList<>();
        private String host = "127.0.0.1";
        private int port;
        private int maxHeaderBytes = 16 * 1024;
        private Duration idleTimeout = Duration.ofSeconds(60);
        private int maxConnections = DescriptorLimit.connections(10_000);
        private Set<String> trustedProxies = Set.of();
        private Consumer<? super AccessLogEntry> accessLog = _ -> {};

        private Builder() {}

        /** Adds an endpoint. The first endpoint whose path matches serves a request. */
        public Builder endpoint(HttpEndpoint endpoint) {
            endpoints.add(endpoint);
            return this;
        }

        /**
         * Adds a handler for requests that no endpoint serves, such as web pages. The first handler that answers a
         * request serves it.
         */
        public Builder web(WebHandler handler) {
            otherHandlers.add(new WebHandlerAdapter(handler));
            return this;
        }

        /** Sets the address to listen on; 127.0.0.1 by default, which other machines cannot reach. */
        public Builder host(String host) {
            this.host = host;
            return this;
        }

        /** Sets the port to listen on; 0, the default, selects a free port. */
        public Builder port(int port) {
            this.port = port;
            return this;
        }

        /** Sets the maximum size of request line and headers; 16 KiB by default. A larger request gets status 431. */
        public Builder maxHeaderBytes(int bytes) {
            maxHeaderBytes = bytes;
            return this;
        }

        /** Sets how long a connection without a call in flight stays open; 60 seconds by default. */
        public Builder idleTimeout(Duration timeout) {
            idleTimeout = timeout;
            return this;
        }

        /**
         * Sets the maximum number of connections, half of which one address can have; by default 10,000, or half of the
         * file descriptors that the process may still open if that is less. At the limit, a new connection closes one that
         * waits for its client, preferably one without an accepted request.
         *
         * @throws IllegalArgumentException if the number is less than 2
         */
        public Builder maxConnections(int connections) {
            if (connections < 2) {
                throw new IllegalArgumentException("maxConnections must be at least 2, not " + connections);
            }
            maxConnections = connections;
            return this;
        }

        /** Sets the listener for completed requests. It runs on the thread of the request. */
        public Builder accessLog(Consumer<? super AccessLogEntry> log) {
            accessLog = log;
            return this;
        }

        /**
         * Sets the IP addresses of reverse proxies. For requests from them, the client is the last other address in
         * {@code X-Forwarded-For}.
         */
        public Builder trustedProxies(Collection<String> addresses) {
            trustedProxies = Set.copyOf(addresses);
            return this;
        }

        /**
         * Starts the server.
         *
         * @throws IOException if the server cannot start, for example because the port is in use
         */
        public HttpServer start() throws IOException {
            HttpServer server = new HttpServer(this);
            try {
                server.web.start();
                return server;
            } catch (IOException e) {
                server.close();
                throw e;
            }
        }
    }
}
