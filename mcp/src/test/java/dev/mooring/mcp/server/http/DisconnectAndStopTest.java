package dev.mooring.mcp.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.mcp.Json;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class DisconnectAndStopTest {
    private final SampleServer tools = new SampleServer();
    private HttpEndpoint endpoint;
    private HttpServer http;
    private HttpTestClient wire;

    @BeforeEach
    void start() throws Exception {
        endpoint = HttpEndpoint.builder(tools.server, "/mcp").build();
        http = HttpServer.builder()
                .endpoint(endpoint)
                .idleTimeout(Duration.ofMillis(700))
                .start();
        wire = new HttpTestClient(http.uri("/mcp"));
    }

    @AfterEach
    void stop() throws Exception {
        tools.release.countDown();
        wire.close();
        http.close();
    }

    private String modern(String tool) {
        ObjectNode params = HttpTestClient.call(tool);
        return RawConnection.post(
                "/mcp",
                HttpTestClient.modernHeaders("tools/call", params),
                Json.text(wire.modernBody("tools/call", params)));
    }

    private String legacy(String tool) {
        return RawConnection.post("/mcp", Map.of(), Json.text(wire.request("tools/call", HttpTestClient.call(tool))));
    }

    @Nested
    class AConnectionThatEnds {
        @Test
        void cancelsAModernCall() throws Exception {
            try (RawConnection connection = new RawConnection(http.port())) {
                connection.send(modern("wait"));
                await().until(() -> tools.begun.get() == 1);
            }

            await().until(() -> tools.interrupted.get() == 1);
            await().until(() -> endpoint.callsInFlight() == 0);
        }

        @Test
        void doesNotCancelALegacyCall() throws Exception {
            try (RawConnection connection = new RawConnection(http.port())) {
                connection.send(legacy("wait"));
                await().until(() -> tools.begun.get() == 1);
            }
            // A modern call that begins later has been cancelled by then.
            cancelsAModernCallAsWell();
            tools.release.countDown();

            await().until(() -> endpoint.callsInFlight() == 0);
            assertThat(tools.interrupted).hasValue(1);
        }

        private void cancelsAModernCallAsWell() throws Exception {
            try (RawConnection connection = new RawConnection(http.port())) {
                connection.send(modern("wait"));
                await().until(() -> tools.begun.get() == 2);
            }
            await().until(() -> tools.interrupted.get() == 1);
        }
    }

    @Nested
    class AConnectionThatIsWatched {
        @Test
        void staysOpenForALongCallAndServesTheNextOne() throws Exception {
            try (RawConnection connection = new RawConnection(http.port())) {
                connection.send(modern("wait"));
                await().until(() -> tools.begun.get() == 1);
                awaitTheEndOfAnIdleConnection();
                tools.release.countDown();

                assertThat(connection.receive().body()).contains("released");
                connection.send(modern("echo"));
                assertThat(connection.receive().status()).isEqualTo(200);
            }
        }

        @Test
        void keepsWhatAHastyClientSendsBeforeTheAnswer() throws Exception {
            try (RawConnection connection = new RawConnection(http.port())) {
                connection.send(modern("wait"));
                await().until(() -> tools.begun.get() == 1);
                awaitTheEndOfAnIdleConnection();
                connection.send(modern("echo") + modern("who"));
                awaitTheEndOfAnIdleConnection();
                tools.release.countDown();

                assertThat(connection.receive().body()).contains("released");
                assertThat(connection.receive().body()).contains("{}");
                assertThat(connection.receive().body()).contains("null null");
            }
        }
    }

    /** By then a call that was begun before is watched, and its own connection has been idle for too long. */
    private void awaitTheEndOfAnIdleConnection() throws Exception {
        try (RawConnection idle = new RawConnection(http.port())) {
            idle.send(legacy("echo"));
            assertThat(idle.receive().status()).isEqualTo(200);
            idle.awaitEnd();
        }
    }

    @Nested
    class ACallThatTakesLong {
        @Test
        void becomesAStreamThatIsKeptAlive() throws Exception {
            HttpEndpoint impatient = HttpEndpoint.builder(tools.server, "/mcp")
                    .limits(HttpLimits.builder()
                            .maxBodyBytes(1 << 20)
                            .maxSessions(10)
                            .sessionIdleTimeout(Duration.ofMinutes(1))
                            .maxStreams(10)
                            .keepAliveInterval(Duration.ofMillis(1))
                            .build())
                    .build();
            try (HttpServer other = HttpServer.start(impatient);
                    HttpTestClient client = new HttpTestClient(other.uri("/mcp"))) {
                ObjectNode params = HttpTestClient.call("wait");
                // The response begins long before the answer.
                try (HttpTestClient.Streaming stream = client.stream(
                        client.modernBody("tools/call", params), HttpTestClient.modernHeaders("tools/call", params))) {
                    tools.release.countDown();

                    assertThat(stream.next().toString()).contains("released");
                }
            }
        }
    }

    @Nested
    class AServerThatStops {
        @Test
        void finishesTheCallsInFlightAndTakesNoMore() throws Exception {
            CompletableFuture<Integer> status = new CompletableFuture<>();
            Thread.startVirtualThread(() -> {
                try {
                    status.complete(wire.modern("tools/call", HttpTestClient.call("wait"))
                            .status());
                } catch (Exception e) {
                    status.completeExceptionally(e);
                }
            });
            await().until(() -> tools.begun.get() == 1);
            CompletableFuture<Void> stopped = CompletableFuture.runAsync(() -> endpoint.drain(Duration.ofSeconds(20)));
            await().until(() -> wire.modern("tools/list", null).status() == 503);
            assertThat(stopped).isNotDone();

            tools.release.countDown();

            assertThat(status.get()).isEqualTo(200);
            stopped.join();
        }

        @Test
        void cancelsWhatIsNotFinishedInTime() throws Exception {
            try (RawConnection connection = new RawConnection(http.port())) {
                connection.send(legacy("wait"));
                await().until(() -> tools.begun.get() == 1);

                http.stop(Duration.ofMillis(50));

                assertThat(tools.interrupted).hasValue(1);
            }
        }
    }
}
