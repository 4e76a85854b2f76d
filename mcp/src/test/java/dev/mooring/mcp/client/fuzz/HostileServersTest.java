package dev.mooring.mcp.client.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.CallOptions;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.ServerLocation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever a server sends, every call ends, the connection stays usable, and the client leaks no thread and no process.
 * The seed is random and printed; {@code -Dmooring.fuzz.seed=…} repeats one.
 */
@Timeout(120)
class HostileServersTest {
    private static final int CALLS = 200;
    private static final int CALLERS = 30;
    private static final Duration CALL_TIMEOUT = Duration.ofMillis(200);

    @TempDir
    Path folder;

    private long seed;

    @BeforeEach
    void chooseSeed(TestReporter reporter) {
        seed = Long.getLong("mooring.fuzz.seed", ThreadLocalRandom.current().nextLong());
        reporter.publishEntry("mooring.fuzz.seed", String.valueOf(seed));
    }

    @Test
    @Tag("process")
    void theClientSurvivesAHostileStdioServer() throws Exception {
        Set<String> before = LiveThreads.ofTheClient(folder);
        ServerLocation.Local server = ServerLocation.Local.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                HostileStdioServer.class.getName(),
                String.valueOf(seed));

        try (McpClient client = McpClient.open(server, options(EraChoice.LEGACY))) {
            callRepeatedly(client);
        }

        assertNothingLeft(before);
    }

    @ParameterizedTest
    @EnumSource(names = {"LEGACY", "MODERN"})
    void theClientSurvivesAHostileHttpServer(EraChoice era) throws Exception {
        Set<String> before = LiveThreads.ofTheClient(folder);
        try (HostileHttpServer server = new HostileHttpServer(seed)) {
            try (McpClient client = McpClient.open(server.location(), options(era))) {
                callRepeatedly(client);
            }
        }

        assertNothingLeft(before);
    }

    @Test
    void aLeakedThreadIsDetected() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        Thread left = Thread.ofVirtual().name("mcp-left").start(() -> {
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });

        assertThat(LiveThreads.ofTheClient(folder)).contains(left.threadId() + " mcp-left");
        end.countDown();
    }

    private static ClientOptions options(EraChoice era) {
        return ClientOptions.builder()
                .era(era)
                .maxMessageBytes(100_000)
                .callTimeout(CALL_TIMEOUT, CALL_TIMEOUT)
                .roots(params -> Json.objectOf("{\"roots\":[]}"))
                .build();
    }

    private void callRepeatedly(McpClient client) throws Exception {
        try (var callers =
                Executors.newFixedThreadPool(CALLERS, Thread.ofVirtual().factory())) {
            List<Future<Reply>> replies = new ArrayList<>();
            for (int i = 0; i < CALLS; i++) {
                replies.add(callers.submit((Callable<Reply>) () -> client.callTool("fuzz", Json.object())));
            }
            for (Future<Reply> reply : replies) {
                // The content of the reply does not matter, only that the call returns one.
                assertThat(reply.get()).as("seed %d", seed).isNotNull();
            }
        }
        // The pool may hold connections that the server has closed or corrupted; each fails one call.
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .pollDelay(Duration.ZERO)
                .until(() -> isGood(client));
        assertThat(client.failure()).as("seed %d", seed).isNull();
    }

    private static boolean isGood(McpClient client) throws InterruptedException {
        CallOptions patient =
                CallOptions.builder().timeout(Duration.ofSeconds(30)).build();
        return client.callTool("good", Json.object(), patient) instanceof Reply.Result(var result)
                && result.at("/content/0/text").asString("").equals("good");
    }

    private void assertNothingLeft(Set<String> before) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(LiveThreads.ofTheClient(folder))
                        .as("seed %d", seed)
                        .isSubsetOf(before));
    }
}
