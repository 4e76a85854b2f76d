package dev.mooring.mcp.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.LinkedHashMap;
import java.util.Map;

/** A socket for requests that an HTTP client does not send. */
final class RawConnection implements AutoCloseable {
    private final Socket socket;
    private final InputStream in;

    RawConnection(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(20_000);
        in = new BufferedInputStream(socket.getInputStream());
    }

    /** A response with a plain body. */
    record Response(int status, String head, String body) {}

    void send(String text) throws IOException {
        send(text.getBytes(UTF_8));
    }

    void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    /** Returns a POST request with the headers that every message needs. */
    static String post(String path, Map<String, String> headers, String body) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("Host", "127.0.0.1");
        all.put("Content-Type", "application/json");
        all.put("Accept", "application/json, text/event-stream");
        all.putAll(headers);
        StringBuilder request = new StringBuilder("POST " + path + " HTTP/1.1\r\n");
        all.forEach(
                (name, value) -> request.append(name).append(": ").append(value).append("\r\n"));
        return request.append("Content-Length: ")
                .append(body.getBytes(UTF_8).length)
                .append("\r\n\r\n")
                .append(body)
                .toString();
    }

    /** Waits until the server closes the connection. Fails if the server sends anything before. */
    void awaitEnd() throws IOException {
        if (in.read() >= 0) {
            throw new AssertionError("The server has sent more");
        }
    }

    /** Waits for the next response. */
    Response receive() throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(ISO_8859_1).endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                throw new AssertionError("The connection has ended after: " + head.toString(ISO_8859_1));
            }
            head.write(next);
        }
        String text = head.toString(ISO_8859_1);
        int status = Integer.parseInt(text.substring(9, 12));
        int length = 0;
        for (String line : text.lines().toList()) {
            if (line.regionMatches(true, 0, "Content-Length:", 0, 15)) {
                length = Integer.parseInt(line.substring(15).strip());
            }
        }
        return new Response(status, text, new String(in.readNBytes(length), UTF_8));
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
