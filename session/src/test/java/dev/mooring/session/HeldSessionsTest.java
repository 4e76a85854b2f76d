package dev.mooring.session;

import static dev.mooring.session.Fixtures.call;
import static dev.mooring.session.Fixtures.local;
import static dev.mooring.session.Fixtures.outcome;
import static dev.mooring.session.Fixtures.process;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.client.CallOptions;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.Failure;
import dev.mooring.mcp.client.Reply;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.run.AgentRun;
import dev.mooring.run.Fork;
import dev.mooring.run.Outcome;
import dev.mooring.run.RunEnded;
import dev.mooring.run.RunScope;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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

@Tag("counterpart")
@Timeout(60)
class HeldSessionsTest {
    private static final ClientOptions HASTY =
            ClientOptions.builder().closeGrace(Duration.ofMillis(300)).build();

    @TempDir
    Path folder;

    private final List<Sessions> opened = new ArrayList<>();

    @AfterEach
    void close() {
        opened.forEach(Sessions::close);
    }

    private Sessions holding(ToolServer... servers) {
        return keep(Sessions.builder(List.of(servers)).options(HASTY));
    }

    private Sessions keep(Sessions.Builder builder) {
        Sessions sessions = builder.build();
        opened.add(sessions);
        return sessions;
    }

    /** A server that writes down each of its starts. */
    private ToolServer counted(String name, String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        Collections.addAll(all, "--marker", starts(name).toString());
        return local(name, all.toArray(String[]::new));
    }

    private Path starts(String name) {
        return folder.resolve(name + ".starts");
    }

    private Set<Long> startedProcesses(String name) throws Exception {
        Set<Long> pids = new HashSet<>();
        if (Files.exists(starts(name))) {
            Files.readAllLines(starts(name)).forEach(line -> pids.add(Long.valueOf(line)));
        }
        return pids;
    }

    private static boolean isAlive(long pid) {
        return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }

    @Nested
    class OneSessionPerServerAndRun {
        @Test
        void theSecondCallUsesTheSessionOfTheFirst() {
            Sessions sessions = holding(local("a"));
            AgentRun.run(() -> {
                assertThat(call(sessions, "a", "count")).isEqualTo("1");
                assertThat(call(sessions, "a", "count")).isEqualTo("2");
            });
        }

        @Test
        void differentServersHaveDifferentSessions() {
            Sessions sessions = holding(local("a"), local("b"));
            AgentRun.run(() -> assertThat(process(sessions, "a").pid())
                    .isNotEqualTo(process(sessions, "b").pid()));
        }

        @Test
        void twoRunsNeverShareOne() throws Exception {
            Sessions sessions = holding(local("a"));
            try (var threads = Executors.newFixedThreadPool(2)) {
                List<Future<List<String>>> runs = new ArrayList<>();
                for (int i = 0; i < 2; i++) {
                    runs.add(threads.submit(() -> AgentRun.<List<String>, RuntimeException>call(() -> List.of(
                            call(sessions, "a", "count"), call(sessions, "a", "count"), call(sessions, "a", "pid")))));
                }
                assertThat(runs.get(0).get().subList(0, 2)).containsExactly("1", "2");
                assertThat(runs.get(1).get().subList(0, 2)).containsExactly("1", "2");
                assertThat(runs.get(0).get().get(2))
                        .isNotEqualTo(runs.get(1).get().get(2));
            }
        }

        @Test
        void aNestedRunJoinsAndUsesTheSameSession() {
            Sessions sessions = holding(local("a"));
            AgentRun.run(() -> {
                call(sessions, "a", "count");
                AgentRun.run(() -> assertThat(call(sessions, "a", "count")).isEqualTo("2"));
                assertThat(call(sessions, "a", "count")).isEqualTo("3");
            });
        }

        @Test
        void manyCallersAtOnceStartOneProcess() throws Exception {
            Sessions sessions = holding(counted("a"));
            AgentRun.run(() -> {
                List<Callable<String>> callers = Collections.nCopies(50, () -> call(sessions, "a", "count"));
                List<Outcome<String>> outcomes = RunScope.require().forkAll(callers);
                assertThat(outcomes).allMatch(Outcome::succeeded);
            });
            assertThat(startedProcesses("a")).hasSize(1);
        }

        @Test
        void sixtyFourThreadsTimesAHundredCallsLoseAndCrossNothing() throws Exception {
            Sessions sessions = holding(local("a"));
            AgentRun.run(() -> {
                List<Callable<Boolean>> callers = new ArrayList<>();
                for (int i = 0; i < 64; i++) {
                    int number = i;
                    callers.add(() -> {
                        for (int j = 0; j < 100; j++) {
                            String mine = number + "." + j;
                            if (!Fixtures.text(sessions.call("a", "echo", Fixtures.message(mine)))
                                    .equals(mine)) {
                                return false;
                            }
                        }
                        return true;
                    });
                }
                for (Outcome<Boolean> outcome : RunScope.require().forkAll(callers)) {
                    assertThat(outcome.orThrow()).isTrue();
                }
            });
        }
    }

    @Nested
    class OutsideARun {
        @Test
        void aCallIsALoudErrorThatNamesTheTool() {
            Sessions sessions = holding(counted("a"));
            assertThatThrownBy(() -> sessions.call("a", "count", Json.object()))
                    .isInstanceOf(CalledOutsideRun.class)
                    .hasMessageContaining("a/count")
                    .hasMessageContaining("bug");
            assertThat(starts("a")).doesNotExist();
        }

        @Test
        void toolsAreListedByASessionThatIsClosedAtOnce() throws Exception {
            Sessions sessions = holding(counted("a"));
            assertThat(sessions.tools("a")).isInstanceOf(Reply.Result.class);
            assertThat(startedProcesses("a")).hasSize(1).noneMatch(HeldSessionsTest::isAlive);
        }

        @Test
        void anEphemeralSessionLeavesTheHeldOnesAlone() throws Exception {
            Sessions sessions = holding(counted("a"));
            AgentRun.run(() -> {
                call(sessions, "a", "count");
                try (Ephemeral session = sessions.ephemeral("a")) {
                    assertThat(session.tools()).isInstanceOf(Reply.Result.class);
                }
                assertThat(call(sessions, "a", "count")).isEqualTo("2");
            });
            assertThat(startedProcesses("a")).hasSize(2);
        }

        @Test
        void anUnknownServerIsAnErrorThatListsTheKnown() {
            Sessions sessions = holding(local("a"), local("b"));
            assertThatThrownBy(() -> sessions.tools("c"))
                    .isInstanceOf(UnknownServer.class)
                    .hasMessageContaining("a, b");
        }
    }

    @Nested
    class AnOpeningThatFails {
        @Test
        void isSharedByAllWhoWaitAndForgotten() throws Exception {
            try (Remote remote = Remote.start()) {
                Sessions sessions = holding(remote.server("r"));
                remote.does("{\"refuse\": 503}");
                AgentRun.run(() -> {
                    List<Callable<CallOutcome>> callers =
                            Collections.nCopies(50, () -> outcome(sessions, "r", "count"));
                    Set<Failure> failures = new HashSet<>();
                    for (Outcome<CallOutcome> each : RunScope.require().forkAll(callers)) {
                        failures.add(((CallOutcome.NotOpened) each.orThrow()).failure());
                    }
                    assertThat(failures)
                            .singleElement()
                            .isInstanceOfSatisfying(
                                    Failure.Refused.class,
                                    refused -> assertThat(refused.status()).isEqualTo(503));
                    remote.does("{}");
                    assertThat(call(sessions, "r", "count")).isEqualTo("1");
                });
            }
        }

        @Test
        void saysStatusAndServerButNoSecret() throws Exception {
            try (Remote remote = Remote.start()) {
                ToolServer server = new ToolServer(
                        "r",
                        new ServerLocation.Remote(
                                remote.address("/mcp?key=abcdefgh12345"),
                                java.util.Map.of("Authorization", "Bearer abcdefgh12345")),
                        ServerSettings.DEFAULT,
                        Secrets.of(List.of("abcdefgh12345")));
                Sessions sessions = holding(server);
                remote.does("{\"refuse\": 401}");
                AgentRun.run(() -> {
                    CallOutcome.NotOpened failed = (CallOutcome.NotOpened) outcome(sessions, "r", "count");
                    assertThat(failed.message())
                            .contains("r")
                            .contains("401")
                            .contains("nothing was done")
                            .doesNotContain("abcdefgh12345");
                });
            }
        }

        @Test
        void becauseNobodyListensSaysThatItCannotConnect() throws Exception {
            Remote remote = Remote.start();
            remote.kill();
            Sessions sessions = holding(remote.server("r"));
            AgentRun.run(() -> assertThat(((CallOutcome.NotOpened) outcome(sessions, "r", "count")).message())
                    .contains("cannot connect"));
        }

        @Test
        void becauseTheProcessLeavesHasItsExitCodeAndLastWords() {
            ToolServer broken = ToolServer.of("b", ServerLocation.Local.of("sh", "-c", "echo no licence >&2; exit 4"));
            Sessions sessions = holding(broken);
            AgentRun.run(() -> assertThat(((CallOutcome.NotOpened) outcome(sessions, "b", "count")).message())
                    .contains("code 4")
                    .contains("no licence"));
        }
    }

    @Nested
    class ACallerThatGivesUpWhileOpening {
        private ToolServer slow() {
            return ToolServer.of(
                    "slow", ServerLocation.Local.of("sh", "-c", "echo $$ >> " + starts("slow") + "; exec sleep 600"));
        }

        @Test
        void leavesNoProcessWhenNobodyElseWaits() throws Exception {
            Sessions sessions = holding(slow());
            AgentRun.run(() -> {
                Fork<CallOutcome> only = RunScope.require().fork(() -> outcome(sessions, "slow", "count"));
                await().until(() -> Files.exists(starts("slow"))
                        && !startedProcesses("slow").isEmpty());
                only.interrupt();
                await().atMost(Duration.ofSeconds(5))
                        .until(() -> startedProcesses("slow").stream().noneMatch(HeldSessionsTest::isAlive));
            });
        }

        @Test
        void leavesTheOthersWaitingUntilTheyAreServed() throws Exception {
            try (Remote remote = Remote.start()) {
                Sessions sessions = holding(remote.server("r"));
                remote.does("{\"stall\": true}");
                AgentRun.run(() -> {
                    Fork<CallOutcome> first = RunScope.require().fork(() -> outcome(sessions, "r", "count"));
                    await().until(() -> remote.initializes() == 1);
                    AtomicReference<Thread> waiter = new AtomicReference<>();
                    Fork<CallOutcome> second = RunScope.require().fork(() -> {
                        waiter.set(Thread.currentThread());
                        return outcome(sessions, "r", "count");
                    });
                    await().until(() -> waiter.get() != null && waiter.get().getState() == Thread.State.WAITING);
                    first.interrupt();
                    remote.does("{\"release\": true}");
                    assertThat(Fixtures.text(second.join())).isEqualTo("1");
                    assertThat(remote.initializes()).isEqualTo(1);
                });
            }
        }
    }

    @Nested
    class ALostSession {
        @Test
        void foundBeforeACallIsToldAndTheCallIsNotSent() throws Exception {
            Sessions sessions = holding(counted("a"));
            AgentRun.run(() -> {
                ProcessHandle process = process(sessions, "a");
                process.destroyForcibly();
                await().until(() -> !process.isAlive());
                assertLost(sessions);
                assertThat(call(sessions, "a", "count")).isEqualTo("1");
                assertThat(startedProcesses("a")).hasSize(2);
            });
        }

        private void assertLost(Sessions sessions) {
            CallOutcome.SessionLost lost = (CallOutcome.SessionLost) outcome(sessions, "a", "count");
            assertThat(lost.message()).contains("Everything the server kept for this session is gone");
        }

        @Test
        void duringACallSaysThatItMayHaveHappened() {
            Sessions sessions = holding(counted("a"));
            AgentRun.run(() -> {
                CallOutcome.SessionLost lost = (CallOutcome.SessionLost) outcome(sessions, "a", "exit");
                assertThat(lost.mayHaveHappened()).isTrue();
                assertThat(lost.message()).contains("may or may not have happened");
                assertThat(call(sessions, "a", "count")).isEqualTo("1");
            });
        }

        @Test
        void isToldToEveryInvocationThatHadUsedItOnce() throws Exception {
            Sessions sessions = holding(local("a"));
            CountDownLatch used = new CountDownLatch(1);
            CountDownLatch lost = new CountDownLatch(1);
            AgentRun.run(() -> {
                Fork<Void> sibling = RunScope.require().fork(() -> {
                    AgentRun.run(() -> {
                        call(sessions, "a", "count");
                        used.countDown();
                        lost.await();
                        CallOutcome told = outcome(sessions, "a", "count");
                        assertThat(told).isInstanceOfSatisfying(CallOutcome.SessionLost.class, news -> {
                            assertThat(news.mayHaveHappened()).isFalse();
                            assertThat(news.message()).contains("NOT sent");
                        });
                        assertThat(outcome(sessions, "a", "count")).isInstanceOf(CallOutcome.Answered.class);
                    });
                    return null;
                });
                used.await();
                assertThat(outcome(sessions, "a", "exit")).isInstanceOf(CallOutcome.SessionLost.class);
                assertThat(call(sessions, "a", "count")).isEqualTo("1");
                lost.countDown();
                sibling.join();
                AgentRun.run(
                        () -> assertThat(outcome(sessions, "a", "count")).isInstanceOf(CallOutcome.Answered.class));
            });
        }

        @Test
        void thatTheServerForgotIsOpenedAnewOnceForManyCalls() throws Exception {
            for (int status : new int[] {404, 400}) {
                try (Remote remote = Remote.start()) {
                    Sessions sessions = holding(remote.server("r"));
                    AgentRun.run(() -> {
                        call(sessions, "r", "count");
                        remote.does("{\"forget\": true, \"with\": " + status + "}");
                        List<Callable<CallOutcome>> calls =
                                Collections.nCopies(64, () -> outcome(sessions, "r", "count"));
                        for (Outcome<CallOutcome> each : RunScope.require().forkAll(calls)) {
                            assertThat(each.orThrow())
                                    .isInstanceOfAny(CallOutcome.SessionLost.class, CallOutcome.Answered.class);
                        }
                        call(sessions, "r", "count");
                    });
                    assertThat(remote.initializes()).isEqualTo(2);
                }
            }
        }

        @Test
        void ofARemoteThatDiedIsToldAndOpenedAnewWhenItIsBack() throws Exception {
            Remote remote = Remote.start();
            Sessions sessions = holding(remote.server("r"));
            AgentRun.run(() -> {
                call(sessions, "r", "count");
                assertThat(outcome(sessions, "r", "die")).isInstanceOf(CallOutcome.SessionLost.class);
                assertThat(outcome(sessions, "r", "count")).isInstanceOf(CallOutcome.NotOpened.class);
                try (Remote again = Remote.start(remote.port())) {
                    assertThat(call(sessions, "r", "count")).isEqualTo("1");
                    assertThat(again.initializes()).isEqualTo(1);
                }
            });
        }

        @Test
        void isNotAssumedBecauseOfSilenceAlone() throws Exception {
            try (Remote remote = Remote.start()) {
                Sessions sessions = keep(Sessions.builder(List.of(remote.server("r")))
                        .options(HASTY)
                        .trustedFor(Duration.ZERO));
                AgentRun.run(() -> {
                    call(sessions, "r", "count");
                    remote.does("{\"stall\": true}");
                    assertThat(sessions.call(
                                    "r",
                                    "count",
                                    Json.object(),
                                    CallOptions.DEFAULT.withTimeout(Duration.ofMillis(200))))
                            .isInstanceOf(CallOutcome.TimedOut.class);
                    remote.does("{}");
                    assertThat(call(sessions, "r", "count")).isEqualTo("2");
                });
                assertThat(remote.initializes()).isEqualTo(1);
            }
        }

        @Test
        void isAskedAfterAPauseBeforeTheNextCallGoesOut() throws Exception {
            try (Remote remote = Remote.start()) {
                Sessions sessions = keep(Sessions.builder(List.of(remote.server("r")))
                        .options(HASTY)
                        .trustedFor(Duration.ZERO));
                AgentRun.run(() -> {
                    call(sessions, "r", "count");
                    remote.does("{\"forget\": true}");
                    CallOutcome.SessionLost lost = (CallOutcome.SessionLost) outcome(sessions, "r", "count");
                    assertThat(lost.mayHaveHappened()).isFalse();
                });
            }
        }
    }

    @Nested
    class TheEndOfARun {
        @Test
        void closesEverySessionAndOnlyItsOwn() throws Exception {
            Sessions sessions = holding(counted("a"), counted("b"));
            CountDownLatch otherIsIn = new CountDownLatch(1);
            CountDownLatch firstIsOver = new CountDownLatch(1);
            AtomicReference<String> later = new AtomicReference<>("");
            FutureTask<Void> other = new FutureTask<>(() -> {
                AgentRun.run(() -> {
                    call(sessions, "a", "count");
                    otherIsIn.countDown();
                    firstIsOver.await();
                    later.set(call(sessions, "a", "count"));
                });
                return null;
            });
            Thread.ofVirtual().start(other);
            otherIsIn.await();
            Set<Long> mine = new HashSet<>();
            AgentRun.run(() -> {
                mine.add(process(sessions, "a").pid());
                mine.add(process(sessions, "b").pid());
            });
            assertThat(mine).hasSize(2).noneMatch(HeldSessionsTest::isAlive);
            firstIsOver.countDown();
            other.get();
            assertThat(later.get()).isEqualTo("2");
            assertThat(startedProcesses("a")).noneMatch(HeldSessionsTest::isAlive);
        }

        @Test
        void closesThemWhenTheBodyThrows() throws Exception {
            Sessions sessions = holding(counted("a"));
            assertThatThrownBy(() -> AgentRun.run(() -> {
                        call(sessions, "a", "count");
                        throw new IllegalArgumentException("the body failed");
                    }))
                    .hasMessage("the body failed");
            assertThat(startedProcesses("a")).hasSize(1).noneMatch(HeldSessionsTest::isAlive);
        }

        @Test
        void takesServersThatRefuseToLeave() throws Exception {
            Sessions sessions =
                    holding(counted("a", "--ignore-eof", "--ignore-term"), counted("b", "--ignore-eof", "--child"));
            AgentRun.run(() -> {
                call(sessions, "a", "count");
                call(sessions, "b", "count");
            });
            assertThat(startedProcesses("a")).noneMatch(HeldSessionsTest::isAlive);
            assertThat(startedProcesses("b")).noneMatch(HeldSessionsTest::isAlive);
        }

        @Test
        void deletesRemoteSessions() throws Exception {
            try (Remote remote = Remote.start()) {
                Sessions sessions = holding(remote.server("r"));
                AgentRun.run(() -> {
                    call(sessions, "r", "count");
                    assertThat(remote.open()).hasSize(1);
                });
                assertThat(remote.open()).isEmpty();
            }
        }

        @Test
        void closesWhatAForkOpened() throws Exception {
            Sessions sessions = holding(counted("a"));
            AgentRun.run(() ->
                    RunScope.require().fork(() -> call(sessions, "a", "count")).join());
            assertThat(startedProcesses("a")).hasSize(1).noneMatch(HeldSessionsTest::isAlive);
        }

        @Test
        void letsNothingOpenAfterwards() throws Exception {
            Sessions sessions = holding(counted("a"));
            AtomicReference<RunScope> scope = new AtomicReference<>();
            AgentRun.run(() -> scope.set(RunScope.require()));
            assertThatThrownBy(() -> sessions.held(Owner.of(scope.get()), "a"))
                    .isInstanceOf(RunEnded.class)
                    .hasMessageContaining("the run has ended");
            assertThat(starts("a")).doesNotExist();
        }
    }

    @Nested
    class ACallThatTakesTooLong {
        @Test
        void isCancelledAndLeavesTheSession() throws Exception {
            Sessions sessions = holding(local("a"));
            AgentRun.run(() -> {
                call(sessions, "a", "count");
                CallOutcome late = sessions.call(
                        "a", "stall", Json.object(), CallOptions.DEFAULT.withTimeout(Duration.ofMillis(100)));
                assertThat(late).isInstanceOf(CallOutcome.TimedOut.class);
                assertThat(call(sessions, "a", "count")).isEqualTo("2");
                assertThat(call(sessions, "a", "cancelled")).matches("\\[\\d+]");
            });
        }
    }

    @Nested
    class WhoSharesASession {
        private ToolServer shared(Sharing sharing) {
            return counted("a").with(ServerSettings.DEFAULT.withSharing(sharing));
        }

        @Test
        void byAgentGivesEachInvocationItsOwnSessionUntilItEnds() throws Exception {
            Sessions sessions = holding(shared(Sharing.AGENT));
            AgentRun.run(() -> {
                assertThat(call(sessions, "a", "count")).isEqualTo("1");
                long inner = AgentRun.call(() -> {
                    assertThat(call(sessions, "a", "count")).isEqualTo("1");
                    return process(sessions, "a").pid();
                });
                assertThat(isAlive(inner)).isFalse();
                assertThat(call(sessions, "a", "count")).isEqualTo("2");
            });
        }

        @Test
        void byCallKeepsNothing() throws Exception {
            Sessions sessions = holding(shared(Sharing.CALL));
            AgentRun.run(() -> {
                assertThat(call(sessions, "a", "count")).isEqualTo("1");
                assertThat(call(sessions, "a", "count")).isEqualTo("1");
            });
            assertThat(startedProcesses("a")).hasSize(2).noneMatch(HeldSessionsTest::isAlive);
        }

        @Test
        void byAllLastsFromRunToRun() throws Exception {
            Sessions sessions = holding(shared(Sharing.SHARED));
            AgentRun.run(() -> assertThat(call(sessions, "a", "count")).isEqualTo("1"));
            AgentRun.run(() -> assertThat(call(sessions, "a", "count")).isEqualTo("2"));
            sessions.close();
            assertThat(startedProcesses("a")).hasSize(1).noneMatch(HeldSessionsTest::isAlive);
        }

        @Test
        void ofALegacyServerIsByRunUnlessSaidOtherwise() throws Exception {
            Sessions sessions = holding(counted("a"));
            AgentRun.run(() -> assertThat(call(sessions, "a", "count")).isEqualTo("1"));
            AgentRun.run(() -> assertThat(call(sessions, "a", "count")).isEqualTo("1"));
        }

        @Test
        void ofAModernOnlyServerIsByAllUnlessSaidOtherwise() {
            Sessions sessions = holding(local("a", "--era", "modern"));
            AgentRun.run(() -> assertThat(call(sessions, "a", "count")).isEqualTo("1"));
            AgentRun.run(() -> assertThat(call(sessions, "a", "count")).isEqualTo("2"));
        }

        @Test
        void ofAServerOfBothErasIsByRunInLegacy() {
            Sessions sessions = holding(local("a", "--era", "both"));
            AgentRun.run(() -> assertThat(call(sessions, "a", "count")).isEqualTo("1"));
            AgentRun.run(() -> assertThat(call(sessions, "a", "count")).isEqualTo("1"));
        }

        @Test
        void mayDifferFromToolToTool() {
            ByTool<Sharing> sharing =
                    ByTool.patterns(new java.util.LinkedHashMap<>(java.util.Map.of("pid", Sharing.CALL)));
            Sessions sessions = holding(local("a").with(ServerSettings.DEFAULT.withSharing(sharing)));
            AgentRun.run(() -> {
                assertThat(call(sessions, "a", "pid")).isNotEqualTo(call(sessions, "a", "pid"));
                assertThat(call(sessions, "a", "count")).isEqualTo("1");
                assertThat(call(sessions, "a", "count")).isEqualTo("2");
            });
        }
    }

    @Nested
    class Limits {
        @Test
        void onSessionsOfAServerEndInAClearErrorAndNotInADeadlock() {
            ToolServer one =
                    local("a").with(ServerSettings.DEFAULT.withMaxSessions(1).withOpenTimeout(Duration.ofSeconds(2)));
            Sessions sessions = holding(one);
            AgentRun.run(() -> {
                call(sessions, "a", "count");
                String refused = AgentRun.callIsolated(
                        () -> ((CallOutcome.NotOpened) outcome(sessions, "a", "count")).message());
                assertThat(refused).contains("1 sessions of a").contains("limit");
                assertThat(call(sessions, "a", "count")).isEqualTo("2");
            });
            AgentRun.run(() -> assertThat(call(sessions, "a", "count")).isEqualTo("1"));
        }

        @Test
        void areNotWaitedForWhereNobodyWantsTo() {
            ToolServer one =
                    local("a").with(ServerSettings.DEFAULT.withMaxSessions(1).withOpenTimeout(Duration.ofMinutes(10)));
            try (Sessions sessions =
                    Sessions.builder(List.of(one)).withoutWaiting().build()) {
                AgentRun.run(() -> {
                    call(sessions, "a", "count");
                    String refused = AgentRun.callIsolated(
                            () -> ((CallOutcome.NotOpened) outcome(sessions, "a", "count")).message());
                    assertThat(refused).contains("as many are open as may be at once");
                });
                AgentRun.run(() -> assertThat(call(sessions, "a", "count")).isEqualTo("1"));
            }
        }

        @Test
        void onIdleTimeCloseASharedSessionAndSaySo() throws Exception {
            ToolServer brief = counted("a")
                    .with(ServerSettings.DEFAULT.withSharing(Sharing.SHARED).withIdle(Duration.ofMillis(200)));
            Sessions sessions = holding(brief);
            AgentRun.run(() -> {
                call(sessions, "a", "count");
                await().until(() -> startedProcesses("a").stream().noneMatch(HeldSessionsTest::isAlive));
                CallOutcome.SessionLost lost = (CallOutcome.SessionLost) outcome(sessions, "a", "count");
                assertThat(lost.message()).contains("without use");
                assertThat(call(sessions, "a", "count")).isEqualTo("1");
            });
        }

        @Test
        void onOrderLetOneCallAfterAnother() throws Exception {
            Sessions sessions = holding(local("a").with(ServerSettings.DEFAULT.withOrdered(true)));
            AgentRun.run(() -> {
                call(sessions, "a", "count");
                Fork<CallOutcome> stalled = RunScope.require()
                        .fork(() -> sessions.call(
                                "a", "stall", Json.object(), CallOptions.DEFAULT.withTimeout(Duration.ofMillis(400))));
                await().pollInSameThread().until(() -> stalledIsOut(sessions));
                assertThat(call(sessions, "a", "cancelled")).matches("\\[\\d+]");
                stalled.join();
            });
        }

        private boolean stalledIsOut(Sessions sessions) throws InterruptedException {
            return sessions.held("a") instanceof Outcome.Succeeded<HeldSession>(HeldSession session)
                    && session.idle().isZero();
        }
    }
}
