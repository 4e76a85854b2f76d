package dev.mooring.mcp.server.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.mcp.server.http.HttpEndpoint;
import dev.mooring.mcp.server.http.HttpLimits;
import dev.mooring.mcp.server.http.HttpServer;
import dev.mooring.mcp.server.http.SampleServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class HttpFuzzTest {
    private static final String CALL =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\","
                    + "\"arguments\":{\"steady\":true}}}";

    private final long seed = Long.getLong("mooring.fuzz.seed", new Random().nextLong());
    private final Random random = new Random(seed);
    private final HostileInput hostile = new HostileInput(random);

    @Test
    void hostileRequestsDoNotAffectOtherClients() throws Exception {
        HttpEndpoint endpoint = HttpEndpoint.builder(new SampleServer().server, "/mcp")
                .limits(HttpLimits.builder()
                        .maxBodyBytes(50_000)
                        .maxSessions(50)
                        .sessionIdleTimeout(Duration.ofMinutes(1))
                        .maxStreams(100)
                        .keepAliveInterval(Duration.ofSeconds(15))
                        .build())
                .build();
        AtomicInteger answered = new AtomicInteger();
        AtomicBoolean over = new AtomicBoolean();
        try (HttpServer http = HttpServer.builder()
                .endpoint(endpoint)
                .idleTimeout(Duration.ofSeconds(2))
                .start()) {
            Thread steady = Thread.startVirtualThread(() -> callSteadily(http.uri("/mcp"), answered, over));
            for (int i = 0; i < 400; i++) {
                attack(http.port());
            }
            int before = answered.get();
            await("seed " + seed).until(() -> answered.get() > before + 5);
            over.set(true);
            steady.join();
            await("seed " + seed).until(() -> endpoint.callsInFlight() == 0);
            assertThat(endpoint.sessionCount()).describedAs("seed %d", seed).isLessThanOrEqualTo(50);
        }
    }

    /** Calls in a loop as a well-behaved client. Stops at the first wrong answer. */
    private static void callSteadily(URI uri, AtomicInteger answered, AtomicBoolean over) {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(uri)
                    .header("Content-Type", "application/json")
                    .header("Accept", "application/json, text/event-stream")
                    .timeout(Duration.ofSeconds(20))
                    .POST(HttpRequest.BodyPublishers.ofString(CALL))
                    .build();
            while (!over.get()) {
                HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
                if (response.statusCode() != 200 || !response.body().contains("steady")) {
                    return;
                }
                answered.incrementAndGet();
            }
        } catch (IOException | InterruptedException e) {
            // The test fails, because the count no longer rises.
        }
    }

    private void attack(int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(200);
            byte[] request = request();
            socket.getOutputStream().write(request);
            socket.getOutputStream().flush();
            switch (random.nextInt(3)) {
                case 0 -> socket.setSoLinger(true, 0);
                case 1 -> socket.shutdownOutput();
                default -> checkStatusLine(socket.getInputStream(), request);
            }
        } catch (IOException e) {
            // The server may close the connection.
        }
    }

    private void checkStatusLine(InputStream in, byte[] request) throws IOException {
        byte[] head = in.readNBytes(12);
        assertThat(new String(head, UTF_8))
                .describedAs("seed %d: %s", seed, new String(request, 0, Math.min(500, request.length), UTF_8))
                .doesNotContain(" 500");
    }

    private byte[] request() throws IOException {
        byte[] body = hostile.next();
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        String head = switch (random.nextInt(8)) {
            case 0 -> "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + random.nextInt(200_000);
            case 1 -> "GET /mcp HTTP/1.1\r\nHost: localhost\r\nMcp-Session-Id: " + random.nextInt();
            case 2 -> "POST /mcp HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked";
            case 3 -> new String(hostile.noise(random.nextInt(300)), UTF_8);
            default -> "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + body.length + modernHeaders();
        };
        request.write((head + "\r\nContent-Type: application/json\r\nAccept: */*\r\n\r\n").getBytes(UTF_8));
        request.write(body);
        return request.toByteArray();
    }

    private String modernHeaders() {
        return random.nextBoolean() ? "" : "\r\nMCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/list";
    }
}
