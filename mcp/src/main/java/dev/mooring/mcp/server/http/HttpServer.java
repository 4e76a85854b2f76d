package dev.mooring.mcp.server.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** A web server for endpoints; on loopback unless told otherwise. However many calls wait, the next one is served. */
public final class HttpServer implements AutoCloseable {
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(10);

    private final Server jetty;
    private final ServerConnector connector;
    private final List<HttpEndpoint> endpoints;

    private HttpServer(Builder builder) {
        jetty = new Server(new RequestThreads());
        connector = new WatchingConnector(jetty, new HttpConnectionFactory(configuration(builder)));
        connector.setHost(builder.host);
        connector.setPort(builder.port);
        connector.setIdleTimeout(builder.idle.toMillis());
        jetty.addConnector(connector);
        endpoints = List.copyOf(builder.endpoints);
        List<Handler> handlers = new ArrayList<>(endpoints);
        handlers.addAll(builder.others);
        jetty.setHandler(
                new StreamThreads(handlers.size() == 1 ? handlers.getFirst() : new Handler.Sequence(handlers)));
        jetty.setErrorHandler(new PlainErrors());
    }

    private static HttpConfiguration configuration(Builder builder) {
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.setSendServerVersion(false);
        configuration.setSendXPoweredBy(false);
        configuration.setRequestHeaderSize(builder.headerBytes);
        return configuration;
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Serves one endpoint on a free port of loopback. */
    public static HttpServer start(HttpEndpoint endpoint) throws IOException {
        return builder().endpoint(endpoint).start();
    }

    public int port() {
        return connector.getLocalPort();
    }

    public InetSocketAddress address() {
        return new InetSocketAddress(connector.getHost(), port());
    }

    /** Where a path of this server is. */
    public URI uri(String path) {
        return URI.create("http://" + connector.getHost() + ":" + port() + path);
    }

    /** Takes no new connections, lets calls finish until the deadline, and ends. */
    public void stop(Duration patience) throws IOException {
        connector.close();
        for (HttpEndpoint endpoint : endpoints) {
            endpoint.drain(patience);
        }
        try {
            jetty.stop();
        } catch (Exception e) {
            throw new IOException("the web server did not stop cleanly", e);
        }
    }

    @Override
    public void close() throws IOException {
        stop(STOP_PATIENCE);
    }

    /** Makes connections that can tell when their client has gone. */
    private static final class WatchingConnector extends ServerConnector {
        WatchingConnector(Server server, HttpConnectionFactory http) {
            super(server, 1, 1, http);
        }

        @Override
        protected SocketChannelEndPoint newEndPoint(SocketChannel channel, ManagedSelector selector, SelectionKey key) {
            SocketChannelEndPoint endPoint = new WatchedEndPoint(channel, selector, key, getScheduler());
            endPoint.setIdleTimeout(getIdleTimeout());
            return endPoint;
        }
    }

    /** A web server in the making. */
    public static final class Builder {
        private final List<HttpEndpoint> endpoints = new ArrayList<>();
        private final List<Handler> others = new ArrayList<>();
        private String host = "127.0.0.1";
        private int port;
        private int headerBytes = 16 * 1024;
        private Duration idle = Duration.ofSeconds(60);

        private Builder() {}

        public Builder endpoint(HttpEndpoint endpoint) {
            endpoints.add(endpoint);
            return this;
        }

        /** Serves what no endpoint does, such as pages. */
        public Builder handler(Handler handler) {
            others.add(handler);
            return this;
        }

        /** The address to listen on; others than this machine can reach it only if this says so. */
        public Builder host(String host) {
            this.host = host;
            return this;
        }

        /** The port to listen on; 0 takes a free one. */
        public Builder port(int port) {
            this.port = port;
            return this;
        }

        /** The longest head of a request; a longer one gets 431. */
        public Builder maxHeaderBytes(int headerBytes) {
            this.headerBytes = headerBytes;
            return this;
        }

        /** How long a connection may be silent; calls in flight and streams do not count. */
        public Builder idleTimeout(Duration idle) {
            this.idle = idle;
            return this;
        }

        /** Binds and serves. */
        public HttpServer start() throws IOException {
            HttpServer server = new HttpServer(this);
            try {
                server.jetty.start();
                return server;
            } catch (Exception e) {
                server.close();
                throw e instanceof IOException io ? io : new IOException("the web server did not start", e);
            }
        }
    }
}
