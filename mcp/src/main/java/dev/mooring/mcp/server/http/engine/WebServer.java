package dev.mooring.mcp.server.http.engine;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** A Jetty server with the threads and connections that MCP calls need. */
public final class WebServer {
    private final Server jetty;
    private final ServerConnector connector;

    /**
     * Creates a server that {@link #start} starts. The first handler that accepts a request serves it.
     *
     * @param preparation runs for each request before its handler
     */
    public WebServer(
            String host,
            int port,
            int maxHeaderBytes,
            Duration idleTimeout,
            Consumer<Request> preparation,
            List<Handler> handlers) {
        jetty = new Server(new RequestThreads());
        connector = new WatchingConnector(jetty, new HttpConnectionFactory(configuration(maxHeaderBytes)));
        connector.setHost(host);
        connector.setPort(port);
        connector.setIdleTimeout(idleTimeout.toMillis());
        jetty.addConnector(connector);
        jetty.setHandler(new RequestEntry(
                preparation,
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
        try {
            jetty.stop();
        } catch (Exception e) {
            throw new IOException("The web server did not stop cleanly", e);
        }
    }

    /** Creates connections that detect the disconnection of their client. */
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
}
