package dev.mooring.mcp.client.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import dev.mooring.mcp.client.ServerLocation;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;

/**
 * A server that performs the handshake correctly in both eras and answers the tool {@code good} and {@code ping}, but
 * responds to everything else with noise. It uses plain sockets, because no HTTP server can send such responses.
 */
final class HostileHttpServer implements AutoCloseable {
    private static final String OK_JSON = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
    private static final String OK_EVENTS = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n";

    private final ServerSocket listener;
    private final Random random;
    private final Noise noise;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    HostileHttpServer(long seed) throws IOException {
        random = new Random(seed);
        noise = new Noise(random);
        listener = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    ServerLocation.Remote location() {
        return ServerLocation.Remote.at(URI.create("http://127.0.0.1:" + listener.getLocalPort() + "/mcp"));
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                open.add(socket);
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            OutputStream out = socket.getOutputStream();
            while (answer(in, out)) {
                out.flush();
            }
        } catch (IOException | MalformedJson e) {
            // The client has closed the connection.
        } finally {
            open.remove(socket);
        }
    }

    /** Reads a request and responds to it. Returns whether to keep the connection open. */
    private boolean answer(InputStream in, OutputStream out) throws IOException, MalformedJson {
        String request = line(in);
        int length = 0;
        for (String header = line(in); !header.isEmpty(); header = line(in)) {
            if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(
                        header.substring(header.indexOf(':') + 1).strip());
            }
        }
        byte[] body = in.readNBytes(length);
        if (!request.startsWith("POST")) {
            return sendNoise(out, 0);
        }
        JsonNode message = Json.parse(body);
        long id = message.path("id").asLong(0);
        String method = message.path("method").asString("");
        String tool = message.at("/params/name").asString("");
        if (method.startsWith("notifications/") || method.isEmpty()) {
            write(out, "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n");
            return true;
        }
        String good = switch (method) {
            case "initialize" ->
                "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"serverInfo\":{\"name\":\"hostile\",\"version\":\"1\"}}";
            case "server/discover" ->
                "{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{}}";
            case "ping" -> "{}";
            default -> tool.equals("good") ? "{\"content\":[{\"type\":\"text\",\"text\":\"good\"}]}" : "";
        };
        if (good.isEmpty()) {
            return sendNoise(out, id);
        }
        byte[] answer = ("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + good + "}").getBytes(UTF_8);
        write(out, OK_JSON + "Mcp-Session-Id: s\r\nContent-Length: " + answer.length + "\r\n\r\n");
        out.write(answer);
        return true;
    }

    private boolean sendNoise(OutputStream out, long id) throws IOException {
        byte[] about;
        int kind;
        int status;
        synchronized (random) {
            about = noise.about(id);
            kind = random.nextInt(20);
            status = new int[] {200, 202, 204, 304, 400, 401, 403, 404, 405, 413, 429, 500, 502, 503}
                    [random.nextInt(14)];
        }
        switch (kind) {
            case 0, 1, 2 -> {
                write(out, OK_JSON + "Content-Length: " + about.length + "\r\n\r\n");
                out.write(about);
                return true;
            }
            case 3, 4, 5 -> {
                write(out, OK_EVENTS + "\r\ndata: ");
                out.write(about);
                write(out, "\n\n");
            }
            case 6 -> {
                write(out, OK_JSON + "Content-Length: " + (about.length + 100) + "\r\n\r\n");
                out.write(about);
            }
            case 7 -> {
                write(out, OK_JSON + "Transfer-Encoding: chunked\r\n\r\nZZZ\r\n");
                out.write(about);
            }
            case 8 -> write(out, OK_JSON + "Transfer-Encoding: chunked\r\n\r\n5\r\n{\"jso");
            case 9 -> {
                write(out, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n");
                writeEndlessly(out, "5\r\n<br/>\r\n");
            }
            case 10 -> {
                write(out, OK_JSON + "Transfer-Encoding: chunked\r\n\r\n");
                writeEndlessly(out, "5\r\n[[[[[\r\n");
            }
            case 11 -> {
                write(out, OK_EVENTS + "\r\n");
                writeEndlessly(out, ": still here\n\n");
            }
            case 12 -> {
                write(out, OK_EVENTS + "\r\n");
                writeEndlessly(out, "id: 1\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}\n\n");
            }
            case 13 -> {
                write(out, OK_EVENTS + "\r\ndata: ");
                writeEndlessly(out, "x".repeat(100));
            }
            case 14 -> write(out, OK_EVENTS + "\r\nid: 7\nretry: 1\ndata:\n\n");
            case 15 -> {
                write(
                        out,
                        "HTTP/1.1 " + status + " Whatever\r\nContent-Type: application/json\r\nContent-Length: "
                                + about.length + "\r\n\r\n");
                out.write(about);
            }
            case 16 -> {
                write(out, OK_JSON);
                writeEndlessly(out, "X-Header: " + "x".repeat(50) + "\r\n");
            }
            case 17 -> {
                write(out, "HTTP/1.1 200 ");
                writeEndlessly(out, "OK");
            }
            case 18 ->
                write(out, "HTTP/1.1 307 Elsewhere\r\nLocation: " + location(id) + "\r\nContent-Length: 0\r\n\r\n");
            default -> out.write(about);
        }
        return false;
    }

    private static String location(long id) {
        String[] places = {"/mcp", "http://[", "//", "mailto:nobody", "http://127.0.0.2:1/mcp", "\u0001", ""};
        return places[(int) (id % places.length)];
    }

    /** Writes until the client closes the connection. */
    private static void writeEndlessly(OutputStream out, String again) throws IOException {
        byte[] block = again.repeat(20).getBytes(UTF_8);
        while (true) {
            out.write(block);
        }
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        int next;
        while ((next = in.read()) != '\n') {
            if (next < 0) {
                throw new EOFException();
            }
            line.append((char) next);
        }
        return line.toString().strip();
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(ISO_8859_1));
        out.flush();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}
