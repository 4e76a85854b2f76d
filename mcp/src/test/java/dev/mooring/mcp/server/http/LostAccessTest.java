package dev.mooring.mcp.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class LostAccessTest {
    private final SampleServer sample = new SampleServer();
    private static final Authentication ACCEPTED = new Authentication.Accepted("ann");
    private static final Authentication UNKNOWN_TOKEN = new Authentication.Rejected(401, null, "unknown token");

    private final AtomicReference<Supplier<Authentication>> answer = new AtomicReference<>(() -> ACCEPTED);
    private final List<AccessLogEntry> log = new CopyOnWriteArrayList<>();
    private HttpEndpoint endpoint;
    private HttpServer http;

    @BeforeEach
    void start() throws Exception {
        endpoint = HttpEndpoint.builder(sample.server, "/mcp")
                .authenticator(request -> answer.get().get())
                .build();
        http = HttpServer.builder()
                .endpoint(endpoint)
                .accessLog(log::add)
                .trustedProxies(List.of("127.0.0.1"))
                .start();
    }

    @AfterEach
    void stop() throws Exception {
        sample.release.countDown();
        http.close();
    }

    private RawConnection startWait() throws Exception {
        RawConnection client = new RawConnection(http.port());
        String call = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"wait\"}}";
        client.send(RawConnection.post("/mcp", Map.of("Accept", "application/json"), call));
        await().until(() -> sample.startedWaits.get() == 1);
        return client;
    }

    @Test
    void callInFlightIsCancelledWhenItsCallerLosesAccess() throws Exception {
        try (var _ = startWait()) {
            answer.set(() -> UNKNOWN_TOKEN);

            await().until(() -> sample.interruptedWaits.get() == 1 && endpoint.callsInFlight() == 0);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 503})
    void callInFlightContinuesWhileTheAuthenticatorCannotDecide(int status) throws Exception {
        try (RawConnection client = startWait()) {
            var checks = new AtomicInteger();
            answer.set(() -> {
                checks.incrementAndGet();
                return new Authentication.Rejected(status, null, "the store cannot be reached");
            });
            await().until(() -> checks.get() >= 2);
            sample.release.countDown();

            assertThat(client.receive().body()).contains("released");
        }
    }

    @Test
    void accessIsStillCheckedAfterTheAuthenticatorHasFailed() throws Exception {
        try (var _ = startWait()) {
            var checks = new AtomicInteger();
            answer.set(() -> {
                checks.incrementAndGet();
                throw new IllegalStateException("the authenticator fails");
            });
            await().until(() -> checks.get() >= 1);
            answer.set(() -> UNKNOWN_TOKEN);

            await().until(() -> sample.interruptedWaits.get() == 1 && endpoint.callsInFlight() == 0);
        }
    }

    @Test
    void accessLogNamesTheClientBehindATrustedProxyAndNoSecret() throws Exception {
        try (RawConnection client = new RawConnection(http.port())) {
            client.send(String.join(
                    "\r\n",
                    "GET /mcp/0123456789abcdef-secret?q=0123456789abcdef-secret HTTP/1.1",
                    "Host: localhost",
                    "X-Forwarded-For: 10.1.1.1, 10.2.2.2",
                    "Authorization: Bearer 0123456789abcdef-secret",
                    "",
                    ""));
            assertThat(client.receive().status()).isEqualTo(405);
            client.send("GET /other/0123456789abcdef-secret HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(client.receive().status()).isEqualTo(404);
        }
        await().until(() -> log.size() == 2);
        List<AccessLogEntry> entries = new ArrayList<>(log);

        assertThat(entries.getFirst())
                .returns("10.2.2.2", AccessLogEntry::address)
                .returns("ann", entry -> Objects.requireNonNull(entry.principal()))
                .returns("/mcp", AccessLogEntry::path)
                .returns(405, AccessLogEntry::status);
        assertThat(entries.getLast().path()).isEmpty();
        assertThat(entries.toString()).doesNotContain("secret");
    }
}
