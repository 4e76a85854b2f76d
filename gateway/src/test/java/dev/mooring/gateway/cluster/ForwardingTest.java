package dev.mooring.gateway.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.gateway.cluster.CallOwner.AcceptedCall;
import dev.mooring.gateway.cluster.CallOwner.OfferReply;
import dev.mooring.gateway.cluster.ForwardOutcome.Accepted;
import dev.mooring.handle.cluster.Peer;
import dev.mooring.handle.cluster.ReplicaId;
import dev.mooring.handle.cluster.protocol.NotSentReason;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.server.InputRequestFailed;
import dev.mooring.mcp.server.http.HttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Two replicas over real HTTP. */
class ForwardingTest {
    private static final ClusterKey KEY = new ClusterKey("a key of thirty-two characters!!");
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final ForwardedCall CALL =
            new ForwardedCall("ada", true, Json.object().put("tool", "add"));

    private final Owner owner = new Owner();
    private final Recorder caller = new Recorder();
    private final ReplicaClient client = new ReplicaClient(KEY);
    private final HttpClient http = HttpClient.newHttpClient();
    private ForwardingEndpoint endpoint;
    private HttpServer server;
    private Peer peer;

    /** What a call does once it runs. */
    private interface Behaviour {
        Accepted run(ForwardedCall call, ForwardedCaller caller) throws Exception;
    }

    /** The replica that owns all handles. */
    private static final class Owner implements CallOwner {
        final AtomicInteger runs = new AtomicInteger();
        final AtomicInteger abandoned = new AtomicInteger();
        final AtomicInteger cancelled = new AtomicInteger();
        volatile @Nullable NotSentReason refusal;
        volatile Behaviour behaviour = (call, _) -> new ForwardOutcome.Answered(Json.object()
                .put("principal", call.principal())
                .put("certain", call.isCertain())
                .set("request", call.request()));

        @Override
        public OfferReply offer(ForwardedCall call) {
            NotSentReason notSentReason = refusal;
            if (notSentReason != null) {
                return new OfferReply.Refused(notSentReason);
            }
            return new OfferReply.Accepted(new AcceptedCall() {
                @Override
                public Accepted run(ForwardedCaller caller) throws InterruptedException {
                    runs.incrementAndGet();
                    try {
                        return behaviour.run(call, caller);
                    } catch (InterruptedException e) {
                        cancelled.incrementAndGet();
                        throw e;
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                }

                @Override
                public void abandon() {
                    abandoned.incrementAndGet();
                }
            });
        }
    }

    /** The client behind the forwarding replica. */
    private static final class Recorder implements ForwardedCaller {
        final Queue<ObjectNode> notifications = new ConcurrentLinkedQueue<>();

        @Override
        public void notify(ObjectNode notification) {
            notifications.add(notification);
        }

        @Override
        public ObjectNode requestInput(ObjectNode request) throws InputRequestFailed {
            if (request.has("fail")) {
                throw new InputRequestFailed(McpError.invalidParams("no"));
            }
            return Json.object().put("answer to", Json.stringAt(request, "question"));
        }
    }

    @BeforeEach
    void start() throws IOException {
        serve(TIMEOUT, Duration.ofMillis(20));
    }

    private void serve(Duration confirmationTimeout, Duration aliveInterval) throws IOException {
        if (server != null) {
            server.close();
            endpoint.close();
        }
        endpoint = new ForwardingEndpoint(KEY, owner, _ -> {}, confirmationTimeout, aliveInterval);
        server = HttpServer.builder().web(endpoint).start();
        peer = new Peer(new ReplicaId(7), server.uri("").toString(), false);
    }

    @AfterEach
    void stop() throws IOException {
        client.close();
        http.close();
        server.close();
        endpoint.close();
    }

    private ForwardOutcome forward() throws InterruptedException {
        return client.forward(peer, CALL, TIMEOUT, caller);
    }

    @Test
    void forwardedCallRunsAtTheOwnerForTheVerifiedPrincipal() throws Exception {
        ObjectNode expected = Json.object().put("principal", "ada").put("certain", true);
        expected.set("request", Json.object().put("tool", "add"));

        assertThat(forward()).isEqualTo(new ForwardOutcome.Answered(expected));

        ObjectNode anonymous = Json.object();
        anonymous.putNull("principal");
        anonymous.put("certain", false).set("request", Json.object());
        assertThat(client.forward(peer, new ForwardedCall(null, false, Json.object()), TIMEOUT, caller))
                .isEqualTo(new ForwardOutcome.Answered(anonymous));
    }

    @Test
    void notificationsArriveInOrderBeforeTheResult() throws Exception {
        owner.behaviour = (_, stream) -> {
            IntStream.range(0, 500).forEach(i -> stream.notify(Json.object().put("progress", i)));
            return new ForwardOutcome.Answered(Json.object());
        };

        forward();

        assertThat(caller.notifications)
                .extracting(notification -> notification.path("progress").asInt())
                .containsExactlyElementsOf(IntStream.range(0, 500).boxed().toList());
    }

    @Test
    void notificationArrivesWhileTheCallIsRunning() throws Exception {
        var seen = new CountDownLatch(1);
        owner.behaviour = (_, stream) -> {
            stream.notify(Json.object().put("progress", 1));
            seen.await();
            return new ForwardOutcome.Answered(Json.object());
        };

        ForwardOutcome outcome = client.forward(peer, CALL, TIMEOUT, new ForwardedCaller() {
            @Override
            public void notify(ObjectNode notification) {
                seen.countDown();
            }

            @Override
            public ObjectNode requestInput(ObjectNode request) {
                throw new AssertionError();
            }
        });

        assertThat(outcome).isInstanceOf(ForwardOutcome.Answered.class);
    }

    @Test
    void callerAnswersTheInputRequestsOfTheOwner() throws Exception {
        owner.behaviour = (_, stream) ->
                new ForwardOutcome.Answered(stream.requestInput(Json.object().put("question", "How many?")));

        assertThat(forward())
                .isEqualTo(new ForwardOutcome.Answered(Json.object().put("answer to", "How many?")));
    }

    @Test
    void callersRefusalToAnswerReachesTheOwner() throws Exception {
        owner.behaviour = (_, stream) -> {
            try {
                return new ForwardOutcome.Answered(
                        stream.requestInput(Json.object().put("fail", true)));
            } catch (InputRequestFailed e) {
                return new ForwardOutcome.Failed(e.error());
            }
        };

        assertThat(forward()).isEqualTo(new ForwardOutcome.Failed(McpError.invalidParams("no")));
    }

    @Test
    void outcomesOfTheOwnerArePassedOn() throws Exception {
        var notSentReason = new NotSentReason.TryAgain(NotSentReason.Reason.NO_LEASE);
        for (Accepted outcome : List.of(
                new ForwardOutcome.NotSent(notSentReason),
                new ForwardOutcome.InDoubt("the lease ended"),
                new ForwardOutcome.Failed(
                        new McpError(-32602, "bad", Json.object().put("x", 1))))) {
            owner.behaviour = (_, _) -> outcome;
            assertThat(forward()).isEqualTo(outcome);
        }
    }

    @Test
    void faultOfTheOwnerIsAnInternalError() throws Exception {
        owner.behaviour = (_, _) -> {
            throw new IllegalStateException("a secret detail");
        };

        assertThat(forward()).isEqualTo(new ForwardOutcome.Failed(McpError.internal()));
    }

    @Test
    void refusalsOfTheOwnerArePassedOn() throws Exception {
        for (NotSentReason notSentReason : List.of(
                new NotSentReason.TryAgain(NotSentReason.Reason.MOVING),
                new NotSentReason.Lost(Instant.ofEpochMilli(1_234), new ReplicaId(9)),
                new NotSentReason.Unknown(),
                new NotSentReason.NotHeld())) {
            owner.refusal = notSentReason;
            assertThat(forward()).isEqualTo(new ForwardOutcome.Refused(notSentReason));
        }
        assertThat(owner.runs).hasValue(0);
    }

    @Test
    void interruptOfTheCallerCancelsTheCallOfTheOwner() throws Exception {
        expectCancellationOnInterrupt();
    }

    private void expectCancellationOnInterrupt() throws Exception {
        var started = new CountDownLatch(1);
        owner.behaviour = (_, _) -> {
            started.countDown();
            new CountDownLatch(1).await();
            throw new AssertionError();
        };
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<ForwardOutcome> call = threads.submit(this::forward);
            started.await();

            call.cancel(true);

            await().untilAsserted(() -> assertThat(owner.cancelled).hasValue(1));
        }
    }

    @Test
    void ownerCancelsTheCallOfAReplicaThatHasDied() throws Exception {
        var started = new CountDownLatch(1);
        owner.behaviour = (_, _) -> {
            started.countDown();
            new CountDownLatch(1).await();
            throw new AssertionError();
        };
        HttpResponse<InputStream> offer = postOffer();
        confirm(acceptedId(offer));
        started.await();

        offer.body().close();

        await().untilAsserted(() -> assertThat(owner.cancelled).hasValue(1));
    }

    @Test
    void connectionThatBreaksAfterTheConfirmationLeavesTheCallInDoubt() throws Exception {
        var started = new CountDownLatch(1);
        owner.behaviour = (_, _) -> {
            started.countDown();
            new CountDownLatch(1).await();
            throw new AssertionError();
        };
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<ForwardOutcome> call = threads.submit(this::forward);
            started.await();

            server.stop(Duration.ZERO);

            assertThat(call.get()).isInstanceOf(ForwardOutcome.InDoubt.class);
        }
    }

    @Test
    void silentOwnerLeavesTheCallInDoubt() throws Exception {
        serve(TIMEOUT, TIMEOUT);
        owner.behaviour = (_, _) -> {
            new CountDownLatch(1).await();
            throw new AssertionError();
        };
        try (var withShortTimeout = new ReplicaClient(KEY, Duration.ofSeconds(1))) {
            assertThat(withShortTimeout.forward(peer, CALL, TIMEOUT, caller))
                    .isInstanceOf(ForwardOutcome.InDoubt.class);
            await().untilAsserted(() -> assertThat(owner.cancelled).hasValue(1));
        }
    }

    @Test
    void replicaThatIsNotRunningIsUnreachable() throws Exception {
        server.close();

        assertThat(forward()).isInstanceOf(ForwardOutcome.Unreachable.class);
        assertThat(owner.runs).hasValue(0);
    }

    @Test
    void stoppedReplicaThatOnlyItsKernelAnswersForIsUnreachable() throws Exception {
        try (var silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            var stopped = new Peer(new ReplicaId(8), "http://127.0.0.1:" + silent.getLocalPort() + "/", false);

            assertThat(client.forward(stopped, CALL, Duration.ofMillis(200), caller))
                    .isInstanceOf(ForwardOutcome.Unreachable.class);
        }
    }

    @Test
    void callThatIsNotConfirmedNeverRuns() throws Exception {
        serve(Duration.ofMillis(50), Duration.ofMillis(20));
        HttpResponse<InputStream> offer = postOffer();
        try (var lines = lines(offer)) {
            String id = idIn(lines.readLine());

            assertThat(ReplicaJson.outcome(Json.objectOf(lines.readLine()))).isInstanceOf(ForwardOutcome.NotSent.class);
            assertThat(lines.readLine()).isNull();
            assertThat(confirm(id)).isEqualTo(404);
        }
        assertThat(owner.runs).hasValue(0);
        assertThat(owner.abandoned).hasValue(1);
    }

    @Test
    void callRunsOnceHoweverOftenItIsConfirmed() throws Exception {
        var end = new CountDownLatch(1);
        owner.behaviour = (_, _) -> {
            end.await();
            return new ForwardOutcome.Answered(Json.object());
        };
        HttpResponse<InputStream> offer = postOffer();
        String id = acceptedId(offer);

        assertThat(confirm(id)).isEqualTo(204);
        assertThat(confirm(id)).isEqualTo(404);
        end.countDown();
        await().untilAsserted(() -> assertThat(confirm(id)).isEqualTo(404));

        assertThat(owner.runs).hasValue(1);
        assertThat(owner.abandoned).hasValue(0);
        offer.body().close();
    }

    @Test
    void callWithAPermitRunsWithoutAConfirmationAndOnlyOnce() throws Exception {
        HttpResponse<InputStream> offer = postOffer();
        String permit;
        try (var lines = lines(offer)) {
            confirm(idIn(lines.readLine()));
            permit = lastLine(lines).path(ReplicaJson.PERMIT).asString("");
        }
        ObjectNode call = CALL.toJson().put(ReplicaJson.PERMIT, permit);

        assertThat(outcomeOf(call)).isInstanceOf(ForwardOutcome.Answered.class);
        assertThat(owner.runs).hasValue(2);
        assertThat(outcomeOf(call)).isInstanceOf(ForwardOutcome.InDoubt.class);
        assertThat(owner.runs).hasValue(2);
    }

    @Test
    void callWithAnUnknownPermitIsInDoubtAndDoesNotRun() throws Exception {
        assertThat(outcomeOf(CALL.toJson().put(ReplicaJson.PERMIT, "0-1"))).isInstanceOf(ForwardOutcome.InDoubt.class);
        assertThat(owner.runs).hasValue(0);
    }

    @Test
    void drainingOwnerIssuesNoPermits() throws Exception {
        endpoint.drain(Duration.ZERO);
        HttpResponse<InputStream> offer = postOffer();

        try (var lines = lines(offer)) {
            confirm(idIn(lines.readLine()));
            assertThat(lastLine(lines).has(ReplicaJson.PERMIT)).isFalse();
        }
    }

    @Test
    void callWithAPermitHasNotificationsAndInputRequests() throws Exception {
        forward();
        owner.behaviour = (_, stream) -> {
            stream.notify(Json.object().put("progress", 1));
            return new ForwardOutcome.Answered(stream.requestInput(Json.object().put("question", "How many?")));
        };

        assertThat(forward())
                .isEqualTo(new ForwardOutcome.Answered(Json.object().put("answer to", "How many?")));
        assertThat(caller.notifications).containsExactly(Json.object().put("progress", 1));
    }

    @Test
    void interruptOfTheCallerCancelsACallWithAPermit() throws Exception {
        forward();
        expectCancellationOnInterrupt();
    }

    @Test
    void silentOwnerLeavesACallWithAPermitInDoubt() throws Exception {
        try (var silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
                var withShortTimeout = new ReplicaClient(KEY, Duration.ofMillis(200))) {
            withShortTimeout.forward(peer, CALL, TIMEOUT, caller);
            var stopped = new Peer(peer.id(), "http://127.0.0.1:" + silent.getLocalPort(), false);

            assertThat(withShortTimeout.forward(stopped, CALL, TIMEOUT, caller))
                    .isInstanceOf(ForwardOutcome.InDoubt.class);
            assertThat(withShortTimeout.forward(stopped, CALL, Duration.ofMillis(200), caller))
                    .as("without a permit")
                    .isInstanceOf(ForwardOutcome.Unreachable.class);
        }
    }

    @Test
    void ownerThatRefusesTheConnectionIsUnreachableAlsoWithAPermit() throws Exception {
        int port;
        try (var closed = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            port = closed.getLocalPort();
        }
        forward();

        assertThat(client.forward(new Peer(peer.id(), "http://127.0.0.1:" + port, false), CALL, TIMEOUT, caller))
                .isInstanceOf(ForwardOutcome.Unreachable.class);
    }

    @Test
    void requestWithoutASignatureOfTheClusterKeyIsRefused() throws Exception {
        byte[] body = Json.bytes(CALL.toJson());
        String digest = ClusterKey.digest(body);
        String good = KEY.sign(ForwardingEndpoint.PATH, digest);
        ClusterKey other = new ClusterKey("another key of thirty-two letters");

        assertThat(post(ForwardingEndpoint.PATH, body, "", "")).isEqualTo(403);
        assertThat(post(ForwardingEndpoint.PATH, body, digest, other.sign(ForwardingEndpoint.PATH, digest)))
                .isEqualTo(403);
        assertThat(post(ForwardingEndpoint.PATH, "{}".getBytes(StandardCharsets.UTF_8), digest, good))
                .isEqualTo(403);
        assertThat(post(ForwardingEndpoint.PATH + "/0/confirm", body, digest, good))
                .isEqualTo(403);
        assertThat(http.send(
                                HttpRequest.newBuilder(server.uri(ForwardingEndpoint.PATH))
                                        .build(),
                                HttpResponse.BodyHandlers.discarding())
                        .statusCode())
                .isEqualTo(403);
        assertThat(owner.runs).hasValue(0);
    }

    @Test
    void replicaWithAnotherKeyIsUnreachable() throws Exception {
        try (var ofAnotherCluster = new ReplicaClient(new ClusterKey("another key of thirty-two letters"))) {
            assertThat(ofAnotherCluster.forward(peer, CALL, TIMEOUT, caller))
                    .isEqualTo(new ForwardOutcome.Unreachable("replica 7 answered with status 403"));
        }
    }

    @Test
    void recordedRequestsRunNothingWhenTheyAreSentAgain() throws Exception {
        HttpResponse<InputStream> first = postOffer();
        String id = acceptedId(first);
        confirm(id);
        await().untilAsserted(() -> assertThat(owner.runs).hasValue(1));
        first.body().close();

        HttpResponse<InputStream> again = postOffer();
        await().untilAsserted(() -> assertThat(confirm(id)).isEqualTo(404));

        assertThat(acceptedId(again)).isNotEqualTo(id);
        assertThat(owner.runs).hasValue(1);
        again.body().close();
    }

    @Test
    void otherPathsAreLeftToOtherHandlers() throws Exception {
        assertThat(post("/cluster/callsign", new byte[0], "", "")).isEqualTo(404);
    }

    @Test
    void manyCallsAreForwardedAtTheSameTime() throws Exception {
        owner.behaviour = (call, stream) -> {
            stream.notify(Json.object());
            return new ForwardOutcome.Answered(call.request());
        };
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<ForwardOutcome>> calls = IntStream.range(0, 200)
                    .mapToObj(i -> threads.submit(() -> client.forward(
                            peer, new ForwardedCall("ada", false, Json.object().put("i", i)), TIMEOUT, caller)))
                    .toList();
            for (int i = 0; i < calls.size(); i++) {
                assertThat(calls.get(i).get())
                        .isEqualTo(new ForwardOutcome.Answered(Json.object().put("i", i)));
            }
        }
        assertThat(owner.runs).hasValue(200);
    }

    // Requests of a replica, one by one

    private HttpResponse<InputStream> postOffer() throws Exception {
        return post(CALL.toJson());
    }

    /** Returns the outcome of a call that needs no confirmation. */
    private @Nullable Accepted outcomeOf(ObjectNode call) throws Exception {
        try (var lines = lines(post(call))) {
            return ReplicaJson.outcome(lastLine(lines));
        }
    }

    /** Returns the first line with an outcome. */
    private static ObjectNode lastLine(BufferedReader lines) throws IOException {
        ObjectNode line = Json.objectOf(lines.readLine());
        return ReplicaJson.outcome(line) == null ? lastLine(lines) : line;
    }

    private HttpResponse<InputStream> post(ObjectNode call) throws Exception {
        byte[] body = Json.bytes(call);
        String digest = ClusterKey.digest(body);
        return http.send(
                request(ForwardingEndpoint.PATH, body, digest, KEY.sign(ForwardingEndpoint.PATH, digest)),
                HttpResponse.BodyHandlers.ofInputStream());
    }

    private static BufferedReader lines(HttpResponse<InputStream> response) {
        return new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
    }

    private static String acceptedId(HttpResponse<InputStream> offer) throws IOException {
        return idIn(lines(offer).readLine());
    }

    private static String idIn(String line) {
        return Objects.requireNonNull(Json.stringAt(Json.objectOf(line), ReplicaJson.ACCEPTED));
    }

    private int confirm(String id) throws Exception {
        byte[] body = Json.bytes(Json.object());
        String digest = ClusterKey.digest(body);
        String path = ForwardingEndpoint.PATH + "/" + id + "/confirm";
        return post(path, body, digest, KEY.sign(path, digest));
    }

    private int post(String path, byte[] body, String digest, String signature) throws Exception {
        return http.send(request(path, body, digest, signature), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    private HttpRequest request(String path, byte[] body, String digest, String signature) {
        URI uri = server.uri(path);
        return HttpRequest.newBuilder(uri)
                .header(ClusterKey.DIGEST, digest)
                .header(ClusterKey.SIGNATURE, signature)
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
    }
}
