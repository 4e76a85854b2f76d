package dev.mooring.bench.contender;

import dev.mooring.bench.fork.Contender;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;

/** A proxy that records the traffic between a client and a server. */
public final class RecordingProxy implements AutoCloseable {
    private final ServerSocket socket;
    private final URI server;
    private final ByteArrayOutputStream requests = new ByteArrayOutputStream();
    private final ByteArrayOutputStream answers = new ByteArrayOutputStream();

    /** Opens a client. */
    public interface Client {
        Contender open(URI address) throws Exception;
    }

    private RecordingProxy(URI server) throws IOException {
        this.server = server;
        socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    /** Records one call of a client to a file. */
    public static void record(URI server, Client client, Path file) throws Exception {
        try (RecordingProxy proxy = new RecordingProxy(server)) {
            URI address = URI.create("http://127.0.0.1:" + proxy.socket.getLocalPort() + server.getPath());
            try (Contender contender = client.open(address)) {
                contender.call();
                proxy.reset();
                contender.call();
                proxy.exchange().save(file);
            }
        }
    }

    private synchronized void reset() {
        requests.reset();
        answers.reset();
    }

    private synchronized RecordedExchange exchange() throws IOException {
        return RecordedExchange.of(requests.toByteArray(), answers.toByteArray());
    }

    private synchronized void append(byte[] bytes, int length, ByteArrayOutputStream record) {
        record.write(bytes, 0, length);
    }

    private void accept() {
        try {
            while (true) {
                Socket client = socket.accept();
                Socket onward = new Socket(server.getHost(), server.getPort());
                Thread.ofVirtual().start(() -> pump(client, onward, requests));
                Thread.ofVirtual().start(() -> pump(onward, client, answers));
            }
        } catch (IOException e) {
            // The proxy was closed.
        }
    }

    private void pump(Socket from, Socket to, ByteArrayOutputStream record) {
        try (from;
                to;
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            byte[] buffer = new byte[64 * 1024];
            int count;
            while ((count = in.read(buffer)) >= 0) {
                append(buffer, count, record);
                out.write(buffer, 0, count);
            }
        } catch (IOException e) {
            // One side has closed its connection.
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
