package dev.mooring.mcp.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolResult;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class DisconnectAndStopTest {
    private final SampleServer sample = new SampleServer();
    private HttpEndpoint endpoint;
    private HttpServer http;
    private HttpTestClient client;

    @BeforeEach
    void start() throws Exception {
        endpoint = HttpEndpoint.builder(sample.server, "/mcp").build();
        http = HttpServer.builder()
                .endpoint(endpoint)
                .idleTimeout(Duration.ofMillis(700))
                .start();
        client = new HttpTestClient(http.uri("/mcp"));
    }

    @AfterEach
    void stop() throws Exception {
        sample.release.countDown();
        client.close();
        http.close();
    }

    private String modern(String tool) {
        ObjectNode params = HttpTestClient.call(tool);
        return RawConnection.post(
                "/mcp",
                HttpTestClient.modernHeaders("tools/call", params),
                Json.text(client.modernBody("tools/call", params)));
    }

    private String legacy(String tool) {
        return RawConnection.post("/mcp", Map.of(), Json.text(client.request("tools/call", HttpTestClient.call(tool))));
    }

    @Nested
    class Disconnection {
        @Test
        void disconnectionCancelsAModernCall() throws Exception {
            try (RawConnection connection = new RawConnection(http.port())) {
                connection.send(modern("wait"));
                await().until(() -> sample.startedWaits.get() == 1);
            }

            await().until(() -> sample.interruptedWaits.get() == 1);
            await().until(() -> endpoint.callsInFlight() == 0);
        }

        @Test
        void disconnectionDoesNotCancelALegacyCall() throws Exception {
            try (RawConnection connection = new RawConnection(http.port())) {
                connection.send(legacy("wait"));
                await().until(() -> sample.startedWaits.get() == 1);
            }
            // By the time a later modern call is cancelled, the server would have cancelled this one too.
            awaitCancellationOfAModernCall();
            sample.release.countDown();

            await().until(() -> endpoint.callsInFlight() == 0);
            assertThat(sample.interruptedWaits).hasValue(1);
        }

        @Test
        void taskAfterDeliveryRunsOnlyIfTheCallerIsStillConnected() throws Exception {
            var delivered = new AtomicInteger();
            McpServer server = McpServer.builder("sample", "1")
                    .tool(Tool.named("wait").handledBy((arguments, exchange) -> {
                        exchange.afterDelivery(delivered::incrementAndGet);
                        sample.startedWaits.incrementAndGet();
                        sample.release.await();
                        return ToolResult.text("released");
                    }))
                    .build();
            HttpEndpoint other = HttpEndpoint.builder(server, "/mcp").build();
            try (HttpServer otherHttp = HttpServer.start(other);
                    RawConnection staying = new RawConnection(otherHttp.port())) {
                staying.send(legacy("wait"));
                try (RawConnection leaving = new RawConnection(otherHttp.port())) {
                    leaving.send(legacy("wait"));
                    await().until(() -> sample.startedWaits.get() == 2);
                }
                sample.release.countDown();

                assertThat(staying.receive().body()).contains("released");
                await().until(() -> other.callsInFlight() == 0);
                await().until(() -> delivered.get() == 1);
            }
            assertThat(delivered).hasValue(1);
        }

        private void awaitCancellationOfAModernCall() throws Exception {
            try (RawConnection connection = new RawConnection(http.port())) {
                connection.send(modern("wait"));
                await().until(() -> sample.startedWaits.get() == 2);
            }
            await().until(() -> sample.interruptedWaits.get() == 1);
        }
    }

    @Nested
    class WatchedConnection {
        @Test
        void connectionStaysOpenForALongCallAndServesTheNextOne() throws Exception {
            try (RawConnection connection = new RawConnection(http.port())) {
                connection.send(modern("wait"));
                await().until(() -> sample.startedWaits.get() == 1);
                awaitTheEndOfAnIdleConnection();
                sample.release.countDown();

                assertThat(connection.receive().body()).contains("released");
                connection.send(modern("echo"));
                assertThat(connection.receive().status()).isEqualTo(200);
            }
        }

        @Test
        void requestsThatArriveBeforeTheAnswerAreServed() throws Exception {
            try (RawConnection connection = new RawConnection(http.port())) {
                connection.send(modern("wait"));
                await().until(() -> sample.startedWaits.get() == 1);
                awaitTheEndOfAnIdleConnection();
                connection.send(modern("echo") + modern("who"));
                awaitTheEndOfAnIdleConnection();
                sample.release.countDown();

                assertThat(connection.receive().body()).contains("released");
                assertThat(connection.receive().body()).contains("{}");
                assertThat(connection.receive().body()).contains("null null");
            }
        }
    }

    /** Waits longer than the watch delay and the idle timeout, by letting another connection reach that timeout. */
    private void awaitTheEndOfAnIdleConnection() throws Exception {
        try (RawConnection idle = new RawConnection(http.port())) {
            idle.send(legacy("echo"));
            assertThat(idle.receive().status()).isEqualTo(200);
            idle.awaitEnd();
        }
    }

    @Nested
    class LongCall {
        @Test
        void longCallBecomesAStreamThatIsKeptAlive() throws Exception {
            HttpEndpoint frequentKeepAlive = HttpEndpoint.builder(sample.server, "/mcp")
                    .limits(HttpLimits.builder()
                            .maxBodyBytes(1 << 20)
                            .maxSessions(10)
                            .sessionIdleTimeout(Duration.ofMinutes(1))
                            .maxStreams(10)
                            .keepAliveInterval(Duration.ofMillis(1))
                            .build())
                    .build();
            try (HttpServer other = HttpServer.start(frequentKeepAlive);
                    HttpTestClient client = new HttpTestClient(other.uri("/mcp"))) {
                ObjectNode params = HttpTestClient.call("wait");
                // Returns when the response has started, long before the answer.
                try (HttpTestClient.Streaming stream = client.stream(
                        client.modernBody("tools/call", params), HttpTestClient.modernHeaders("tools/call", params))) {
                    sample.release.countDown();

                    assertThat(stream.next().toString()).contains("released");
                }
            }
        }
    }

    @Nested
    class Stop {
        @Test
        void drainFinishesCallsInFlightAndRefusesNewOnes() throws Exception {
            CompletableFuture<Integer> status = new CompletableFuture<>();
            Thread.startVirtualThread(() -> {
                try {
                    status.complete(client.modern("tools/call", HttpTestClient.call("wait"))
                            .status());
                } catch (Exception e) {
                    status.completeExceptionally(e);
                }
            });
            await().until(() -> sample.startedWaits.get() == 1);
            CompletableFuture<Void> stopped = CompletableFuture.runAsync(() -> endpoint.drain(Duration.ofSeconds(20)));
            await().until(() -> client.modern("tools/list", null).status() == 503);
            assertThat(stopped).isNotDone();

            sample.release.countDown();

            assertThat(status.get()).isEqualTo(200);
            stopped.join();
        }

        @Test
        void stopCancelsCallsAtTheTimeout() throws Exception {
            try (RawConnection connection = new RawConnection(http.port())) {
                connection.send(legacy("wait"));
                await().until(() -> sample.startedWaits.get() == 1);

                http.stop(Duration.ofMillis(50));

                assertThat(sample.interruptedWaits).hasValue(1);
            }
        }
    }
}
