package dev.mooring.session;

import static dev.mooring.session.Fixtures.call;
import static dev.mooring.session.Fixtures.outcome;
import static dev.mooring.session.Fixtures.process;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.mcp.Json;
import dev.mooring.run.AgentRun;
import dev.mooring.run.Fork;
import dev.mooring.run.Outcome;
import dev.mooring.run.RunScope;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Phaser;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A loss covers every call that was decided before the loss was known. */
class LostGenerationTest extends HoldingSessions {
    private static final int CALLS = 64;
    private static final ServerSettings ASKING = ServerSettings.builder()
            .approval(PerToolSetting.patterns(Collections.singletonMap("count", Approval.ASK)))
            .build();

    /** Holds up all calls between their entry and the sending, so that a test knows that they have entered. */
    private static final class Gate implements Approver {
        private final CountDownLatch entered = new CountDownLatch(CALLS);
        private final CountDownLatch open = new CountDownLatch(1);

        @Override
        public Answer decide(Request request) throws InterruptedException {
            entered.countDown();
            open.await();
            return new Answer.Allowed();
        }
    }

    private static void kill(ProcessHandle process) {
        process.destroyForcibly();
        await().until(() -> !process.isAlive());
    }

    private static void assertNotSent(CallOutcome outcome) {
        assertThat(outcome).isInstanceOfSatisfying(CallOutcome.SessionLost.class, lost -> {
            assertThat(lost.mayHaveHappened()).isFalse();
            assertThat(lost.message()).contains("NOT sent");
        });
    }

    /** Accepts a call that was sent, if the server rejected it. */
    private static void assertNotExecuted(CallOutcome outcome) {
        assertThat(outcome).isInstanceOfSatisfying(CallOutcome.SessionLost.class, lost -> {
            assertThat(lost.mayHaveHappened()).isFalse();
            assertThat(lost.message()).containsPattern("This call was NOT (sent|executed) and nothing was done");
        });
    }

    private interface Action {
        void run() throws Exception;
    }

    private static void assertCallsThatEnteredBeforeReportTheLoss(
            Sessions sessions, Gate gate, Action kill, Consumer<CallOutcome> report) throws Exception {
        List<Fork<CallOutcome>> forks = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            forks.add(RunScope.require().fork(() -> sessions.call("s", "count", Json.object())));
        }
        gate.entered.await();
        kill.run();
        gate.open.countDown();
        for (Fork<CallOutcome> fork : forks) {
            report.accept(fork.join());
        }
        assertThat(call(sessions, "s", "count")).isEqualTo("1");
    }

    @Test
    void callsThatEnteredBeforeTheLossOfALocalServerReportIt() throws Exception {
        Gate gate = new Gate();
        Sessions sessions = keep(Sessions.builder(List.of(counted("s").with(ASKING)))
                .options(SHORT_GRACE)
                .approver(gate));
        AgentRun.run(() -> {
            ProcessHandle process = process(sessions, "s");
            assertCallsThatEnteredBeforeReportTheLoss(
                    sessions, gate, () -> kill(process), LostGenerationTest::assertNotSent);
        });
        assertThat(startedProcesses("s")).hasSize(2);
    }

    @Test
    void callsThatEnteredBeforeTheLossOfARemoteSessionReportIt() throws Exception {
        try (Remote remote = Remote.start()) {
            Gate gate = new Gate();
            Sessions sessions = keep(Sessions.builder(List.of(remote.server("s").with(ASKING)))
                    .options(SHORT_GRACE)
                    .approver(gate));
            AgentRun.run(() -> {
                assertThat(sessions.call("s", "echo", Fixtures.message("x"))).isInstanceOf(CallOutcome.Answered.class);
                // Only the response to a call tells that the session is forgotten, so some calls may be in flight.
                assertCallsThatEnteredBeforeReportTheLoss(
                        sessions,
                        gate,
                        () -> remote.control("{\"forget\": true}"),
                        LostGenerationTest::assertNotExecuted);
            });
            assertThat(remote.initializes()).isEqualTo(2);
        }
    }

    @Test
    void callsOfABatchReportALossThatAnotherInvocationFoundAndRepaired() throws Exception {
        Sessions sessions = holding(counted("s"));
        AgentRun.run(() -> {
            ProcessHandle process = process(sessions, "s");
            CallBatch decided = sessions.batch();
            kill(process);
            assertNotSent(outcome(sessions, "s", "count"));
            assertThat(call(sessions, "s", "count")).isEqualTo("1");
            AgentRun.run(() -> {
                List<Callable<CallOutcome>> calls = Collections.nCopies(8, () -> {
                    try (PlannedCall planned = decided.plan("s", "count")) {
                        return planned.call(Json.object(), null).outcome();
                    }
                });
                for (Outcome<CallOutcome> each : RunScope.require().forkAll(calls)) {
                    assertNotSent(each.orThrow());
                }
            });
            assertThat(call(sessions, "s", "count")).isEqualTo("2");
        });
    }

    @Test
    void allCallsOfTheNextTurnReportALossThatTheirInvocationWasNotTold() throws Exception {
        Sessions sessions = holding(counted("s"));
        AgentRun.run(() -> {
            kill(process(sessions, "s"));
            AgentRun.run(() -> {
                assertNotSent(outcome(sessions, "s", "count"));
                assertThat(call(sessions, "s", "count")).isEqualTo("1");
            });
            CallBatch nextTurn = sessions.batch();
            List<Callable<CallOutcome>> calls = Collections.nCopies(8, () -> {
                try (PlannedCall planned = nextTurn.plan("s", "count")) {
                    return planned.call(Json.object(), null).outcome();
                }
            });
            for (Outcome<CallOutcome> each : RunScope.require().forkAll(calls)) {
                assertNotSent(each.orThrow());
            }
            assertThat(call(sessions, "s", "count")).isEqualTo("2");
        });
    }

    @Test
    void invocationReportsALossThatItsCallerWasNotTold() throws Exception {
        Sessions sessions = holding(counted("s"));
        AgentRun.run(() -> {
            kill(process(sessions, "s"));
            AgentRun.run(() -> {
                assertNotSent(outcome(sessions, "s", "count"));
                assertThat(call(sessions, "s", "count")).isEqualTo("1");
            });
            AgentRun.run(() -> {
                assertNotSent(outcome(sessions, "s", "count"));
                assertThat(call(sessions, "s", "count")).isEqualTo("2");
            });
            assertNotSent(outcome(sessions, "s", "count"));
            AgentRun.run(() -> assertThat(call(sessions, "s", "count")).isEqualTo("3"));
        });
    }

    /** Starts an invocation in parallel, which makes a call once the latch is open. Returns when it has started. */
    private static Fork<CallOutcome> invocationThatCallsAfter(CountDownLatch latch, Sessions sessions)
            throws InterruptedException {
        CountDownLatch started = new CountDownLatch(1);
        Fork<CallOutcome> fork = RunScope.require()
                .fork(() -> AgentRun.call(() -> {
                    started.countDown();
                    latch.await();
                    return outcome(sessions, "s", "count");
                }));
        started.await();
        return fork;
    }

    @Test
    void invocationThatStartedBeforeItsCallerWasToldReportsTheLoss() throws Exception {
        Sessions sessions = holding(counted("s"));
        AgentRun.run(() -> {
            ProcessHandle process = process(sessions, "s");
            CountDownLatch callerWasTold = new CountDownLatch(1);
            Fork<CallOutcome> fork = invocationThatCallsAfter(callerWasTold, sessions);
            kill(process);
            assertNotSent(outcome(sessions, "s", "count"));
            callerWasTold.countDown();
            assertNotSent(fork.join());
            assertThat(call(sessions, "s", "count")).isEqualTo("1");
        });
    }

    @Test
    void invocationReportsALossOfStateThatAnEarlierOneLeft() throws Exception {
        Sessions sessions = holding(counted("s"));
        AgentRun.run(() -> {
            ProcessHandle process = AgentRun.call(() -> process(sessions, "s"));
            kill(process);
            CountDownLatch siblingWasTold = new CountDownLatch(1);
            Fork<CallOutcome> fork = invocationThatCallsAfter(siblingWasTold, sessions);
            AgentRun.run(() -> {
                assertNotSent(outcome(sessions, "s", "count"));
                assertThat(call(sessions, "s", "count")).isEqualTo("1");
            });
            siblingWasTold.countDown();
            assertNotSent(fork.join());
            AgentRun.run(() -> assertThat(call(sessions, "s", "count")).isEqualTo("2"));
        });
    }

    @Test
    void conversationReportsALossThatAnotherOneOfTheInvocationWasTold() throws Exception {
        Sessions sessions = holding(counted("s"));
        AgentRun.run(() -> {
            ProcessHandle process = process(sessions, "s");
            assertThat(callIn("first", sessions)).isInstanceOf(CallOutcome.Answered.class);
            kill(process);
            assertNotSent(callIn("second", sessions));
            assertThat(callIn("second", sessions)).isInstanceOf(CallOutcome.Answered.class);
            assertNotSent(callIn("first", sessions));
            assertThat(callIn("first", sessions)).isInstanceOf(CallOutcome.Answered.class);
        });
    }

    private static CallOutcome callIn(String conversation, Sessions sessions) throws InterruptedException {
        try (PlannedCall planned = sessions.batch(List.of(conversation)).plan("s", "count")) {
            return planned.call(Json.object(), null).outcome();
        }
    }

    @Test
    void sessionThatNoCallHasUsedIsReplacedSilently() throws Exception {
        Sessions sessions = holding(counted("s"));
        AgentRun.run(() -> {
            assertThat(sessions.toolListing("s")).isInstanceOf(ToolListing.Listed.class);
            ProcessHandle process =
                    ProcessHandle.of(startedProcesses("s").iterator().next()).orElseThrow();
            kill(process);
            Phaser together = new Phaser(8);
            List<Callable<CallOutcome>> calls = Collections.nCopies(8, () -> {
                together.arriveAndAwaitAdvance();
                return outcome(sessions, "s", "count");
            });
            for (Outcome<CallOutcome> each : RunScope.require().forkAll(calls)) {
                assertThat(each.orThrow()).isInstanceOf(CallOutcome.Answered.class);
            }
        });
        assertThat(startedProcesses("s")).hasSize(2);
    }

    @Test
    void runThatHasNotUsedASharedSessionDoesNotLearnOfItsLoss() throws Exception {
        Sessions sessions = holding(counted("s")
                .with(ServerSettings.builder().sharing(Sharing.SHARED).build()));
        AgentRun.run(() -> {
            kill(process(sessions, "s"));
            AgentRun.callIsolated(() -> assertThat(call(sessions, "s", "count")).isEqualTo("1"));
            assertNotSent(outcome(sessions, "s", "count"));
            assertThat(call(sessions, "s", "count")).isEqualTo("2");
        });
    }
}
