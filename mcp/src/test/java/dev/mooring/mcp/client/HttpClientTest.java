package dev.mooring.mcp.client;

import static dev.mooring.mcp.client.Misbehaving.failure;
import static dev.mooring.mcp.client.Misbehaving.message;
import static dev.mooring.mcp.client.Misbehaving.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.mooring.mcp.Failure;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.credentials.Credential;
import dev.mooring.mcp.client.credentials.CredentialSource;
import java.io.OutputStream;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

@Timeout(60)
class HttpClientTest {
    private static final String TEXT = "{\"content\":[{\"type\":\"text\",\"text\":\"hello\"}]}";
    private static final ClientOptions LEGACY =
            ClientOptions.builder().era(EraChoice.LEGACY).build();

    private final ScriptedServer server = new ScriptedServer();
    private final List<McpClient> opened = new ArrayList<>();

    @AfterEach
    void stop() {
        opened.forEach(McpClient::close);
        server.close();
    }

    /** Opens a legacy client whose server runs the script for every request after the handshake. */
    private McpClient legacy(ScriptedServer.Script script) throws Exception {
        return open(server.location(), LEGACY, script);
    }

    private McpClient open(ServerLocation location, ClientOptions options, ScriptedServer.Script script)
            throws Exception {
        server.setScript(request -> {
            if (!ScriptedServer.legacyOpening(request, "session-1")) {
                script.run(request);
            }
        });
        McpClient client = McpClient.open(location, options);
        opened.add(client);
        return client;
    }

    private static Reply call(McpClient client) throws InterruptedException {
        return client.callTool("echo", message("hello"));
    }

    @Nested
    class Replies {
        @Test
        void aReplyMayBeJson() throws Exception {
            assertThat(text(call(legacy(request -> request.result(TEXT))))).isEqualTo("hello");
        }

        @Test
        void replyMayReturnTheIdAsAString() throws Exception {
            assertThat(text(call(legacy(request -> request.reply(
                            200,
                            "application/json",
                            "{\"jsonrpc\":\"2.0\",\"id\":\"" + request.id() + "\",\"result\":" + TEXT + "}")))))
                    .isEqualTo("hello");
        }

        @Test
        void streamMayReturnTheIdAndTheProgressTokenAsStrings() throws Exception {
            List<String> progress = new ArrayList<>();
            McpClient client = legacy(request -> {
                try (OutputStream out = request.events()) {
                    request.event(
                            out,
                            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":"
                                    + "{\"progressToken\":\"" + request.id() + "\",\"progress\":1}}");
                    request.event(out, "{\"jsonrpc\":\"2.0\",\"id\":\"" + request.id() + "\",\"result\":" + TEXT + "}");
                }
            });

            Reply reply = client.callTool(
                    "echo",
                    message("x"),
                    CallOptions.builder()
                            .progress(params ->
                                    progress.add(params.path("progress").asString("")))
                            .build());

            assertThat(text(reply)).isEqualTo("hello");
            assertThat(progress).containsExactly("1");
        }

        @Test
        void aReplyMayBeAStreamWithNotificationsBeforeTheResult() throws Exception {
            List<String> progress = new ArrayList<>();
            List<Message.Notification> received = new CopyOnWriteArrayList<>();
            McpClient client = open(
                    server.location(),
                    LEGACY.toBuilder().notifications(received::add).build(),
                    request -> {
                        try (OutputStream out = request.events()) {
                            out.write(": a comment\n\n".getBytes(UTF_8));
                            request.event(
                                    out,
                                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":"
                                            + "\"info\",\"data\":\"working\"}}");
                            request.event(
                                    out,
                                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":"
                                            + "{\"progressToken\":" + request.id() + ",\"progress\":1}}");
                            request.event(out, request.resultMessage(TEXT));
                        }
                    });
            Reply reply = client.callTool(
                    "echo",
                    message("x"),
                    CallOptions.builder()
                            .progress(params ->
                                    progress.add(params.get("progress").toString()))
                            .build());
            assertThat(text(reply)).isEqualTo("hello");
            assertThat(progress).containsExactly("1");
            await().until(() -> received.size() == 1);
        }

        @Test
        void consecutiveCallsReuseTheConnection() throws Exception {
            McpClient client = legacy(request -> {
                if (request.json().at("/params/arguments/message").asString("").equals("stream")) {
                    try (OutputStream out = request.events()) {
                        request.event(out, request.resultMessage(TEXT));
                    }
                } else {
                    request.result(TEXT);
                }
            });
            for (int i = 0; i < 5; i++) {
                assertThat(text(client.callTool("echo", message("stream")))).isEqualTo("hello");
                assertThat(text(client.callTool("echo", message("json")))).isEqualTo("hello");
            }
            assertThat(server.requests("tools/call").stream().map(ScriptedServer.Request::clientPort))
                    .hasSize(10)
                    .containsOnly(server.requests("tools/call").getFirst().clientPort());
        }

        /** The connection is reused only after the end of its stream, so a new port shows that the client did not wait. */
        @Test
        void afterOneStreamStaysOpenTheClientNoLongerWaitsForTheEndOfStreams() throws Exception {
            CountDownLatch never = new CountDownLatch(1);
            McpClient client = legacy(request -> {
                try (OutputStream out = request.events()) {
                    request.event(out, request.resultMessage(TEXT));
                    if (server.requests("tools/call").size() == 1) {
                        never.await();
                    }
                }
            });
            for (int i = 0; i < 4; i++) {
                assertThat(text(call(client))).isEqualTo("hello");
            }
            assertThat(server.requests("tools/call").stream().map(ScriptedServer.Request::clientPort))
                    .hasSize(4)
                    .doesNotHaveDuplicates();
        }

        @Test
        void anOversizedReplyFailsOnlyItsCall() throws Exception {
            McpClient client = open(
                    server.location(),
                    LEGACY.toBuilder().maxMessageBytes(10_000).build(),
                    request -> {
                        boolean large = request.id().asLong(0) % 2 == 0;
                        request.result(large ? "{\"x\":\"" + "x".repeat(20_000) + "\"}" : TEXT);
                    });
            List<Reply> replies = List.of(call(client), call(client), call(client));
            assertThat(replies)
                    .filteredOn(reply -> reply instanceof Reply.Failed)
                    .allSatisfy(reply -> assertThat(failure(reply)).isEqualTo(new Failure.Oversized(10_000)));
            assertThat(replies.stream().map(Reply::getClass)).contains(Reply.Failed.class, Reply.Result.class);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "{\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":{\"content\":[}}",
                    "{\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":\"text\"}"
                })
        void aMalformedAnswerInAStreamFailsItsCallAtOnce(String event) throws Exception {
            CountDownLatch never = new CountDownLatch(1);
            McpClient client = legacy(request -> {
                try (OutputStream out = request.events()) {
                    request.event(out, event.replace("ID", request.id().toString()));
                    never.await();
                }
            });
            assertThat(failure(call(client))).isInstanceOf(Failure.Malformed.class);
        }

        @Test
        void aReplyThatIsNotAMessageIsMalformed() throws Exception {
            assertThat(failure(call(legacy(request -> request.reply(200, "application/json", "{\"half\":")))))
                    .isInstanceOf(Failure.Malformed.class);
            assertThat(failure(call(legacy(request -> request.reply(200, "text/html", "<p>hello")))))
                    .isInstanceOf(Failure.Malformed.class);
            assertThat(failure(call(legacy(request -> request.reply(202, null, "")))))
                    .isInstanceOf(Failure.Malformed.class);
        }
    }

    @Nested
    class HttpErrors {
        @Test
        void anHttpErrorIsReportedWithItsStatus() throws Exception {
            for (int status : new int[] {401, 403, 405, 429, 500, 503}) {
                assertThat(failure(call(legacy(request -> request.reply(status, null, "")))))
                        .isInstanceOfSatisfying(Failure.Refused.class, refused -> {
                            assertThat(refused.status()).isEqualTo(status);
                            assertThat(refused.message()).contains("HTTP " + status);
                        });
            }
        }

        @ParameterizedTest
        @ValueSource(ints = {401, 403, 429, 500})
        void theBodyOfAnHttpErrorIsReportedOnOneLine(int status) throws Exception {
            assertThat(failure(call(legacy(request -> request.reply(
                                    status, "text/plain; charset=utf-8", "Not for you:\n\tyour plan\u001b[31m ended"))))
                            .message())
                    .startsWith("HTTP " + status)
                    .endsWith("; its response: Not for you: your plan\\u001b[31m ended");
            assertThat(failure(call(legacy(request ->
                                    request.reply(status, "application/json", "{\"error\": \"insufficient_scope\"}"))))
                            .message())
                    .endsWith("; its response: {\"error\": \"insufficient_scope\"}");
        }

        @Test
        void theReportedBodyIsBoundedAndRedactedBeforeItIsCut() throws Exception {
            String secret = "s3cret-s3cret-s3cret";
            ClientOptions redacting = ClientOptions.builder()
                    .redaction(text -> text.replace(secret, "[secret]"))
                    .build();
            server.setScript(request -> request.reply(403, "text/html", "x".repeat(490) + secret + "y".repeat(5000)));
            assertThatThrownBy(() -> McpClient.open(server.location(), redacting))
                    .isInstanceOfSatisfying(
                            OpenFailed.class,
                            refused -> assertThat(refused.getMessage())
                                    .doesNotContain("s3cret")
                                    .endsWith("x[secret]yy…")
                                    .hasSizeLessThan(600));
        }

        @Test
        void aJsonRpcErrorInAnHttpErrorIsReturned() throws Exception {
            Reply reply = call(legacy(request -> request.error(422, -32602, "no such tool")));
            assertThat(((Reply.Rejected) reply).error().message()).isEqualTo("no such tool");
        }

        @Test
        void status404MeansThatTheServerForgotTheSession() throws Exception {
            assertThat(failure(call(legacy(ScriptedServer.Request::reply404))))
                    .isInstanceOf(Failure.SessionForgotten.class);
        }

        @Test
        void callsInFlightReportTheForgottenSessionWhenItCloses() throws Exception {
            CountDownLatch isClosing = new CountDownLatch(1);
            McpClient client = legacy(request -> {
                if (request.json().at("/params/name").asString("").equals("slow")) {
                    isClosing.await();
                }
                request.reply404();
            });
            FutureTask<Reply> slow = new FutureTask<>(() -> client.callTool("slow", Json.object()));
            Thread.ofVirtual().start(slow);
            await().until(() -> server.requests("tools/call").size() == 1);
            assertThat(failure(call(client))).isInstanceOf(Failure.SessionForgotten.class);
            Thread closing = Thread.ofVirtual().start(client::close);
            await().until(() -> client.failure() != null);

            isClosing.countDown();

            assertThat(failure(slow.get())).isInstanceOf(Failure.SessionForgotten.class);
            closing.join();
            assertThat(server.requests()).noneMatch(request -> request.verb().equals("DELETE"));
        }

        @Test
        void status400MeansAForgottenSessionIfPingFailsToo() throws Exception {
            assertThat(failure(call(legacy(request -> request.error(400, -32000, "no valid session")))))
                    .isInstanceOf(Failure.SessionForgotten.class);
        }

        @Test
        void status400OfOneRequestKeepsTheSession() throws Exception {
            McpClient client = legacy(request -> {
                if (request.rpcMethod().equals("ping")) {
                    request.result("{}");
                } else {
                    request.error(400, -32602, "bad arguments");
                }
            });
            assertThat(call(client)).isInstanceOf(Reply.Rejected.class);
        }
    }

    @Nested
    class Redirects {
        @Test
        void aRedirectWithinTheOriginIsFollowed() throws Exception {
            McpClient client = legacy(request -> {
                if (request.path().equals("/mcp")) {
                    request.header("Location", "/mcp/");
                    request.reply(307, null, "");
                } else {
                    request.result(TEXT);
                }
            });
            assertThat(text(call(client))).isEqualTo("hello");
        }

        @Test
        void allMessagesOfASessionFollowTheRedirect() throws Exception {
            List<String> received = new CopyOnWriteArrayList<>();
            server.setScript(request -> {
                if (request.path().equals("/mcp")) {
                    request.header("Location", "/mcp/");
                    request.reply(307, null, "");
                    return;
                }
                received.add(request.verb() + " " + request.rpcMethod());
                if (request.verb().equals("GET")) {
                    request.reply(405, null, "");
                } else if (!ScriptedServer.legacyOpening(request, "session-1")) {
                    request.result(TEXT);
                }
            });
            try (McpClient client = McpClient.open(server.location(), LEGACY)) {
                client.listen(Json.object(), notification -> {}).close();
                assertThat(text(call(client))).isEqualTo("hello");
            }
            assertThat(received)
                    .containsExactly(
                            "POST initialize", "POST notifications/initialized", "GET ", "POST tools/call", "DELETE ");
        }

        @Test
        void aCallIsNotRepeatedAfterARedirectThatMeansThatItWasExecuted() throws Exception {
            McpClient client = legacy(request -> {
                request.header("Location", "/result");
                request.reply(303, null, "");
            });
            assertThat(failure(call(client)))
                    .isInstanceOfSatisfying(
                            Failure.Refused.class,
                            refused -> assertThat(refused.status()).isEqualTo(303));
            assertThat(server.requests("tools/call")).hasSize(1);
        }

        @Test
        void aRedirectToAnotherOriginIsNotFollowedAndLeaksNoHeader() throws Exception {
            try (ScriptedServer other = new ScriptedServer()) {
                URI elsewhere = other.address();
                McpClient client = open(
                        new ServerLocation.Remote(server.address(), Map.of("Authorization", "Bearer secret-token")),
                        LEGACY,
                        request -> {
                            request.header("Location", elsewhere.toString());
                            request.reply(307, null, "");
                        });
                assertThat(failure(call(client)).message())
                        .contains("another origin")
                        .doesNotContain("secret-token");
                assertThat(other.requests()).isEmpty();
            }
        }

        @Test
        void circularRedirectsEnd() throws Exception {
            McpClient client = legacy(request -> {
                request.header("Location", "/mcp");
                request.reply(308, null, "");
            });
            assertThat(failure(call(client))).isInstanceOf(Failure.Refused.class);
        }
    }

    @Nested
    class BrokenStreams {
        @Test
        void aBrokenStreamIsResumedAfterTheServersRetryDelay() throws Exception {
            AtomicReference<String> answer = new AtomicReference<>("");
            McpClient client = legacy(request -> {
                try (OutputStream out = request.events()) {
                    if (request.verb().equals("POST")) {
                        answer.set(request.resultMessage(TEXT));
                        out.write("id: e1\nretry: 10\ndata:\n\n".getBytes(UTF_8));
                    } else {
                        request.event(out, answer.get());
                    }
                }
            });
            assertThat(text(call(client))).isEqualTo("hello");
            assertThat(server.requests().getLast().header("Last-Event-ID")).isEqualTo("e1");
        }

        @Test
        void aServerThatStopsBeforeItsStreamIsResumedMayHaveExecutedTheCall() throws Exception {
            CountDownLatch isExecuted = new CountDownLatch(1);
            CredentialSource stoppingServer = () -> {
                // The client obtains a credential for each request, and so before it resumes the stream.
                if (isExecuted.getCount() == 0) {
                    server.close();
                }
                return new Credential("Bearer token", "ada");
            };
            McpClient client = open(
                    server.location(),
                    LEGACY.toBuilder().credentials(stoppingServer).build(),
                    request -> {
                        request.header("Connection", "close");
                        try (OutputStream out = request.events()) {
                            isExecuted.countDown();
                            out.write("id: e1\nretry: 10\ndata:\n\n".getBytes(UTF_8));
                        }
                    });
            assertThat(failure(call(client))).isInstanceOfSatisfying(Failure.ConnectionLost.class, lost -> {
                assertThat(lost.message()).contains("cannot connect");
                assertThat(lost.mayHaveArrived()).isTrue();
            });
        }

        /** Breaks the stream of a call, and stalls the stream that resumes it. */
        private McpClient stallingAfterResumption(CountDownLatch resumed) throws Exception {
            return legacy(request -> {
                try (OutputStream out = request.events()) {
                    out.write("id: e1\nretry: 10\ndata:\n\n".getBytes(UTF_8));
                    if (request.verb().equals("GET")) {
                        out.flush();
                        resumed.countDown();
                        new CountDownLatch(1).await();
                    }
                }
            });
        }

        @Test
        void aCallWhoseResumedStreamStallsTimesOut() throws Exception {
            McpClient client = stallingAfterResumption(new CountDownLatch(1));
            CallOptions options =
                    CallOptions.builder().timeout(Duration.ofMillis(300)).build();
            assertThat(failure(client.callTool("echo", message("hello"), options)))
                    .isInstanceOf(Failure.TimedOut.class);
            await().until(() -> server.requests("notifications/cancelled").size() == 1);
        }

        @Test
        void closeFailsACallWhoseStreamWasResumed() throws Exception {
            CountDownLatch resumed = new CountDownLatch(1);
            McpClient client = stallingAfterResumption(resumed);
            FutureTask<Reply> call = new FutureTask<>(() -> callWithoutTimeout(client));
            Thread.ofVirtual().start(call);
            resumed.await();
            client.close();
            assertClosedDuringTheCall(call.get());
        }

        @Test
        void closeFailsACallThatWaitsToResumeItsStream() throws Exception {
            McpClient client = legacy(request -> {
                try (OutputStream out = request.events()) {
                    out.write("id: e1\nretry: 86400000\ndata:\n\n".getBytes(UTF_8));
                }
            });
            FutureTask<Reply> call = new FutureTask<>(() -> callWithoutTimeout(client));
            Thread caller = Thread.ofVirtual().start(call);
            await().until(() -> caller.getState() == Thread.State.TIMED_WAITING);
            client.close();
            assertClosedDuringTheCall(call.get());
        }

        private static Reply callWithoutTimeout(McpClient client) throws InterruptedException {
            CallOptions options =
                    CallOptions.builder().timeout(Duration.ofDays(1)).build();
            return client.callTool("echo", message("hello"), options);
        }

        private static void assertClosedDuringTheCall(Reply reply) {
            assertThat(failure(reply))
                    .isInstanceOfSatisfying(
                            Failure.ConnectionLost.class,
                            lost -> assertThat(lost.mayHaveArrived()).isTrue());
        }

        @Test
        void aBrokenStreamWithoutEventIdIsALostConnection() throws Exception {
            McpClient client = legacy(request -> request.events().close());
            assertThat(failure(call(client)))
                    .isInstanceOfSatisfying(
                            Failure.ConnectionLost.class,
                            lost -> assertThat(lost.mayHaveArrived()).isTrue());
        }
    }

    @Nested
    class CancelledCalls {
        private final CountDownLatch arrived = new CountDownLatch(1);

        private McpClient stalling() throws Exception {
            return legacy(request -> {
                arrived.countDown();
                new CountDownLatch(1).await();
            });
        }

        @Test
        void aTimeoutNotifiesALegacyServer() throws Exception {
            McpClient client = stalling();
            Reply reply = client.callTool(
                    "stall",
                    Json.object(),
                    CallOptions.builder().timeout(Duration.ofMillis(100)).build());
            assertThat(failure(reply)).isEqualTo(new Failure.TimedOut(Duration.ofMillis(100)));
            await().until(() -> server.requests("notifications/cancelled").size() == 1);
        }

        @Test
        void initializeIsNotCancelled() throws Exception {
            server.setScript(request -> new CountDownLatch(1).await());
            ClientOptions brief =
                    LEGACY.toBuilder().openTimeout(Duration.ofSeconds(1)).build();
            assertThatThrownBy(() -> McpClient.open(server.location(), brief)).isInstanceOf(OpenFailed.class);
            assertThat(server.requests("initialize")).hasSize(1);
            // The cancellation of a call follows on another thread, and later than this one can open a session.
            call(legacy(request -> request.result(TEXT)));
            assertThat(server.requests("notifications/cancelled")).isEmpty();
        }

        @Test
        void progressExtendsTheTimeout() throws Exception {
            McpClient client = legacy(request -> {
                try (OutputStream out = request.events()) {
                    long end = System.nanoTime() + Duration.ofMillis(1500).toNanos();
                    while (System.nanoTime() < end) {
                        request.event(
                                out,
                                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":"
                                        + "{\"progressToken\":" + request.id() + ",\"progress\":1}}");
                        LockSupport.parkNanos(10_000_000);
                    }
                    request.event(out, request.resultMessage(TEXT));
                }
            });
            CallOptions options = CallOptions.builder()
                    .timeout(Duration.ofSeconds(1))
                    .progress(_ -> {})
                    .build();
            assertThat(text(client.callTool("echo", message("hello"), options))).isEqualTo("hello");
        }

        @Test
        void anInterruptedCallReturnsImmediatelyOnEveryKindOfThread() throws Exception {
            for (Thread.Builder builder : List.of(Thread.ofPlatform(), Thread.ofVirtual())) {
                McpClient client = stalling();
                AtomicReference<Object> outcome = new AtomicReference<>();
                Thread caller = builder.start(() -> {
                    try {
                        outcome.set(call(client));
                    } catch (InterruptedException e) {
                        outcome.set(e);
                    }
                });
                arrived.await();
                caller.interrupt();
                assertThat(caller.join(Duration.ofSeconds(5))).isTrue();
                assertThat(outcome.get()).isInstanceOf(InterruptedException.class);
            }
            await().until(() -> server.requests("notifications/cancelled").size() == 2);
        }

        @Test
        void aCallInterruptedBeforeItsStreamIsResumedNotifiesTheServer() throws Exception {
            McpClient client = legacy(request -> {
                try (OutputStream out = request.events()) {
                    out.write("id: e1\nretry: 60000\ndata:\n\n".getBytes(UTF_8));
                }
                arrived.countDown();
            });
            Thread caller = Thread.ofVirtual().start(() -> {
                try {
                    call(client);
                } catch (InterruptedException e) {
                    // expected
                }
            });
            arrived.await();
            await().until(() -> caller.getState() == Thread.State.TIMED_WAITING);
            caller.interrupt();
            caller.join();
            await().until(() -> server.requests("notifications/cancelled").size() == 1);
        }

        @RepeatedTest(20) // to provoke a race
        void cancellationsAreSentBeforeTheSessionIsDeleted() throws Exception {
            McpClient client = legacy(request -> {
                if (!request.rpcMethod().equals("tools/call")) {
                    request.reply(202, null, "");
                    return;
                }
                arrived.countDown();
                new CountDownLatch(1).await();
            });
            Thread caller = Thread.ofVirtual().start(() -> {
                try {
                    call(client);
                } catch (InterruptedException e) {
                    // The call was cancelled.
                }
            });
            arrived.await();
            caller.interrupt();
            client.close();
            assertThat(server.requests())
                    .extracting(request -> request.verb() + " " + request.rpcMethod())
                    .endsWith("POST notifications/cancelled", "DELETE ");
        }
    }

    @Nested
    class Sessions {
        @Test
        void everyRequestNamesTheSessionAndCloseDeletesIt() throws Exception {
            McpClient client = legacy(request -> request.result(TEXT));
            call(client);
            client.close();
            ScriptedServer.Request call = server.requests("tools/call").getFirst();
            assertThat(call.header("Mcp-Session-Id")).isEqualTo("session-1");
            assertThat(call.header("MCP-Protocol-Version")).isEqualTo("2025-11-25");
            ScriptedServer.Request last = server.requests().getLast();
            assertThat(last.verb()).isEqualTo("DELETE");
            assertThat(last.header("Mcp-Session-Id")).isEqualTo("session-1");
        }

        @Test
        void theListeningStreamOpensOnlyWithAListenerAndIsResumed() throws Exception {
            List<String> received = new CopyOnWriteArrayList<>();
            McpClient client = legacy(request -> {
                if (request.verb().equals("GET")) {
                    try (OutputStream out = request.events()) {
                        out.write("retry: 5\nid: 1\n".getBytes(UTF_8));
                        request.event(out, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
                    }
                } else {
                    request.result(TEXT);
                }
            });
            call(client);
            assertThat(server.requests().stream().map(ScriptedServer.Request::verb))
                    .doesNotContain("GET");

            try (Subscription _ = client.listen(Json.object(), notification -> received.add(notification.method()))) {
                await().until(() -> received.size() >= 2);
            }
            assertThat(received).containsOnly("notifications/tools/list_changed");
        }

        @Test
        void theListeningStreamIsOpenedAgainAfterATemporaryRefusal() throws Exception {
            AtomicInteger streams = new AtomicInteger();
            List<String> received = new CopyOnWriteArrayList<>();
            McpClient client = legacy(request -> {
                switch (streams.incrementAndGet()) {
                    case 1 -> {
                        try (OutputStream out = request.events()) {
                            out.write("retry: 5\n\n".getBytes(UTF_8));
                        }
                    }
                    case 2 -> request.reply(503, null, "");
                    default -> {
                        try (OutputStream out = request.events()) {
                            request.event(out, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
                        }
                    }
                }
            });
            try (Subscription _ = client.listen(Json.object(), notification -> received.add(notification.method()))) {
                await().until(() -> !received.isEmpty());
            }
        }

        @Test
        void aServerRequestOnTheStreamOfACallIsAnswered() throws Exception {
            AtomicReference<String> answered = new AtomicReference<>("");
            CountDownLatch answer = new CountDownLatch(1);
            ClientOptions options = LEGACY.toBuilder()
                    .roots(params -> Json.objectOf("{\"roots\":[{\"uri\":\"file:///r\"}]}"))
                    .build();
            McpClient client = open(server.location(), options, request -> {
                if (request.id().asString("").equals("ask-1")) {
                    answered.set(request.json().at("/result/roots/0/uri").asString(""));
                    request.reply(202, null, "");
                    answer.countDown();
                    return;
                }
                try (OutputStream out = request.events()) {
                    request.event(out, "{\"jsonrpc\":\"2.0\",\"id\":\"ask-1\",\"method\":\"roots/list\"}");
                    answer.await();
                    request.event(out, request.resultMessage(TEXT));
                }
            });
            assertThat(text(call(client))).isEqualTo("hello");
            assertThat(answered.get()).isEqualTo("file:///r");
        }

        @Test
        void aHandlerIsInterruptedWhenTheServerWithdrawsItsRequest() throws Exception {
            WaitingPerson person = new WaitingPerson();
            McpClient client = open(server.location(), person.options(), request -> {
                if (!request.rpcMethod().equals("tools/call")) {
                    request.reply(202, null, "");
                    return;
                }
                try (OutputStream out = request.events()) {
                    request.event(out, ELICITATION);
                    person.asked.await();
                    request.event(
                            out,
                            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":7}}");
                    person.interrupted.await();
                    request.event(out, request.resultMessage(TEXT));
                }
            });
            assertThat(text(call(client))).isEqualTo("hello");
            client.close();
            assertThat(server.requests())
                    .noneMatch(request -> request.id().isInt() && request.id().intValue() == 7);
        }

        @Test
        void aHandlerIsInterruptedWhenItsCallIsCancelled() throws Exception {
            WaitingPerson person = new WaitingPerson();
            McpClient client = open(server.location(), person.options(), request -> {
                if (!request.rpcMethod().equals("tools/call")) {
                    request.reply(202, null, "");
                    return;
                }
                try (OutputStream out = request.events()) {
                    request.event(out, ELICITATION);
                    new CountDownLatch(1).await();
                }
            });
            Thread caller = Thread.ofVirtual().start(() -> {
                try {
                    call(client);
                } catch (InterruptedException e) {
                    // The call was cancelled.
                }
            });
            person.asked.await();
            caller.interrupt();
            person.interrupted.await();
        }

        private static final String ELICITATION =
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"elicitation/create\",\"params\":{\"message\":\"Name?\"}}";

        /** A person who never answers an elicitation. */
        private static final class WaitingPerson {
            final CountDownLatch asked = new CountDownLatch(1);
            final CountDownLatch interrupted = new CountDownLatch(1);

            ClientOptions options() {
                return LEGACY.toBuilder().elicitation(this::answer).build();
            }

            private ObjectNode answer(ObjectNode params) throws InterruptedException {
                asked.countDown();
                try {
                    new CountDownLatch(1).await();
                    return Json.object();
                } catch (InterruptedException e) {
                    interrupted.countDown();
                    throw e;
                }
            }
        }
    }

    @Test
    void configuredHeadersAreSentWithEveryRequest() throws Exception {
        McpClient client = open(
                new ServerLocation.Remote(server.address(), Map.of("X-Key", "k-1")),
                LEGACY,
                request -> request.result(TEXT));
        call(client);
        client.close();
        assertThat(server.requests())
                .isNotEmpty()
                .allSatisfy(request -> assertThat(request.header("X-Key")).isEqualTo("k-1"));
    }
}
