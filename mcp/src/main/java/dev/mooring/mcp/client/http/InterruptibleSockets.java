package dev.mooring.mcp.client.http;

import java.io.IOException;
import java.net.Proxy;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import org.apache.hc.client5.http.io.DetachedSocketFactory;

/**
 * Creates sockets whose reads end when the reading thread is interrupted, also on platform threads. Plain sockets do
 * that on virtual threads only. An interrupted caller thus leaves its call immediately.
 */
final class InterruptibleSockets implements DetachedSocketFactory {
    @Override
    public Socket create(Proxy proxy) throws IOException {
        return proxy == null || proxy.type() == Proxy.Type.DIRECT
                ? SocketChannel.open().socket()
                : new Socket(proxy);
    }
}
