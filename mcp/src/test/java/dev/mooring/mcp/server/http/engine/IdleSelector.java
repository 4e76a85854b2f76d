package dev.mooring.mcp.server.http.engine;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.eclipse.jetty.util.thread.Scheduler;

/** Connections whose selector never runs, so that no callback of an {@link WatchedEndPoint} does. */
final class IdleSelector implements AutoCloseable {
    private final Selector selector = Selector.open();
    private final Scheduler scheduler = new ScheduledExecutorScheduler();
    private final ManagedSelector managed = new ManagedSelector(new IdleManager(scheduler), 0);

    IdleSelector() throws IOException {}

    /** Both ends of a connection. */
    record Pair(SocketChannel client, WatchedEndPoint server) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            client.close();
            ((SocketChannel) server.getTransport()).close();
        }
    }

    Pair connect() throws IOException {
        try (ServerSocketChannel listener = ServerSocketChannel.open()) {
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            SocketChannel client = SocketChannel.open(listener.getLocalAddress());
            SocketChannel accepted = listener.accept();
            accepted.configureBlocking(false);
            SelectionKey key = accepted.register(selector, 0);
            return new Pair(client, new WatchedEndPoint(accepted, managed, key, scheduler));
        }
    }

    @Override
    public void close() throws IOException {
        selector.close();
    }

    private static final class IdleManager extends SelectorManager {
        IdleManager(Scheduler scheduler) {
            super(Runnable::run, scheduler, 1);
        }

        @Override
        protected EndPoint newEndPoint(SelectableChannel channel, ManagedSelector selector, SelectionKey key) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Connection newConnection(SelectableChannel channel, EndPoint endPoint, Object attachment) {
            throw new UnsupportedOperationException();
        }
    }
}
