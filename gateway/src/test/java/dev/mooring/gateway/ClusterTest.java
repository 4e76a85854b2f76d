package dev.mooring.gateway;

import static dev.mooring.gateway.CallResults.call;
import static dev.mooring.gateway.CallResults.callIn;
import static dev.mooring.gateway.CallResults.isError;
import static dev.mooring.gateway.CallResults.plainText;
import static dev.mooring.gateway.CallResults.result;
import static dev.mooring.gateway.CallResults.session;
import static dev.mooring.gateway.CallResults.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.handle.HandleStoreUnavailable;
import dev.mooring.handle.cluster.ClusterStore;
import dev.mooring.handle.cluster.ClusterTimes;
import dev.mooring.handle.cluster.FencingToken;
import dev.mooring.handle.cluster.ReplicaId;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.client.CallOptions;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.RelayOptions;
import dev.mooring.session.ServerSettings;
import dev.mooring.session.ToolServer;
import dev.mooring.store.StateStore;
import dev.mooring.store.StoreLocation;
import dev.mooring.store.Stores;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.node.ObjectNode;

/** Two replicas of a gateway in this JVM, with a real PostgreSQL. The server behind them is remote. */
@Timeout(120)
@Tag("process")
class ClusterTest {
    private static EmbeddedPostgres postgres;

    @TempDir
    Path folder;

    private Path key;
    private StatefulServer upstream;
    private TestReplica one;
    private TestReplica two;
    private final List<TestReplica> started = new ArrayList<>();

    /** A replica whose contact with the store of owners can be cut. */
    private final class TestReplica implements AutoCloseable {
        private final ClusterStore owners;
        private final StateStore stores;
        private final ServedGateway served;
        private volatile boolean isCut;

        TestReplica(ToolServer server, UnaryOperator<GatewayOptions.Builder> options) throws Exception {
            owners = Stores.openCluster(location());
            stores = Stores.openShared(location());
            GatewayCluster cluster = GatewayCluster.of(cuttable(), key);
            served = ServedGateway.of(
                    builder -> options.apply(
                            builder.stores(stores, cluster.sealKey()).cluster(cluster)),
                    server);
        }

        private ClusterStore cuttable() {
            return (ClusterStore) Proxy.newProxyInstance(
                    ClusterStore.class.getClassLoader(),
                    new Class<?>[] {ClusterStore.class},
                    (_, method, arguments) -> {
                        if (isCut) {
                            throw new HandleStoreUnavailable("The store is down.", new IOException());
                        }
                        try {
                            return method.invoke(owners, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    });
        }

        McpClient open(EraChoice era) throws Exception {
            return served.open("/counter/mcp", Map.of(), ClientOptions.builder().era(era));
        }

        ObjectNode count(String session) throws Exception {
            try (McpClient client = open(EraChoice.MODERN)) {
                return callIn(session, client, "count");
            }
        }

        String mint() throws Exception {
            try (McpClient client = open(EraChoice.MODERN)) {
                return session(call(client, "count"));
            }
        }

        long number() {
            return served.gateway().status(Optional.empty()).replicas().stream()
                    .filter(GatewayStatus.ReplicaStatus::isSelf)
                    .findFirst()
                    .orElseThrow()
                    .number();
        }

        int openSessions() {
            return served.gateway().status(Optional.empty()).sessions().size();
        }

        /** Leaves nothing behind but what the stores have, as if the process was killed. */
        void kill() throws IOException {
            isCut = true;
            served.stopListening();
        }

        @Override
        public void close() throws IOException {
            try (owners;
                    stores) {
                served.close();
            }
        }
    }

    @BeforeAll
    static void startPostgres() throws IOException {
        postgres = EmbeddedPostgres.builder()
                .setPGStartupWait(Duration.ofMinutes(1))
                .start();
    }

    @AfterAll
    static void stopPostgres() throws IOException {
        postgres.close();
    }

    private static StoreLocation.Postgresql location() {
        return new StoreLocation.Postgresql(
                URI.create("postgresql://postgres@127.0.0.1:" + postgres.getPort() + "/postgres"));
    }

    private static void execute(String sql) throws Exception {
        try (Connection connection = postgres.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @BeforeEach
    void start() throws Exception {
        key = Files.writeString(folder.resolve("cluster.key"), "0123456789abcdef0123456789abcdef");
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        upstream = StatefulServer.start();
        one = start(options -> options);
        two = start(options -> options);
    }

    private TestReplica start(UnaryOperator<GatewayOptions.Builder> options) throws Exception {
        return start(upstream.as("counter"), options);
    }

    private TestReplica start(ToolServer server, UnaryOperator<GatewayOptions.Builder> options) throws Exception {
        var replica = new TestReplica(server, options);
        started.add(replica);
        return replica;
    }

    @AfterEach
    void stop() throws Exception {
        for (TestReplica replica : started) {
            replica.close();
        }
        upstream.close();
        execute("TRUNCATE replica, owned_handle, handle, ended_handle");
    }

    /** Makes the store revoke the handles of a replica, as others do a minute after its lease has ended. */
    private void revoke(long number) throws Exception {
        long age = ClusterTimes.LEASE.plus(ClusterTimes.GRACE).toMillis();
        execute("UPDATE replica SET lease_until = lease_until - " + age + " WHERE number = " + number);
        execute("UPDATE replica SET held_since = 0 WHERE number = " + two.number());
        assertThat(two.owners.revokeOverdue(new FencingToken(new ReplicaId(two.number()), 1)))
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = EraChoice.class,
            names = {"LEGACY", "MODERN"})
    void everyReplicaServesEverySession(EraChoice era) throws Exception {
        try (McpClient first = one.open(era);
                McpClient second = two.open(era)) {
            String session = session(call(first, "count"));

            assertThat(text(callIn(session, second, "count"))).isEqualTo("2");
            assertThat(text(callIn(session, first, "count"))).isEqualTo("3");
            assertThat(text(callIn(session, second, "count"))).isEqualTo("4");
            assertThat(one.openSessions()).isEqualTo(1);
            assertThat(two.openSessions()).isZero();
        }
    }

    @Test
    void replicasKnowEachOther() {
        await().untilAsserted(() -> assertThat(
                        one.served.gateway().status(Optional.empty()).replicas())
                .extracting(GatewayStatus.ReplicaStatus::number)
                .containsExactlyInAnyOrder(one.number(), two.number()));
    }

    @Test
    void sessionOfAnotherPrincipalIsUnknownOnEveryReplica() throws Exception {
        String session = one.mint();
        for (TestReplica replica : List.of(one, two)) {
            try (McpClient other = replica.served.open(
                    "/counter/mcp",
                    Map.of("Who", "mallory"),
                    ClientOptions.builder().era(EraChoice.MODERN))) {
                ObjectNode refused = callIn(session, other, "count");
                assertThat(isError(refused)).isTrue();
                assertThat(text(refused)).startsWith("This session is unknown");
            }
        }
        assertThat(text(two.count(session))).isEqualTo("2");
    }

    @Test
    void protocolErrorOfAForwardedCallReachesTheCaller() throws Exception {
        String session = one.mint();
        try (McpClient client = two.open(EraChoice.MODERN)) {
            assertThat(client.callTool("refuse", Json.object().put("session_id", session))
                            .toString())
                    .contains("-32042")
                    .contains("tomorrow");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = EraChoice.class,
            names = {"LEGACY", "MODERN"})
    void progressOfAForwardedCallReachesTheCaller(EraChoice era) throws Exception {
        String session = one.mint();
        List<String> progress = new CopyOnWriteArrayList<>();
        try (McpClient client = two.open(era)) {
            ObjectNode done = result(client.callTool(
                    "climb",
                    Json.object().put("session_id", session),
                    CallOptions.builder()
                            .progress(params ->
                                    progress.add(params.path("message").asString("")))
                            .build()));

            assertThat(text(done)).isEqualTo("up");
            assertThat(progress).containsExactly("step 1", "step 2", "step 3");
        }
    }

    private static ClientOptions.Builder answering(EraChoice era) {
        return ClientOptions.builder().era(era).elicitation(params -> {
            ObjectNode answer = Json.object().put("action", "accept");
            answer.putObject("content").put("name", "Ada").put("age", "36");
            return answer;
        });
    }

    @ParameterizedTest
    @EnumSource(
            value = EraChoice.class,
            names = {"LEGACY", "MODERN"})
    void elicitationOfAForwardedCallReachesTheCaller(EraChoice era) throws Exception {
        String session = one.mint();
        try (McpClient client = two.served.open("/counter/mcp", Map.of(), answering(era))) {
            assertThat(text(callIn(session, client, "ask"))).isEqualTo("Ada is 36, count 1");
        }
    }

    @Test
    void parkedCallIsResumedByAnyReplica() throws Exception {
        String session = one.mint();
        ObjectNode params = Json.object().put("name", "ask");
        params.putObject("arguments").put("session_id", session);
        String state;
        try (McpClient client = two.served.open("/counter/mcp", Map.of(), answering(EraChoice.MODERN))) {
            ObjectNode required = result(client.request(Methods.TOOLS_CALL, params, returningInputRequired()));
            assertThat(required.path("resultType").asString("")).isEqualTo("input_required");
            state = required.path("requestState").asString("");
        }
        TestReplica three = start(options -> options);
        await().until(() ->
                three.served.gateway().status(Optional.empty()).replicas().size() == 3);
        for (String answer : List.of("name", "age")) {
            ObjectNode next = Json.shallowCopy(params).put("requestState", state);
            next.putObject("inputResponses")
                    .putObject("question")
                    .put("action", "accept")
                    .putObject("content")
                    .put(answer, "x");
            TestReplica replica = answer.equals("name") ? three : one;
            try (McpClient client = replica.served.open("/counter/mcp", Map.of(), answering(EraChoice.MODERN))) {
                ObjectNode result = result(client.request(Methods.TOOLS_CALL, next, returningInputRequired()));
                if (answer.equals("name")) {
                    state = result.path("requestState").asString("");
                } else {
                    assertThat(text(result)).isEqualTo("x is x, count 1");
                }
            }
        }
    }

    private static CallOptions returningInputRequired() {
        return CallOptions.builder()
                .relay(RelayOptions.builder()
                        .capabilities(Json.objectOf("{\"elicitation\":{\"form\":{}}}"))
                        .returnsInputRequired(true)
                        .build())
                .build();
    }

    @Test
    void cancellationOfAForwardedCallReachesTheServer() throws Exception {
        String session = one.mint();
        try (McpClient client = two.open(EraChoice.MODERN)) {
            Thread caller = Thread.ofVirtual().start(() -> {
                try {
                    callIn(session, client, "wait");
                } catch (Exception e) {
                    // cancelled
                }
            });
            upstream.awaitWaiting();
            caller.interrupt();
            upstream.awaitCancelled();
        }
    }

    @Test
    void resourcesAndPromptsOfASessionAreReadThroughAnyReplica() throws Exception {
        String session = one.mint();
        CallOptions in = CallOptions.builder()
                .meta(Json.object().put(SessionAnnotation.META, session))
                .build();
        try (McpClient client = two.open(EraChoice.MODERN)) {
            ObjectNode read =
                    result(client.request(Methods.RESOURCES_READ, Json.object().put("uri", "note://one"), in));
            assertThat(read.at("/contents/0/text").asString("")).isEqualTo("count 1");
            ObjectNode prompt =
                    result(client.request(Methods.PROMPTS_GET, Json.object().put("name", "greet"), in));
            assertThat(prompt.at("/messages/0/content/text").asString("")).isEqualTo("count 1");
        }
    }

    @Test
    void anyReplicaEndsASession() throws Exception {
        String session = one.mint();
        try (McpClient client = two.open(EraChoice.MODERN)) {
            assertThat(text(callIn(session, client, "end_session"))).isEqualTo("The session has ended.");
        }
        for (TestReplica replica : List.of(one, two)) {
            assertThat(text(replica.count(session))).startsWith("This session was ended at 20");
        }
        assertThat(one.openSessions()).isZero();
        await().until(() -> upstream.sessions() <= 2); // the listing sessions
    }

    @Test
    void callsOfAConversationShareASessionOnAllReplicas() throws Exception {
        CallOptions conversation = CallOptions.builder()
                .meta(Json.object().put("openai/session", "v1/conversation"))
                .build();
        try (McpClient first = one.open(EraChoice.MODERN);
                McpClient second = two.open(EraChoice.MODERN)) {
            List<Callable<String>> calls = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                McpClient client = i % 2 == 0 ? first : second;
                calls.add(() -> plainText(result(client.callTool("count", Json.object(), conversation))));
            }
            Set<String> counts = new HashSet<>();
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (Future<String> count : threads.invokeAll(calls)) {
                    counts.add(count.get());
                }
            }

            assertThat(counts).containsExactlyInAnyOrder("1", "2", "3", "4", "5", "6", "7", "8", "9", "10");
            assertThat(one.openSessions() + two.openSessions()).isEqualTo(1);
        }
    }

    @Test
    void endOfABoundSessionIsReportedOnceByAllReplicasTogether() throws Exception {
        CallOptions conversation = CallOptions.builder()
                .meta(Json.object().put("openai/session", "v1/conversation"))
                .build();
        try (McpClient first = one.open(EraChoice.MODERN);
                McpClient second = two.open(EraChoice.MODERN)) {
            String session = session(result(first.callTool("count", Json.object(), conversation)));
            assertThat(text(result(second.callTool("count", Json.object(), conversation))))
                    .isEqualTo("2");
            long number = one.served
                    .gateway()
                    .status(Optional.empty())
                    .sessions()
                    .getFirst()
                    .number();
            assertThat(one.served.gateway().endSession(number, Optional.empty()))
                    .isTrue();

            assertThat(text(result(second.callTool("count", Json.object(), conversation))))
                    .startsWith("This session was ended at 20");
            // The end counts as reported when the response is written completely. A fast client can call again before
            // that.
            ObjectNode anew = await().until(
                            () -> result(first.callTool("count", Json.object(), conversation)),
                            result -> !text(result).startsWith("This session was ended"));
            assertThat(plainText(anew)).isEqualTo("1");
            assertThat(session(anew)).isNotEqualTo(session);
            assertThat(text(result(second.callTool("count", Json.object(), conversation))))
                    .isEqualTo("2");
        }
    }

    @Test
    void parallelCallsAtTwoReplicasAreToldOfALossOrShareTheNewSession() throws Exception {
        TestReplica three = start(options -> options);
        List<CallOptions> conversations = IntStream.range(0, 20)
                .mapToObj(i -> CallOptions.builder()
                        .meta(Json.object().put("openai/session", "v1/conversation" + i))
                        .build())
                .toList();
        try (McpClient lost = one.open(EraChoice.MODERN);
                McpClient second = two.open(EraChoice.MODERN);
                McpClient third = three.open(EraChoice.MODERN);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (CallOptions conversation : conversations) {
                for (McpClient client : List.of(lost, second, third)) {
                    var _ = result(client.callTool("count", Json.object(), conversation));
                }
            }
            String probe = one.mint();
            long number = one.number();
            one.kill();
            execute("UPDATE owned_handle SET resumable = FALSE"); // as if its server was a local process
            revoke(number);
            for (TestReplica replica : List.of(two, three)) { // their permits of the replica are used up
                await().untilAsserted(
                                () -> assertThat(text(replica.count(probe))).contains("was lost"));
            }

            for (CallOptions conversation : conversations) {
                var together = new CyclicBarrier(2);
                List<Future<ObjectNode>> calls = Stream.of(second, third)
                        .map(client -> threads.submit(() -> {
                            together.await();
                            return result(client.callTool("count", Json.object(), conversation));
                        }))
                        .toList();
                List<String> answers = new ArrayList<>();
                for (Future<ObjectNode> call : calls) {
                    answers.add(plainText(call.get()));
                }

                assertThat(answers)
                        .anyMatch(answer -> answer.contains("was lost"))
                        .allMatch(answer -> answer.contains("was lost") || answer.equals("1"));
                await().until(() -> plainText(result(second.callTool("count", Json.object(), conversation)))
                        .matches("[12]"));
                assertThat(plainText(result(third.callTool("count", Json.object(), conversation))))
                        .matches("[23]");
            }
        }
    }

    @Test
    void boundCallIsToldToTryAgainWhenTheStoreCannotNameItsSession() throws Exception {
        CallOptions conversation = CallOptions.builder()
                .meta(Json.object().put("openai/session", "v1/conversation"))
                .build();
        try (McpClient first = one.open(EraChoice.MODERN);
                McpClient second = two.open(EraChoice.MODERN)) {
            var _ = result(first.callTool("count", Json.object(), conversation));

            two.stores.close();
            ObjectNode failed = result(second.callTool("count", Json.object(), conversation));

            assertThat(isError(failed)).isTrue();
            assertThat(text(failed))
                    .startsWith("This call was NOT sent and nothing was done")
                    .contains("Try again")
                    .doesNotContain("postgresql");
            assertThat(text(result(first.callTool("count", Json.object(), conversation))))
                    .isEqualTo("2");
        }
    }

    @Test
    void limitHoldsAcrossReplicas() throws Exception {
        TestReplica three = start(options -> options.maxSessions(3));
        TestReplica four = start(options -> options.maxSessions(3));
        List<String> sessions = new ArrayList<>();
        for (TestReplica replica : List.of(three, four, three)) {
            String session = replica.mint();
            sessions.add(session);
            replica.count(session); // used again, so that it is not evicted
        }

        try (McpClient client = four.open(EraChoice.MODERN)) {
            ObjectNode refused = call(client, "count");
            assertThat(isError(refused)).isTrue();
            assertThat(text(refused)).startsWith("Session limit reached (3 ");
        }
        try (McpClient client = three.open(EraChoice.MODERN)) {
            callIn(sessions.getFirst(), client, "end_session");
        }
        assertThat(four.mint()).isNotEmpty();
    }

    @Test
    void sessionThatWasNeverUsedAgainIsEvictedAtTheLimit() throws Exception {
        TestReplica three = start(options -> options.maxSessions(2));
        String evicted = three.mint();
        three.mint();
        three.mint();

        assertThat(text(three.count(evicted))).contains("to make room for others");
        assertThat(text(two.count(evicted))).contains("to make room for others");
    }

    @Test
    void remoteSessionOfADeadReplicaContinuesOnAnother() throws Exception {
        String session = one.mint();
        long number = one.number();
        one.kill();

        ObjectNode early = two.count(session);
        assertThat(isError(early)).isTrue();
        assertThat(text(early)).contains("NOT sent").contains("Try again");
        revoke(number);

        assertThat(text(two.count(session))).isEqualTo("2");
        assertThat(two.openSessions()).isEqualTo(1);
    }

    @Test
    void replicaThatReturnsAfterItWasGivenUpClosesItsSessionsAndForwardsTheirCalls() throws Exception {
        String session = one.mint();
        one.isCut = true;
        await().atMost(ClusterTimes.LEASE.multipliedBy(2))
                .untilAsserted(() -> assertThat(text(one.count(session))).contains("no contact with its store"));
        revoke(one.number());
        await().atMost(Duration.ofSeconds(20)) // until its list of replicas is new
                .untilAsserted(() -> assertThat(isError(two.count(session))).isFalse());
        assertThat(two.openSessions()).isEqualTo(1);

        one.isCut = false;
        await().atMost(Duration.ofSeconds(20)).until(() -> one.openSessions() == 0);

        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(isError(one.count(session))).isFalse());
        assertThat(two.openSessions()).isEqualTo(1);
        assertThat(one.mint()).isNotEmpty();
    }

    @Test
    void callThatWaitsUntilTheLeaseHasEndedIsNotSent() throws Exception {
        ServerSettings ordered = ServerSettings.builder().ordered(true).build();
        TestReplica three = start(upstream.as("counter").with(ordered), options -> options);
        String session = three.mint();
        String other = three.mint();
        try (McpClient client = three.open(EraChoice.MODERN);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<ObjectNode> first = threads.submit(() -> callIn(session, client, "wait"));
            upstream.awaitWaiting();
            Future<ObjectNode> second = threads.submit(() -> callIn(session, client, "count"));
            await().until(() -> three.served.gateway().status(Optional.empty()).sessions().stream()
                    .anyMatch(open -> open.calls() == 3));
            three.isCut = true;
            await().atMost(ClusterTimes.LEASE.multipliedBy(2))
                    .untilAsserted(() -> assertThat(text(three.count(other))).contains("no contact with its store"));

            first.cancel(true);
            assertThat(text(second.get())).contains("NOT sent").contains("Try again");
        }
        three.isCut = false;
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(text(three.count(session))).isEqualTo("2"));
    }

    @Test
    void drainingReplicaPassesNewAndIdleSessionsOn() throws Exception {
        String session = one.mint();
        await().until(() ->
                one.served.gateway().status(Optional.empty()).replicas().size() == 2);

        one.served.gateway().drain(Duration.ofSeconds(1));

        String passedOn = one.mint();
        assertThat(one.openSessions()).isZero();
        assertThat(text(one.count(session))).isEqualTo("2");
        assertThat(text(one.count(passedOn))).isEqualTo("2");
        assertThat(two.openSessions()).isEqualTo(2);
        one.close();
        started.remove(one);
        assertThat(text(two.count(session))).isEqualTo("3");
        assertThat(text(two.count(passedOn))).isEqualTo("3");
    }

    @Test
    void newSessionIsRefusedWhileTheStoreIsDownAndOpenSessionsWork() throws Exception {
        String session = one.mint();
        one.isCut = true;
        try (McpClient client = one.open(EraChoice.MODERN)) {
            ObjectNode refused = call(client, "count");
            assertThat(isError(refused)).isTrue();
            assertThat(text(refused)).contains("NOT sent").contains("cannot reach its store");
            assertThat(text(callIn(session, client, "count"))).isEqualTo("2");
        }
        one.isCut = false;
        assertThat(text(two.count(session))).isEqualTo("3");
    }

    @Test
    void sessionOfAGatewayWithoutReplicasIsReportedAsLost() throws Exception {
        GatewayCluster cluster = GatewayCluster.of(two.owners, key);
        String session;
        try (StateStore stores = Stores.openShared(location());
                ServedGateway single =
                        ServedGateway.of(builder -> builder.stores(stores, cluster.sealKey()), upstream.as("counter"));
                McpClient client = single.modern("/counter/mcp")) {
            session = session(call(client, "count"));
        }

        assertThat(text(two.count(session))).startsWith("This session was lost at 20");
    }

    @Test
    void requestWithoutTheClusterKeyIsRefused() throws Exception {
        try (var http = HttpClient.newHttpClient()) {
            var response = http.send(
                    HttpRequest.newBuilder(one.served.address("/cluster/calls"))
                            .POST(HttpRequest.BodyPublishers.ofString("{}"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(response.statusCode()).isEqualTo(403);
        }
    }
}
