package dev.mooring.bench.replicas;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** HAProxy in front of several processes. */
final class Balancer implements AutoCloseable {
    private final int port = Ports.free();
    private final Path socket;
    private final Process process;

    /**
     * Starts HAProxy.
     *
     * @param configuration a file that names the variables of {@code examples/replicas/haproxy.cfg}
     * @param folder an empty folder for its files
     */
    Balancer(Path configuration, List<Integer> ports, Path folder) throws IOException, InterruptedException {
        socket = folder.resolve("haproxy.sock");
        Path admin = Files.writeString(
                folder.resolve("admin.cfg"), "global\n    stats socket " + socket + " mode 600 level admin\n");
        ProcessBuilder builder = new ProcessBuilder(
                        "haproxy", "-db", "-f", configuration.toString(), "-f", admin.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("haproxy.log").toFile());
        builder.environment().put("MOORING_BIND", "127.0.0.1:" + port);
        for (int i = 0; i < ports.size(); i++) {
            builder.environment().put("MOORING_REPLICA_" + (i + 1), "127.0.0.1:" + ports.get(i));
        }
        process = builder.start();
        while (!Ports.acceptsConnections(port)) {
            if (!process.isAlive()) {
                throw new IOException("HAProxy ended: " + Files.readString(folder.resolve("haproxy.log")));
            }
            Thread.sleep(20);
        }
    }

    URI address(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    /** Cuts all connections that have a request at a replica. */
    void cutConnections(int replica) throws IOException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            channel.write(ByteBuffer.wrap(
                    ("shutdown sessions server replicas/replica" + (replica + 1) + "\n").getBytes(UTF_8)));
            ByteBuffer answer = ByteBuffer.allocate(1024);
            while (channel.read(answer) > 0) {
                answer.clear();
            }
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
