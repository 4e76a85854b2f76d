package dev.mooring.mcp.client;

import static dev.mooring.mcp.client.Misbehaving.call;
import static dev.mooring.mcp.client.Misbehaving.failure;
import static dev.mooring.mcp.client.Misbehaving.message;
import static dev.mooring.mcp.client.Misbehaving.process;
import static dev.mooring.mcp.client.Misbehaving.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.mooring.mcp.Failure;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

@Timeout(60)
@Tag("process")
class StdioClientTest {
    private static final ClientOptions LEGACY = ClientOptions.builder()
            .era(EraChoice.LEGACY)
            .closeGrace(Duration.ofMillis(500))
            .build();

    private final List<McpClient> opened = new ArrayList<>();

    @AfterEach
    void close() {
        opened.forEach(McpClient::close);
    }

    private McpClient open(ServerLocation location, ClientOptions options) throws Exception {
        McpClient client = McpClient.open(location, options);
        opened.add(client);
        return client;
    }

    private McpClient open(String... arguments) throws Exception {
        return open(Misbehaving.server(arguments), LEGACY);
    }

    @Nested
    class ConcurrentCalls {
        @Test
        void replyMayReturnTheIdAsAString() throws Exception {
            try (McpClient client = open("--string-ids")) {
                assertThat(text(client.callTool("echo", message("hello")))).isEqualTo("hello");
            }
        }

        @Test
        void everyReplyReachesItsCaller() throws Exception {
            McpClient client = open();
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                List<Future<Boolean>> results = new ArrayList<>();
                for (int thread = 0; thread < 64; thread++) {
                    int number = thread;
                    results.add(threads.submit((Callable<Boolean>) () -> {
                        for (int i = 0; i < 100; i++) {
                            String mine = number + "/" + i;
                            if (!text(client.callTool("echo", message(mine))).equals(mine)) {
                                return false;
                            }
                        }
                        return true;
                    }));
                }
                for (Future<Boolean> result : results) {
                    assertThat(result.get()).isTrue();
                }
            }
        }

        @Test
        void aReplyWithoutACallerIsDropped() throws Exception {
            assertThat(call(open(), "wrongId")).isEqualTo("for you");
        }

        @Test
        void largeAndSmallMessagesPassConcurrently() throws Exception {
            McpClient client = open();
            String large = "å".repeat(500_000);
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                List<Future<String>> replies = new ArrayList<>();
                for (int i = 0; i < 16; i++) {
                    String mine = i % 2 == 0 ? large + i : "small" + i;
                    replies.add(threads.submit(() -> text(client.callTool("echo", message(mine)))));
                }
                for (int i = 0; i < 16; i++) {
                    assertThat(replies.get(i).get()).isEqualTo(i % 2 == 0 ? large + i : "small" + i);
                }
            }
        }
    }

    @Nested
    class ServerExit {
        @Test
        void anExitDuringACallFailsItWithExitCodeAndStderr() throws Exception {
            McpClient client = open();
            ObjectNode how = Json.object().put("code", 7).put("last", "out of cheese");

            Failure failure = failure(client.callTool("exit", how));

            assertThat(failure).isInstanceOf(Failure.ConnectionLost.class);
            assertThat(((Failure.ConnectionLost) failure).mayHaveArrived()).isTrue();
            assertThat(failure.message()).contains("code 7").contains("out of cheese");
        }

        @Test
        void anExitFailsAllCallsInFlightImmediately() throws Exception {
            McpClient client = open();
            ProcessHandle process = process(client);
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                List<Future<Reply>> replies = new ArrayList<>();
                for (int i = 0; i < 20; i++) {
                    replies.add(threads.submit(() -> client.callTool("stall", Json.object())));
                }
                assertThat(call(client, "echo")).isEqualTo("undefined");
                process.destroyForcibly();
                for (Future<Reply> reply : replies) {
                    assertThat(failure(reply.get())).isInstanceOf(Failure.ConnectionLost.class);
                }
            }
        }

        @Test
        void anExitBetweenCallsFailsTheNextCallUnsent() throws Exception {
            McpClient client = open();
            ProcessHandle process = process(client);
            process.destroyForcibly();
            await().until(() -> client.failure() != null);

            Failure failure = failure(client.callTool("echo", message("hello?")));

            assertThat(((Failure.ConnectionLost) failure).mayHaveArrived()).isFalse();
        }

        /** Sends a message right after the exit: one that the caller writes directly, and one that goes through the queue. */
        @ParameterizedTest
        @ValueSource(ints = {1, 20_000})
        void anUndetectedExitFailsTheNextCallUnsent(int length) throws Exception {
            for (int i = 0; i < 20; i++) {
                McpClient client = open();
                ProcessHandle process = process(client);
                process.destroyForcibly();
                process.onExit().join();

                Failure failure = failure(client.callTool("echo", message("x".repeat(length))));

                assertThat(((Failure.ConnectionLost) failure).mayHaveArrived())
                        .as("try %d: %s", i, failure)
                        .isFalse();
            }
        }

        @Test
        void aServerThatClosesItsOutputIsLost() throws Exception {
            McpClient client = open();
            Failure failure = failure(client.callTool("closeOutput", Json.object()));
            assertThat(failure.message()).contains("closed its standard output");
        }

        @Test
        void anExitAtTheStartIsReportedWithItsReason() {
            ServerLocation missing = ServerLocation.Local.of("no-such-command-anywhere");
            assertThatThrownBy(() -> McpClient.open(missing, LEGACY))
                    .isInstanceOf(OpenFailed.class)
                    .hasMessageContaining("cannot start the server")
                    .hasMessageContaining("no-such-command-anywhere");

            ServerLocation failing = ServerLocation.Local.of("sh", "-c", "echo no licence >&2; exit 9");
            assertThatThrownBy(() -> McpClient.open(failing, LEGACY))
                    .isInstanceOf(OpenFailed.class)
                    .hasMessageContaining("code 9")
                    .hasMessageContaining("no licence");
        }
    }

    @Nested
    class MisbehavingServers {
        @Test
        void invalidLinesOnStdoutDoNotAffectCalls() throws Exception {
            McpClient client = open();
            assertThat(call(client, "garbage")).isEqualTo("after the garbage");
            assertThat(text(client.callTool("echo", message("still here")))).isEqualTo("still here");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "{\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":{\"content\":[}}",
                    "{\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":{",
                    "{\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":\"text\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":ID}"
                })
        void aMalformedAnswerFailsItsCallAtOnce(String line) throws Exception {
            McpClient client = open();
            assertThat(failure(client.callTool("broken", Json.object().put("line", line))))
                    .isInstanceOf(Failure.Malformed.class);
            assertThat(text(client.callTool("echo", message("still here")))).isEqualTo("still here");
        }

        @Test
        void anOversizedLineFailsOnlyItsCall() throws Exception {
            McpClient client = open(
                    Misbehaving.server(),
                    LEGACY.toBuilder().maxMessageBytes(100_000).build());
            assertThat(failure(client.callTool("huge", Json.object().put("bytes", 3_000_000))))
                    .isEqualTo(new Failure.Oversized(100_000));
            assertThat(text(client.callTool("echo", message("still here")))).isEqualTo("still here");
        }

        @Test
        void aFloodOfStderrBlocksNoCall() throws Exception {
            McpClient client = open();
            assertThat(text(client.callTool("flood", Json.object().put("bytes", 5_000_000))))
                    .isEqualTo("flooded");
        }

        @Test
        void aServerThatStopsReadingBlocksNoCallerIndefinitely() throws Exception {
            McpClient client = open(
                    Misbehaving.server(),
                    LEGACY.toBuilder()
                            .callTimeout(Duration.ofMillis(300), Duration.ofMillis(300))
                            .build());
            assertThat(call(client, "stopReading")).startsWith("deaf");
            String large = "x".repeat(200_000);
            for (int i = 0; i < 3; i++) {
                assertThat(failure(client.callTool("echo", message(large)))).isInstanceOf(Failure.TimedOut.class);
            }
        }
    }

    @Nested
    class CancelledCalls {
        @Test
        void aTimeoutCancelsTheCallAndKeepsTheConnection() throws Exception {
            McpClient client = open();
            CallOptions brief =
                    CallOptions.builder().timeout(Duration.ofMillis(100)).build();

            assertThat(failure(client.callTool("stall", Json.object(), brief)))
                    .isEqualTo(new Failure.TimedOut(Duration.ofMillis(100)));

            assertThat(Json.parse(call(client, "cancelled"))).hasSize(1);
        }

        @Test
        void aCallThatTimesOutBeforeItIsWrittenIsNeverSent() throws Exception {
            McpClient client = open();
            String pid = String.valueOf(process(client).pid());
            CallOptions brief =
                    CallOptions.builder().timeout(Duration.ofMillis(300)).build();
            signal("STOP", pid);
            try {
                // Fills the pipe, so that the next call waits for its turn to be written.
                ObjectNode large = message("x".repeat(1_000_000));
                assertThat(failure(client.callTool("echo", large, brief))).isInstanceOf(Failure.TimedOut.class);
                assertThat(failure(client.callTool("count", Json.object(), brief)))
                        .isInstanceOf(Failure.TimedOut.class);
            } finally {
                signal("CONT", pid);
            }
            assertThat(call(client, "count")).isEqualTo("1");
        }

        private static void signal(String name, String pid) throws Exception {
            assertThat(new ProcessBuilder("kill", "-" + name, pid).start().waitFor())
                    .isZero();
        }

        @Test
        void initializeIsNotCancelled(@TempDir Path folder) throws Exception {
            Path received = folder.resolve("received");
            ServerLocation silent = ServerLocation.Local.of("sh", "-c", "cat > \"$0\"; true", received.toString());
            ClientOptions brief =
                    LEGACY.toBuilder().openTimeout(Duration.ofSeconds(1)).build();

            assertThatThrownBy(() -> McpClient.open(silent, brief)).isInstanceOf(OpenFailed.class);

            assertThat(Files.readAllLines(received)).singleElement().asString().contains("\"initialize\"");
        }

        @Test
        void anInterruptCancelsACallOnAPlatformThread() throws Exception {
            assertInterruptCancelsTheCall(Thread.ofPlatform());
        }

        @Test
        void anInterruptCancelsACallOnAVirtualThread() throws Exception {
            assertInterruptCancelsTheCall(Thread.ofVirtual());
        }

        private void assertInterruptCancelsTheCall(Thread.Builder builder) throws Exception {
            McpClient client = open();
            AtomicReference<Object> outcome = new AtomicReference<>();
            Thread caller = builder.start(() -> {
                try {
                    outcome.set(client.callTool("stall", Json.object()));
                } catch (InterruptedException e) {
                    outcome.set(e);
                }
            });
            await().until(() -> caller.getState() == Thread.State.WAITING);
            caller.interrupt();
            assertThat(caller.join(Duration.ofSeconds(5))).isTrue();
            assertThat(outcome.get()).isInstanceOf(InterruptedException.class);
            await().until(() -> Json.parse(call(client, "cancelled")).size() == 1);
        }

        /** Repeats, because the exit of the server and the close both fail the call. */
        @Test
        void aCallInFlightWhenTheClientClosesMayHaveArrived() throws Exception {
            ObjectNode endless = Json.object().put("steps", 1_000_000).put("pause", 10);
            for (int i = 0; i < 10; i++) {
                McpClient client = open();
                CountDownLatch inFlight = new CountDownLatch(1);
                CallOptions options = CallOptions.builder()
                        .progress(_ -> inFlight.countDown())
                        .build();
                FutureTask<Reply> call = new FutureTask<>(() -> client.callTool("progress", endless, options));
                Thread.ofVirtual().start(call);
                inFlight.await();

                client.close();

                assertThat(failure(call.get()))
                        .as("try %d", i)
                        .isEqualTo(new Failure.ConnectionLost("the connection was closed", true));
            }
        }

        @Test
        void progressExtendsTheTimeoutAndReachesTheCallersThread() throws Exception {
            McpClient client = open();
            List<String> received = new ArrayList<>();
            Thread here = Thread.currentThread();
            CallOptions options = CallOptions.builder()
                    .timeout(Duration.ofMillis(400))
                    .progress(params -> {
                        assertThat(Thread.currentThread()).isSameAs(here);
                        received.add(params.get("message").stringValue());
                    })
                    .build();
            ObjectNode steps = Json.object().put("steps", 8).put("pause", 100);

            assertThat(text(client.callTool("progress", steps, options))).isEqualTo("done");

            assertThat(received).hasSize(8).startsWith("step 1").endsWith("step 8");
        }

        @Test
        void progressDoesNotExtendTheTimeoutBeyondTheMaximum() throws Exception {
            McpClient client = open(
                    Misbehaving.server(),
                    LEGACY.toBuilder()
                            .callTimeout(Duration.ofMillis(300), Duration.ofMillis(600))
                            .build());
            ObjectNode steps = Json.object().put("steps", 1000).put("pause", 50);
            assertThat(failure(client.callTool("progress", steps))).isInstanceOf(Failure.TimedOut.class);
        }
    }

    @Nested
    class ServerRequests {
        @Test
        void pingIsAnswered() throws Exception {
            assertThat(text(open().callTool("ask", Json.object().put("method", "ping"))))
                    .isEqualTo("{}");
        }

        @Test
        void aHandlerAnswersDuringTheCall() throws Exception {
            ClientOptions options = LEGACY.toBuilder()
                    .elicitation(params -> Json.objectOf("{\"action\":\"accept\",\"content\":{\"name\":\"Ada\"}}"))
                    .build();
            McpClient client = open(Misbehaving.server(), options);
            assertThat(text(client.callTool("ask", Json.object().put("method", "elicitation/create"))))
                    .contains("Ada");
        }

        @Test
        void aRelayedCallAnswersWithItsOwnHandler() throws Exception {
            McpClient client = open();
            RelayOptions relay = RelayOptions.builder()
                    .handler("roots/list", params -> Json.object().put("from", "the call"))
                    .exclusive(true)
                    .build();
            ObjectNode question = Json.object().put("method", "roots/list");

            assertThat(text(client.callTool(
                            "ask", question, CallOptions.builder().relay(relay).build())))
                    .contains("the call");
            assertThat(text(client.callTool("ask", question))).contains("-32601");
        }

        @Test
        void aRequestWithoutHandlerIsAnUnknownMethod() throws Exception {
            assertThat(text(open().callTool("ask", Json.object().put("method", "sampling/createMessage"))))
                    .contains("-32601");
        }

        @Test
        void aServerRequestSuspendsTheTimeoutOfTheCall() throws Exception {
            ClientOptions options = LEGACY.toBuilder()
                    .callTimeout(Duration.ofMillis(200), Duration.ofSeconds(20))
                    .roots(params -> {
                        Thread.sleep(600);
                        return Json.objectOf("{\"roots\":[]}");
                    })
                    .build();
            McpClient client = open(Misbehaving.server(), options);
            assertThat(text(client.callTool("ask", Json.object().put("method", "roots/list"))))
                    .contains("roots");
        }
    }

    @Nested
    class Close {
        @Test
        void closeEndsTheProcess() throws Exception {
            McpClient client = open();
            ProcessHandle process = process(client);
            client.close();
            assertThat(process.isAlive()).isFalse();
        }

        @Test
        void closeKillsAProcessThatIgnoresEndOfInputAndSigterm() throws Exception {
            McpClient client = open("--ignore-eof", "--ignore-term");
            ProcessHandle process = process(client);
            client.close();
            assertThat(process.isAlive()).isFalse();
        }

        @Test
        void closeKillsDescendants() throws Exception {
            McpClient client = open("--ignore-eof", "--ignore-term", "--child");
            ProcessHandle child =
                    ProcessHandle.of(Long.parseLong(call(client, "childPid"))).orElseThrow();
            client.close();
            await().until(() -> !child.isAlive());
        }

        @Test
        void childrenOfAServerThatExitsOnItsOwnAreEnded() throws Exception {
            try (McpClient client = open("--child")) {
                ProcessHandle child = ProcessHandle.of(Long.parseLong(call(client, "childPid")))
                        .orElseThrow();
                assertThat(failure(client.callTool("exit", Json.object()))).isInstanceOf(Failure.ConnectionLost.class);
                await().until(() -> !child.isAlive());
            }
        }

        @Test
        void daemonOfAServerThatIsKilledIsEndedEvenIfItIgnoresSigterm(@TempDir Path folder) throws Exception {
            Path pid = folder.resolve("pid");
            String script = "(trap '' TERM; setsid sh -c 'trap \"\" TERM; echo $$ > " + pid
                    + "; while true; do sleep 1; done' &) ; exec "
                    + String.join(" ", Misbehaving.server().command());
            try (McpClient client = open(ServerLocation.Local.of("sh", "-c", script), LEGACY)) {
                await().until(() -> Files.exists(pid) && Files.readString(pid).endsWith("\n"));
                ProcessHandle daemon = ProcessHandle.of(
                                Long.parseLong(Files.readString(pid).strip()))
                        .orElseThrow();
                process(client).destroyForcibly();
                await().until(() -> !daemon.isAlive());
            }
        }

        @Test
        void closeEndsTheServerBehindALauncher() throws Exception {
            ServerLocation.Local direct = Misbehaving.server("--ignore-eof");
            String line = "\"" + String.join("\" \"", direct.command()) + "\"; true";
            McpClient client = open(ServerLocation.Local.of("sh", "-c", line), LEGACY);
            ProcessHandle behind = process(client);
            client.close();
            await().until(() -> !behind.isAlive());
        }

        @Test
        void closeFailsCallsInFlightWithALostConnection() throws Exception {
            McpClient client = open();
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                Future<Reply> stalled = threads.submit(() -> client.callTool("stall", Json.object()));
                assertThat(call(client, "count")).isEqualTo("1");
                client.close();
                assertThat(failure(stalled.get())).isInstanceOf(Failure.ConnectionLost.class);
                assertThat(failure(client.callTool("count", Json.object()))).isInstanceOf(Failure.ConnectionLost.class);
            }
        }

        @Test
        void closeLeavesNoThread() throws Exception {
            McpClient client = open();
            String pid = call(client, "pid");
            client.close();
            await().until(() -> Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(thread -> thread.getName().endsWith("-" + pid)));
        }
    }

    @Test
    void unknownFieldsAreReturnedUnchanged() throws Exception {
        Reply reply = open().callTool("odd", Json.object());
        assertThat(Json.text(((Reply.Result) reply).result()))
                .isEqualTo("{\"content\":[{\"type\":\"hologram\",\"shape\":{\"z\":1,\"a\":[1.10,1E+400,"
                        + "12345678901234567890123]}}],\"structuredContent\":null,\"_meta\":{\"com.example/x\":"
                        + "\"12345678901234567890123\"},\"later\":\"unknown fields stay\"}");
    }

    @Test
    void aLocalServerInheritsOnlyListedVariablesAndItsAdditions() throws Exception {
        McpClient client = open(Misbehaving.server().withEnvironment(Map.of("GIVEN", "yes")), LEGACY);
        ObjectNode seen = Json.objectOf(call(client, "env"));
        assertThat(seen.get("GIVEN").stringValue()).isEqualTo("yes");
        assertThat(seen.has("PATH")).isTrue();
        assertThat(seen.propertyNames())
                .isSubsetOf(ChildEnvironment.inherited(Map.of("GIVEN", "yes", "MOORING_SESSION", "a marker"))
                        .keySet());
    }
}
