package dev.mooring.bench.replicas;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ThreadLocalRandom;

/** Ports of the loopback address. */
final class Ports {
    /** Below the ports that outgoing connections get, so that no connection takes the port of a stopped process. */
    private static final int FIRST = 20_000;

    private static final int LAST = 32_000;

    private Ports() {}

    /** Returns a port that is free now. */
    static int free() throws IOException {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
            try (var _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return port;
            } catch (IOException e) {
                if (Thread.currentThread().isInterrupted()) {
                    throw e;
                }
            }
        }
    }

    static boolean acceptsConnections(int port) {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
