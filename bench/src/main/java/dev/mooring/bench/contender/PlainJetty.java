package dev.mooring.bench.contender;

import java.io.IOException;
import java.net.URI;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Jetty on virtual threads, configured like Mooring's web server. */
public final class PlainJetty implements AutoCloseable {
    private final Server server;
    private final ServerConnector connector;

    public PlainJetty(Handler handler) throws Exception {
        QueuedThreadPool threads = new QueuedThreadPool(16, 4);
        threads.setVirtualThreadsExecutor(VirtualThreads.getNamedVirtualThreadsExecutor("plain-http-"));
        server = new Server(threads);
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.setSendServerVersion(false);
        configuration.setSendXPoweredBy(false);
        configuration.setRequestHeaderSize(16 * 1024);
        connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(configuration));
        connector.setHost("127.0.0.1");
        connector.setIdleTimeout(60_000);
        server.addConnector(connector);
        server.setHandler(handler);
        server.start();
    }

    public URI uri(String path) {
        return URI.create("http://127.0.0.1:" + connector.getLocalPort() + path);
    }

    @Override
    public void close() throws IOException {
        try {
            server.stop();
        } catch (Exception e) {
            throw new IOException("Jetty did not stop", e);
        }
    }
}
