package dev.mooring.mcp.server.http.engine;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** A Jetty server with the threads and connections that MCP calls need. */
public final class WebServer {
    private final Server jetty;
    private final Connections connections;
    private final ServerConnector connector;

    /**
     * The address and the limits of a server.
     *
     * @param maxHeaderBytes the maximum size of request line and headers
     * @param idleTimeout how long a connection without a call in flight stays open
     * @param maxConnections the maximum number of connections; one address can have half of them
     * @param proxies the addresses to which the limit per address does not apply
     */
    public record Options(
            String host, int port, int maxHeaderBytes, Duration idleTimeout, int maxConnections, Set<String> proxies) {}

    /** Creates a server that {@link #start} starts. The first handler that accepts a request serves it. */
    public WebServer(Options options, RequestObserver observer, List<Handler> handlers) {
        jetty = new Server(new RequestThreads());
        connections = new Connections(options.maxConnections, options.proxies);
        connector = new WatchingConnector(
                jetty, new HttpConnectionFactory(configuration(options.maxHeaderBytes)), connections);
        connector.setHost(options.host);
        connector.setPort(options.port);
        connector.setIdleTimeout(options.idleTimeout.toMillis());
        jetty.addConnector(connector);
        jetty.setHandler(new RequestEntry(
                observer,
                new StreamThreads(handlers.size() == 1 ? handlers.getFirst() : new Handler.Sequence(handlers))));
        jetty.setErrorHandler(new JsonErrorHandler());
    }

    private static HttpConfiguration configuration(int maxHeaderBytes) {
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.setSendServerVersion(false);
        configuration.setSendXPoweredBy(false);
        configuration.setRequestHeaderSize(maxHeaderBytes);
        return configuration;
    }

    /**
     * Binds the port and serves.
     *
     * @throws IOException if the server cannot start
     */
    public void start() throws IOException {
        try {
            jetty.start();
            connections.start();
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("The web server did not start", e);
        }
    }

    /** Returns the host to which the server is bound. */
    public String host() {
        return connector.getHost();
    }

    /** Returns the port to which the server is bound. */
    public int port() {
        return connector.getLocalPort();
    }

    /** Closes the listening socket. Open connections stay open. */
    public void stopAccepting() {
        connector.close();
    }

    /**
     * Closes all connections and ends the threads.
     *
     * @throws IOException if Jetty fails to stop
     */
    public void stop() throws IOException {
        connections.stop();
        try {
            jetty.stop();
        } catch (Exception e) {
            throw new IOException("The web server did not stop cleanly", e);
        }
    }

    /** Creates connections that detect the disconnection of their client, and closes those beyond the limit. */
    private static final class WatchingConnector extends ServerConnector {
        private static final int ACCEPT_QUEUE = 4096;
        private static final int MAX_OPENING = 16;
        private static final Duration MAX_OPENING_WAIT = Duration.ofMillis(100);

        private final Connections connections;
        private final Semaphore opening = new Semaphore(MAX_OPENING);

        WatchingConnector(Server server, HttpConnectionFactory http, Connections connections) {
            super(server, 1, 1, http);
            this.connections = connections;
            setAcceptQueueSize(ACCEPT_QUEUE);
        }

        /**
         * Accepts a connection when the selector thread has opened and counted most of the earlier ones. Otherwise many
         * new connections would take all file descriptors before the limit applies.
         */
        @Override
        public void accept(int acceptor) throws IOException {
            try {
                // Resets the permits after the wait: a connection that fails before it is opened returns none.
                if (!opening.tryAcquire(MAX_OPENING_WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
                    opening.drainPermits();
                    opening.release(MAX_OPENING - 1);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            super.accept(acceptor);
        }

        @Override
        protected SocketChannelEndPoint newEndPoint(SocketChannel channel, ManagedSelector selector, SelectionKey key) {
            WatchedEndPoint endPoint = new WatchedEndPoint(channel, selector, key, getScheduler());
            endPoint.setIdleTimeout(getIdleTimeout());
            return endPoint;
        }

        @Override
        protected void onEndPointOpened(EndPoint endPoint) {
            super.onEndPointOpened(endPoint);
            if (opening.availablePermits() < MAX_OPENING) {
                opening.release();
            }
            if (endPoint instanceof WatchedEndPoint opened && !connections.add(opened)) {
                opened.close();
            }
        }

        @Override
        protected void onEndPointClosed(EndPoint endPoint) {
            if (endPoint instanceof WatchedEndPoint closed) {
                connections.remove(closed);
            }
            super.onEndPointClosed(endPoint);
        }
    }
}
