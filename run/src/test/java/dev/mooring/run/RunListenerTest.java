package dev.mooring.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("LogCapture sees the log of all tests")
class RunListenerTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    private final List<RunEvent> events = new CopyOnWriteArrayList<>();
    private final RunOptions listening =
            RunOptions.builder().name("observed").listener(events::add).build();

    private List<String> eventNames() {
        return events.stream()
                .map(event -> switch (event) {
                    case RunEvent.Started _ -> "started";
                    case RunEvent.Joined(RunScope scope) -> "joined " + scope.name();
                    case RunEvent.Forked _ -> "forked";
                    case RunEvent.ForkEnded ended -> "fork " + (ended.outcome().succeeded() ? "succeeded" : "failed");
                    case RunEvent.Called called -> "called " + called.call().operation();
                    case RunEvent.ScopeEnded ended ->
                        "scope ended " + ended.scope().name();
                    case RunEvent.Ended ended ->
                        "ended " + ended.summary().ending().getClass().getSimpleName();
                })
                .toList();
    }

    @Test
    void listenerSeesStartsForksCallsAndEndsInOrder() throws Exception {
        AgentRun.run(listening, () -> {
            RunScope.require().fork(() -> 1).join();
            RunScope.require()
                    .fork(() -> {
                        throw new IOException("boom");
                    })
                    .await();
            AgentRun.run(
                    RunOptions.named("sub"),
                    () -> RunScope.require().record(CallRecord.succeeded("shell", "exec", NOON, Duration.ofMillis(3))));
        });
        assertThat(eventNames())
                .containsExactly(
                        "started",
                        "forked",
                        "fork succeeded",
                        "forked",
                        "fork failed",
                        "joined sub",
                        "called exec",
                        "scope ended sub",
                        "ended Returned");
        assertThat(events)
                .extracting(RunEvent::run)
                .containsOnly(events.getFirst().run());
    }

    @Test
    void listenerSeesHowTheRunEnded() {
        var thrown = new IOException("boom");
        assertThatThrownBy(() -> AgentRun.run(listening, () -> {
                    throw thrown;
                }))
                .isSameAs(thrown);
        assertThatThrownBy(
                        () -> AgentRun.run(listening, () -> AgentRun.require().cancel("enough")))
                .isInstanceOf(RunCancelled.class);
        assertThat(events)
                .filteredOn(RunEvent.Ended.class::isInstance)
                .extracting(event -> ((RunEvent.Ended) event).summary().ending())
                .containsExactly(new Ending.Failed(thrown), new Ending.Cancelled("enough"));
    }

    @Test
    void listenerGetsTheSummaryAfterTheHooks() {
        long before = System.nanoTime();
        AgentRun run = AgentRun.call(
                RunOptions.builder()
                        .name("observed")
                        .attribute("user", "u1")
                        .listener(events::add)
                        .build(),
                () -> {
                    RunScope.require()
                            .onEnd(
                                    "closing call",
                                    () -> AgentRun.require()
                                            .root()
                                            .record(CallRecord.succeeded(
                                                    "shell", "close", NOON, Duration.ofMillis(1))));
                    return AgentRun.require();
                });
        assertThat(events.getLast()).isInstanceOfSatisfying(RunEvent.Ended.class, ended -> {
            RunSummary summary = ended.summary();
            assertThat(summary.id()).isEqualTo(run.id());
            assertThat(summary.name()).isEqualTo("observed");
            assertThat(summary.attributes()).containsEntry("user", "u1");
            assertThat(summary.started()).isEqualTo(run.started());
            assertThat(summary.took()).isBetween(Duration.ZERO, Duration.ofNanos(System.nanoTime() - before));
            assertThat(summary.totals().all().calls()).isEqualTo(1);
            assertThat(ended.run().state()).isEqualTo(RunState.ENDED);
        });
    }

    @Test
    void listenerOfAJoinedScopeSeesOnlyThatScope() {
        AgentRun.run(() -> {
            AgentRun.run(RunOptions.named("other"), () -> {});
            AgentRun.run(
                    RunOptions.builder().name("sub").listener(events::add).build(),
                    () -> AgentRun.run(RunOptions.named("deeper"), () -> {}));
        });
        assertThat(eventNames())
                .containsExactly("joined sub", "joined deeper", "scope ended deeper", "scope ended sub");
    }

    @Test
    void failingListenerIsLoggedAndHasNoOtherEffect() {
        try (var log = new LogCapture()) {
            RunListener broken = event -> {
                throw new IllegalStateException("cannot write " + event);
            };
            RunId id = AgentRun.call(
                    RunOptions.builder().listener(broken).listener(events::add).build(), () -> {
                        RunScope.require().fork(() -> 1);
                        return AgentRun.require().id();
                    });
            assertThat(eventNames()).containsExactly("started", "forked", "fork succeeded", "ended Returned");
            assertThat(log.messages()).hasSize(4).allMatch(message -> message.contains(id.value()));
        }
    }
}
