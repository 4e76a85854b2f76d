package dev.mooring.auth.discovery;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OAuthHttpTest {
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server = start();

    private static HttpServer start() {
        try {
            return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @AfterEach
    void stop() {
        threads.shutdownNow();
        server.stop(0);
    }

    private URI serve(HttpHandler handler) {
        server.setExecutor(threads);
        server.createContext("/", handler);
        server.start();
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    @Test
    void responseWhoseBodyStallsFailsAtTheTimeout() {
        URI address = serve(exchange -> {
            exchange.sendResponseHeaders(200, 100);
            exchange.getResponseBody().write("{".getBytes(UTF_8));
            exchange.getResponseBody().flush();
            awaitInterrupt();
        });

        assertThatThrownBy(() -> new OAuthHttp(Duration.ofMillis(500)).getJson(address))
                .isInstanceOf(OAuthFailed.class)
                .hasMessageContaining("no complete response");
    }

    private static void awaitInterrupt() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void responseThatExceedsTheSizeLimitFails() {
        byte[] body = new byte[1024 * 1024 + 1];
        URI address = serve(exchange -> {
            try (exchange) {
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            }
        });

        assertThatThrownBy(() -> new OAuthHttp().getJson(address))
                .isInstanceOf(OAuthFailed.class)
                .hasMessageContaining("exceeds capacity");
    }
}
