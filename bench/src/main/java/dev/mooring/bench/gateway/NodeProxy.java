package dev.mooring.bench.gateway;

import dev.mooring.bench.contender.NodeProxies;
import dev.mooring.bench.measure.Bench;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;

/** A proxy of another project that serves a stdio server over HTTP. */
final class NodeProxy implements AutoCloseable {
    private static final Duration START_TIMEOUT = Duration.ofSeconds(20);

    private final Process process;
    private final int port;

    private NodeProxy(List<String> command, int port) throws IOException, InterruptedException {
        this.port = port;
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        awaitListening();
    }

    /** Starts supergateway in its stateful mode: one process of the server for each session. */
    static NodeProxy supergateway(Bench bench, List<String> server) throws IOException, InterruptedException {
        int port = freePort();
        return new NodeProxy(NodeProxies.supergateway(bench, server, port), port);
    }

    /** Starts mcp-proxy, which has one process of the server for all sessions. */
    static NodeProxy mcpProxy(Bench bench, List<String> server) throws IOException, InterruptedException {
        int port = freePort();
        return new NodeProxy(NodeProxies.mcpProxy(bench, server, port), port);
    }

    String address() {
        return "http://127.0.0.1:" + port + "/mcp";
    }

    long pid() {
        return process.pid();
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void awaitListening() throws IOException, InterruptedException {
        long end = System.nanoTime() + START_TIMEOUT.toNanos();
        while (true) {
            try (var _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return;
            } catch (IOException e) {
                if (System.nanoTime() > end) {
                    close();
                    throw new IOException(
                            "The proxy does not accept connections on port " + port + " after "
                                    + START_TIMEOUT.toSeconds() + " s",
                            e);
                }
                Thread.sleep(50);
            }
        }
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
    }
}
