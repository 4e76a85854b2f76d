package dev.mooring.app.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.server.http.AccessRules;
import dev.mooring.mcp.server.http.HttpServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class StatusPagesTest {
    @Test
    void healthIs503WhileTheHeapIsNearlyFull() throws Exception {
        var isFull = new AtomicBoolean(true);
        try (var metrics = new ServiceMetrics();
                HttpServer server = HttpServer.builder()
                        .web(new StatusPages(metrics, Optional.empty(), AccessRules.loopbackOnly(), isFull::get))
                        .start();
                HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest health = HttpRequest.newBuilder(server.uri("/health")).build();
            assertThat(client.send(health, HttpResponse.BodyHandlers.ofString()).statusCode())
                    .isEqualTo(503);
            isFull.set(false);
            assertThat(client.send(health, HttpResponse.BodyHandlers.ofString()).statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void heapOfThisProcessIsNotNearlyFull() {
        assertThat(new HeapHealth().isNearlyFull()).isFalse();
    }
}
