package dev.mooring.mcp.client.http;

import java.io.IOException;
import java.net.Proxy;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import org.apache.hc.client5.http.io.DetachedSocketFactory;

/**
 * Sockets whose reads end when the reading thread is interrupted, on platform threads too: plain sockets do that on
 * virtual threads only. This is how a caller's interrupt ends its call at once.
 */
final class InterruptibleSockets implements DetachedSocketFactory {
    @Override
    public Socket create(Proxy proxy) throws IOException {
        return proxy == null || proxy.type() == Proxy.Type.DIRECT
                ? SocketChannel.open().socket()
                : new Socket(proxy);
    }
}
