package dev.mooring.gateway;

import static dev.mooring.gateway.CallResults.call;
import static dev.mooring.gateway.CallResults.callIn;
import static dev.mooring.gateway.CallResults.isError;
import static dev.mooring.gateway.CallResults.session;
import static dev.mooring.gateway.CallResults.text;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.handle.HandleStores;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.session.ToolServer;
import dev.mooring.store.StoreLocation;
import dev.mooring.store.Stores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** Handles of remote servers across restarts of the gateway. */
class RestartTest {
    private static final SecretKey KEY = new SecretKeySpec(new byte[32], "AES");

    @TempDir
    Path folder;

    private StatefulServer upstream;
    private final List<AutoCloseable> opened = new ArrayList<>();

    @BeforeEach
    void start() throws Exception {
        upstream = StatefulServer.start();
    }

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable each : opened.reversed()) {
            each.close();
        }
        upstream.close();
    }

    /** Starts a gateway. The one before is not closed, as if it was killed, unless a test closes it. */
    private ServedGateway startGateway(
            SecretKey key, UnaryOperator<GatewayOptions.Builder> options, ToolServer... servers) throws Exception {
        HandleStores stores = Stores.open(new StoreLocation.Sqlite(folder.resolve("store.db")), problem -> {
            throw new AssertionError(problem);
        });
        opened.add(stores);
        var served = ServedGateway.of(builder -> options.apply(builder.stores(stores, key)), servers);
        opened.add(served);
        return served;
    }

    private ServedGateway startGateway() throws Exception {
        return startGateway(KEY, options -> options, upstream.as("counter"));
    }

    private static String sessionOf(ServedGateway served) throws Exception {
        try (McpClient client = served.modern("/counter/mcp")) {
            return session(call(client, "count"));
        }
    }

    private static ObjectNode count(ServedGateway served, String session) throws Exception {
        try (McpClient client = served.modern("/counter/mcp")) {
            return callIn(session, client, "count");
        }
    }

    @Test
    void handleOfAKilledGatewayContinuesOnTheSameUpstreamSession() throws Exception {
        String session = sessionOf(startGateway());
        ServedGateway second = startGateway();

        assertThat(text(count(second, session))).isEqualTo("2");
        assertThat(text(count(second, session))).isEqualTo("3");
        try (McpClient legacy = second.legacy("/counter/mcp")) {
            assertThat(text(callIn(session, legacy, "count"))).isEqualTo("4");
        }
        assertThat(text(count(startGateway(), session))).isEqualTo("5");
    }

    @Test
    void stoppedGatewayLeavesRemoteSessionsAliveForTheNextOne() throws Exception {
        ServedGateway first = startGateway();
        String session = sessionOf(first);
        first.close();
        assertThat(upstream.sessions()).isEqualTo(1); // the listing session is closed

        assertThat(text(count(startGateway(), session))).isEqualTo("2");
    }

    @Test
    void parallelFirstCallsAfterARestartShareTheUpstreamSession() throws Exception {
        String session = sessionOf(startGateway());
        ServedGateway second = startGateway();
        List<String> counts = new CopyOnWriteArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 8; i++) {
                var _ = threads.submit(() -> counts.add(text(count(second, session))));
            }
        }
        assertThat(counts).containsExactlyInAnyOrder("2", "3", "4", "5", "6", "7", "8", "9");
    }

    /** The connection pool of this JVM still has connections to the stopped server. */
    private static void awaitListing(ServedGateway served) {
        await().atMost(Duration.ofSeconds(30)).until(() -> {
            try (McpClient client = served.modern("/counter/mcp")) {
                return client.listTools() instanceof Reply.Result;
            }
        });
    }

    @Test
    void sessionThatTheServerHasForgottenIsReportedAsLostAndThenReplaced() throws Exception {
        String session = sessionOf(startGateway());
        upstream.forgetSessions();
        ServedGateway second = startGateway();
        awaitListing(second);

        ObjectNode lost = count(second, session);
        assertThat(isError(lost)).isTrue();
        assertThat(text(lost))
                .startsWith("The session with counter was lost at 20")
                .contains("the server no longer knows it")
                .contains("NOT sent and nothing was done");
        assertThat(text(count(second, session))).isEqualTo("1");
    }

    @Test
    void unreachableServerIsNotReportedAsLost() throws Exception {
        String session = sessionOf(startGateway());
        ServedGateway second = startGateway();
        awaitListing(second);
        upstream.pause();
        assertThat(text(count(second, session))).contains("so nothing was done").contains("may still exist. Try again");
    }

    @Test
    void sessionSealedWithAnotherKeyIsReportedAsLost() throws Exception {
        String session = sessionOf(startGateway());
        ServedGateway second =
                startGateway(new SecretKeySpec(new byte[16], "AES"), options -> options, upstream.as("counter"));

        assertThat(text(count(second, session)))
                .startsWith("This session was lost at 20")
                .contains("when the gateway restarted");
    }

    @Test
    void storeContainsNeitherHandleNorUpstreamSessionId() throws Exception {
        ServedGateway served = startGateway();
        String session;
        String upstreamSession;
        try (McpClient client = served.modern("/counter/mcp")) {
            session = session(call(client, "count"));
            upstreamSession = text(callIn(session, client, "whoami"));
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files)
                    .isNotEmpty()
                    .allSatisfy(file ->
                            assertThat(read(file)).doesNotContain(session).doesNotContain(upstreamSession));
        }
    }

    private static String read(Path file) throws IOException {
        return Files.readString(file, ISO_8859_1);
    }

    @Test
    void expiredAndEndedHandlesAreReportedAfterARestart() throws Exception {
        ServedGateway first =
                startGateway(KEY, options -> options.idle(Duration.ofMillis(300)), upstream.as("counter"));
        String expired = sessionOf(first);
        await().until(() -> first.gateway().status(Optional.empty()).sessions().isEmpty());
        String ended = sessionOf(first);
        try (McpClient client = first.modern("/counter/mcp")) {
            callIn(ended, client, "end_session");
        }
        ServedGateway second = startGateway();

        assertThat(text(count(second, expired))).startsWith("This session expired at 20");
        assertThat(text(count(second, ended))).startsWith("This session was ended at 20");
    }

    @Test
    void inheritedHandleThatIsEndedEndsItsUpstreamSession() throws Exception {
        ServedGateway first = startGateway();
        String session = sessionOf(first);
        first.close();
        assertThat(upstream.sessions()).isEqualTo(1);

        ServedGateway second = startGateway();
        assertThat(second.gateway().status(Optional.empty()).sessions())
                .singleElement()
                .satisfies(open -> {
                    assertThat(session).startsWith(open.shortId().substring(0, 6));
                    assertThat(open.servers()).containsExactly("counter");
                    assertThat(second.gateway().endSession(open.number(), Optional.empty()))
                            .isTrue();
                });
        assertThat(upstream.sessions()).isZero();
        assertThat(text(count(second, session))).startsWith("This session was ended at 20");
    }

    @Test
    void inheritedHandleThatExpiresEndsItsUpstreamSession() throws Exception {
        ServedGateway first = startGateway();
        sessionOf(first);
        first.close();
        startGateway(KEY, options -> options.idle(Duration.ofMillis(300)), upstream.as("counter"));

        await().until(() -> upstream.sessions() == 0);
    }

    @Test
    void limitsCountInheritedHandles() throws Exception {
        ServedGateway first = startGateway(KEY, options -> options.maxSessions(1), upstream.as("counter"));
        count(first, sessionOf(first));
        ServedGateway second = startGateway(KEY, options -> options.maxSessions(1), upstream.as("counter"));
        try (McpClient client = second.modern("/counter/mcp")) {
            assertThat(text(call(client, "count"))).startsWith("Session limit reached (1");
        }
    }
}
