package dev.mooring.mcp.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ConnectionLimitTest {
    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
    private static final int LIMIT = 20;

    private final SampleServer sample = new SampleServer();
    private final List<RawConnection> slowConnections = new ArrayList<>();
    private HttpServer http;

    @BeforeEach
    void start() throws Exception {
        http = HttpServer.builder()
                .endpoint(HttpEndpoint.builder(sample.server, "/mcp").build())
                .maxConnections(LIMIT)
                .start();
    }

    @AfterEach
    void stop() throws Exception {
        sample.release.countDown();
        for (RawConnection connection : slowConnections) {
            connection.close();
        }
        http.close();
    }

    private void openSlowConnections(int connections) throws IOException {
        for (int i = 0; i < connections; i++) {
            RawConnection connection = new RawConnection(http.port());
            slowConnections.add(connection);
            connection.send("P");
        }
    }

    private static int ping(RawConnection connection) throws IOException {
        connection.send(RawConnection.post("/mcp", Map.of(), PING));
        return connection.receive().status();
    }

    @Test
    void newClientIsServedWhileManyConnectionsSendSlowly() throws Exception {
        openSlowConnections(20 * LIMIT);

        try (RawConnection client = new RawConnection(http.port())) {
            assertThat(ping(client)).isEqualTo(200);
        }
    }

    @Test
    void slowConnectionsDoNotEvictOneThatHasSentARequest() throws Exception {
        try (RawConnection client = new RawConnection(http.port())) {
            assertThat(ping(client)).isEqualTo(200);
            openSlowConnections(5 * LIMIT);
            slowConnections.getFirst().awaitEnd();

            assertThat(ping(client)).isEqualTo(200);
        }
    }

    @Test
    void callInProgressIsNeverEvicted() throws Exception {
        try (RawConnection client = new RawConnection(http.port())) {
            String call = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"wait\"}}";
            client.send(RawConnection.post("/mcp", Map.of("Accept", "application/json"), call));
            await().until(() -> sample.startedWaits.get() == 1);
            openSlowConnections(5 * LIMIT);
            slowConnections.getFirst().awaitEnd();
            sample.release.countDown();

            assertThat(client.receive().body()).contains("released");
        }
    }

    @Test
    @Tag("long")
    void connectionThatSendsItsHeadersSlowlyIsClosed() throws Exception {
        try (RawConnection slow = new RawConnection(http.port())) {
            slow.send("POST /mcp HTTP/1.1\r\nHost: ");
            await().pollInterval(Duration.ofSeconds(1)).until(() -> {
                try {
                    slow.send("a");
                    return false;
                } catch (IOException e) {
                    return true;
                }
            });
        }
    }
}
