package dev.mooring.bench.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;

/** The endpoint of a server, for requests on connections of their own. */
record AttackedEndpoint(int port, String token) {
    private static final int TIMEOUT_MILLIS = 60_000;
    private static final int STATUS = 9;

    private Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        return socket;
    }

    /** Posts a message on a new connection. Returns the whole response. */
    String post(byte[] body) throws IOException {
        try (Socket socket = connect()) {
            send(socket, body);
            return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
        }
    }

    /** Returns the HTTP status in a response; 0 if it is incomplete. */
    static int status(String response) {
        return response.length() < STATUS + 3 ? 0 : Integer.parseInt(response.substring(STATUS, STATUS + 3));
    }

    void postWithoutReading(byte[] body, long pauseMillis) throws IOException {
        try (Socket socket = connect()) {
            socket.setReceiveBufferSize(4096);
            send(socket, body);
            InputStream in = socket.getInputStream();
            while (in.read() >= 0) {
                pause(pauseMillis);
            }
        }
    }

    private void send(Socket socket, byte[] body) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(("POST /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n"
                        + "Accept: application/json\r\nAuthorization: Bearer " + token + "\r\nContent-Length: "
                        + body.length + "\r\n\r\n")
                .getBytes(US_ASCII));
        out.write(body);
        out.flush();
    }

    /** Sends the beginning of a request, and then a byte at a time until the server closes the connection. */
    void sendSlowly(byte[] beginning, long pauseMillis) throws IOException {
        try (Socket socket = connect()) {
            OutputStream out = socket.getOutputStream();
            out.write(beginning);
            while (true) {
                pause(pauseMillis);
                out.write('a');
            }
        }
    }

    private static void pause(long millis) throws IOException {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IOException("Interrupted", e);
        }
    }
}
