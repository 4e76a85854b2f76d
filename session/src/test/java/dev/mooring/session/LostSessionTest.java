package dev.mooring.session;

import static dev.mooring.session.Fixtures.call;
import static dev.mooring.session.Fixtures.local;
import static dev.mooring.session.Fixtures.outcome;
import static dev.mooring.session.Fixtures.process;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.client.CallOptions;
import dev.mooring.run.AgentRun;
import dev.mooring.run.Fork;
import dev.mooring.run.Outcome;
import dev.mooring.run.RunScope;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** A loss of state is reported once to every invocation that relied on it. */
class LostSessionTest extends HoldingSessions {
    @Test
    void callIsNotSentWhenTheLossIsDetectedBeforeIt() throws Exception {
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
        assertThat(lost.mayHaveHappened()).isFalse();
        assertThat(lost.message())
                .contains("Everything the server kept for this session is gone")
                .contains("NOT sent");
    }

    @Test
    void lossDuringACallReportsThatTheCallMayHaveHappened() {
        Sessions sessions = holding(counted("a"));
        AgentRun.run(() -> {
            CallOutcome.SessionLost lost = (CallOutcome.SessionLost) outcome(sessions, "a", "exit");
            assertThat(lost.mayHaveHappened()).isTrue();
            assertThat(lost.message()).contains("may or may not have happened");
            assertThat(call(sessions, "a", "count")).isEqualTo("1");
        });
    }

    @Test
    void lossIsReportedOnceToEveryInvocationThatUsedTheSession() throws Exception {
        Sessions sessions = holding(local("a"));
        CountDownLatch used = new CountDownLatch(1);
        CountDownLatch lost = new CountDownLatch(1);
        AgentRun.run(() -> {
            Fork<Void> sibling = RunScope.require().fork(() -> {
                AgentRun.run(() -> {
                    call(sessions, "a", "count");
                    used.countDown();
                    lost.await();
                    CallOutcome outcome = outcome(sessions, "a", "count");
                    assertThat(outcome).isInstanceOfSatisfying(CallOutcome.SessionLost.class, reported -> {
                        assertThat(reported.mayHaveHappened()).isFalse();
                        assertThat(reported.message()).contains("NOT sent");
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
            AgentRun.run(() -> assertThat(outcome(sessions, "a", "count")).isInstanceOf(CallOutcome.Answered.class));
        });
    }

    @Test
    void callThatTheServerRejectsForAForgottenSessionIsNotExecuted() throws Exception {
        try (Remote remote = Remote.start()) {
            Sessions sessions = holding(remote.server("r"));
            AgentRun.run(() -> {
                call(sessions, "r", "count");
                remote.control("{\"forget\": true}");
                assertThat(((CallOutcome.SessionLost) outcome(sessions, "r", "count")).message())
                        .contains("NOT executed and nothing was done")
                        .doesNotContain("NOT sent");
            });
        }
    }

    @Test
    void parallelCallsOnAForgottenSessionReopenItOnce() throws Exception {
        for (int status : new int[] {404, 400}) {
            try (Remote remote = Remote.start()) {
                Sessions sessions = holding(remote.server("r"));
                AgentRun.run(() -> {
                    call(sessions, "r", "count");
                    CallBatch decided = sessions.batch();
                    remote.control("{\"forget\": true, \"with\": " + status + "}");
                    List<Callable<CallOutcome>> calls = Collections.nCopies(64, () -> {
                        try (PlannedCall planned = decided.plan("r", "count")) {
                            return planned.call(Json.object(), null).outcome();
                        }
                    });
                    for (Outcome<CallOutcome> each : RunScope.require().forkAll(calls)) {
                        assertThat(each.orThrow())
                                .isInstanceOfSatisfying(
                                        CallOutcome.SessionLost.class,
                                        lost -> assertThat(lost.mayHaveHappened())
                                                .as(lost.message())
                                                .isFalse());
                    }
                    assertThat(call(sessions, "r", "count")).isEqualTo("1");
                });
                assertThat(remote.initializes()).isEqualTo(2);
            }
        }
    }

    @Test
    void listingReplacesAForgottenSessionAndTheNextCallReportsTheLoss() throws Exception {
        try (Remote remote = Remote.start()) {
            Sessions sessions = holding(remote.server("r"));
            AgentRun.run(() -> {
                call(sessions, "r", "count");
                remote.control("{\"forget\": true}");
                assertThat(sessions.toolListing("r")).isInstanceOf(ToolListing.Listed.class);
                assertThat(outcome(sessions, "r", "count"))
                        .isInstanceOfSatisfying(
                                CallOutcome.SessionLost.class,
                                lost -> assertThat(lost.message()).contains("NOT sent"));
                assertThat(call(sessions, "r", "count")).isEqualTo("1");
            });
            assertThat(remote.initializes()).isEqualTo(2);
        }
    }

    @Test
    void callReportsTheLossOfASessionThatAProgramUsedDirectly() throws Exception {
        Sessions sessions = holding(counted("a"));
        AgentRun.run(() -> {
            HeldSession held = sessions.hold("a").orThrow();
            held.client().request(Methods.TOOLS_CALL, Json.objectOf("{\"name\": \"exit\"}"), CallOptions.DEFAULT);
            assertLost(sessions);
            assertThat(call(sessions, "a", "count")).isEqualTo("1");
        });
    }

    @Test
    void lossOfARemoteServerIsReportedAndTheSessionReopensWhenItIsBack() throws Exception {
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
    void serverThatDoesNotAnswerInTimeIsNotLost() throws Exception {
        try (Remote remote = Remote.start()) {
            Sessions sessions = keep(Sessions.builder(List.of(remote.server("r")))
                    .options(SHORT_GRACE)
                    .probeAfterIdle(Duration.ZERO));
            AgentRun.run(() -> {
                call(sessions, "r", "count");
                remote.control("{\"stall\": true}");
                assertThat(sessions.call(
                                "r",
                                "count",
                                Json.object(),
                                CallOptions.builder()
                                        .timeout(Duration.ofMillis(200))
                                        .build()))
                        .isInstanceOf(CallOutcome.TimedOut.class);
                remote.control("{}");
                assertThat(call(sessions, "r", "count")).isEqualTo("2");
            });
            assertThat(remote.initializes()).isEqualTo(1);
        }
    }

    @Test
    void idleSessionIsProbedBeforeTheNextCall() throws Exception {
        try (Remote remote = Remote.start()) {
            Sessions sessions = keep(Sessions.builder(List.of(remote.server("r")))
                    .options(SHORT_GRACE)
                    .probeAfterIdle(Duration.ZERO));
            AgentRun.run(() -> {
                call(sessions, "r", "count");
                remote.control("{\"forget\": true}");
                CallOutcome.SessionLost lost = (CallOutcome.SessionLost) outcome(sessions, "r", "count");
                assertThat(lost.mayHaveHappened()).isFalse();
            });
        }
    }
}
