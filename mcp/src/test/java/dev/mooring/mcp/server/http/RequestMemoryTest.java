package dev.mooring.mcp.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.mcp.server.engine.MemoryBudget;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RequestMemoryTest {
    private static final int BUDGET = 2_000_000;
    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";

    private final SampleServer sample = new SampleServer();
    private HttpServer http;

    @BeforeEach
    void start() throws Exception {
        http = HttpServer.start(HttpEndpoint.builder(sample.server, "/mcp")
                .authenticator(request -> new Authentication.Accepted(request.header("X-User")))
                .memory(new MemoryBudget(BUDGET))
                .build());
    }

    @AfterEach
    void stop() throws Exception {
        sample.release.countDown();
        http.close();
    }

    private RawConnection.Response send(String user, String body) throws IOException {
        try (RawConnection connection = new RawConnection(http.port())) {
            connection.send(post(user, body));
            return connection.receive();
        }
    }

    private static String post(String user, String body) {
        return RawConnection.post("/mcp", Map.of("X-User", user, "Accept", "application/json"), body);
    }

    private static String call(String tool, String text) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool
                + "\",\"arguments\":{\"text\":\"" + text + "\"}}}";
    }

    @Test
    void callerThatHoldsTooMuchGets503AndOthersAreServed() throws Exception {
        try (RawConnection holding = new RawConnection(http.port())) {
            holding.send(post("ann", call("wait", "x".repeat(150_000))));
            await().until(() -> sample.startedWaits.get() == 1);

            RawConnection.Response refused = send("ann", call("echo", "x".repeat(150_000)));
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.head()).contains("Retry-After: 1");
            assertThat(send("ann", PING).status()).isEqualTo(200);
            assertThat(send("bob", call("echo", "x".repeat(100_000))).status()).isEqualTo(200);

            sample.release.countDown();
            assertThat(holding.receive().status()).isEqualTo(200);
            // The client has the response a moment before the server has returned the memory.
            await().until(() -> send("ann", call("echo", "x".repeat(100_000))).status(), status -> status == 200);
        }
    }

    @Test
    void messageOfManySmallNodesCountsForWhatItNeeds() throws Exception {
        String nodes = "[" + "{},".repeat(20_000) + "{}]";

        assertThat(send("ann", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"a\":" + nodes + "}}")
                        .status())
                .isEqualTo(503);
    }

    @Test
    void largeCapabilitiesAndClientInfoAreRefused() throws Exception {
        String large = "{\"x\":\"" + "x".repeat(100_000) + "\"}";
        for (String params :
                new String[] {"\"capabilities\":" + large, "\"capabilities\":{},\"clientInfo\":" + large}) {
            RawConnection.Response response = send(
                    "ann",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
                            + params + "}}");

            assertThat(response.status()).isEqualTo(400);
            assertThat(response.body()).contains("too large");
        }
    }
}
