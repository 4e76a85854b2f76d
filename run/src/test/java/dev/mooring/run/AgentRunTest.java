package dev.mooring.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class AgentRunTest {
    @Nested
    class OutsideARun {
        @Test
        void noRunIsBoundOutsideARun() {
            assertThat(AgentRun.current()).isEmpty();
            assertThat(RunScope.current()).isEmpty();
        }

        @Test
        void requireOutsideARunExplainsHowToStartOne() {
            assertThatExceptionOfType(NotInRun.class)
                    .isThrownBy(AgentRun::require)
                    .withMessageContaining("No run is bound")
                    .withMessageContaining("AgentRun.call");
        }
    }

    @Nested
    class InsideARun {
        @Test
        void runIsBoundDuringTheBodyAndReturnsItsResult() {
            RunId id = AgentRun.call(() -> AgentRun.require().id());
            assertThat(id.value()).startsWith("run_");
        }

        @Test
        void runIsUnboundAfterReturn() {
            AgentRun.run(() -> assertThat(AgentRun.current()).isPresent());
            assertThat(AgentRun.current()).isEmpty();
        }

        @Test
        void runIsUnboundAfterAnExceptionThatPassesUnchanged() {
            var thrown = new IOException("boom");
            assertThatThrownBy(() -> AgentRun.call(() -> {
                        throw thrown;
                    }))
                    .isSameAs(thrown);
            assertThat(AgentRun.current()).isEmpty();
        }

        @Test
        void runIsUnboundAfterAnError() {
            var thrown = new StackOverflowError();
            assertThatThrownBy(() -> AgentRun.run(() -> {
                        throw thrown;
                    }))
                    .isSameAs(thrown);
            assertThat(AgentRun.current()).isEmpty();
        }

        @Test
        void consecutiveRunsOnOneThreadHaveDifferentIds() {
            RunId first = AgentRun.call(() -> AgentRun.require().id());
            RunId second = AgentRun.call(() -> AgentRun.require().id());
            assertThat(second).isNotEqualTo(first);
        }

        @Test
        void bodyCanReturnNull() {
            assertThat(AgentRun.<@Nullable String, RuntimeException>call(() -> null))
                    .isNull();
        }

        @Test
        void runHasTheNameAndAttributesOfItsOptions() {
            AgentRun.run(
                    RunOptions.builder()
                            .name("nightly")
                            .attribute("user", "u1")
                            .attribute("request", "r7")
                            .build(),
                    () -> {
                        assertThat(AgentRun.require().name()).isEqualTo("nightly");
                        assertThat(AgentRun.require().attributes())
                                .containsExactlyInAnyOrderEntriesOf(Map.of("user", "u1", "request", "r7"));
                    });
        }

        @Test
        void endedRunReportsItsState() throws InterruptedException {
            AgentRun run = AgentRun.call(AgentRun::require);
            assertThat(run.state()).isEqualTo(RunState.ENDED);
            assertThat(run.awaitEnd(Duration.ZERO)).isTrue();
        }

        @Test
        void awaitEndOfAnOpenRunTimesOut() throws Exception {
            AgentRun.run(() -> {
                assertThat(AgentRun.require().state()).isEqualTo(RunState.OPEN);
                assertThat(AgentRun.require().awaitEnd(Duration.ofNanos(1))).isFalse();
            });
        }
    }

    @Nested
    class RunInsideARun {
        @Test
        void runInsideARunJoinsTheOuterRun() {
            AgentRun.run(() -> {
                AgentRun outer = AgentRun.require();
                AgentRun.run(() -> assertThat(AgentRun.require()).isSameAs(outer));
            });
        }

        @Test
        void joinedRunHasItsOwnScope() {
            AgentRun.run(() -> {
                RunScope root = RunScope.require();
                assertThat(root.isRoot()).isTrue();
                assertThat(root.id()).isEqualTo(root.run().id().value());
                assertThat(root.parent()).isEmpty();
                AgentRun.run(() -> {
                    RunScope joined = RunScope.require();
                    assertThat(joined.isRoot()).isFalse();
                    assertThat(joined.parent()).contains(root);
                    assertThat(joined.run().root()).isSameAs(root);
                    assertThat(joined.id()).startsWith(root.id() + "/");
                });
                assertThat(RunScope.require()).isSameAs(root);
            });
        }

        @Test
        void scopeIdsAreUniqueInTheRun() {
            var ids = new ArrayList<String>();
            AgentRun.run(() -> {
                ids.add(RunScope.require().id());
                for (int i = 0; i < 3; i++) {
                    AgentRun.run(() -> {
                        ids.add(RunScope.require().id());
                        AgentRun.run(() -> ids.add(RunScope.require().id()));
                    });
                }
            });
            assertThat(ids).hasSize(7).doesNotHaveDuplicates();
        }

        @Test
        void endOfAJoinedScopeRunsOnlyItsOwnHooks() {
            List<String> closed = new ArrayList<>();
            AgentRun.run(() -> {
                RunScope.require().onEnd("root", () -> closed.add("root"));
                RunScope joined = AgentRun.call(() -> {
                    RunScope.require().onEnd("joined", () -> closed.add("joined"));
                    return RunScope.require();
                });
                assertThat(closed).containsExactly("joined");
                assertThat(joined.state()).isEqualTo(RunState.ENDED);
                assertThat(AgentRun.require().state()).isEqualTo(RunState.OPEN);
            });
            assertThat(closed).containsExactly("joined", "root");
        }

        @Test
        void failureOfAJoinedScopeDoesNotEndTheRun() {
            AgentRun.run(() -> {
                assertThatThrownBy(() -> AgentRun.run(() -> {
                            throw new IOException("sub-agent");
                        }))
                        .isInstanceOf(IOException.class);
                assertThat(AgentRun.require().state()).isEqualTo(RunState.OPEN);
                assertThat(RunScope.require().isRoot()).isTrue();
            });
        }

        @Test
        void joinedScopeAddsItsAttributesToThoseOfTheParent() {
            AgentRun.run(
                    RunOptions.builder()
                            .attribute("user", "u1")
                            .attribute("agent", "root")
                            .build(),
                    () -> {
                        AgentRun.run(
                                RunOptions.builder()
                                        .name("sub")
                                        .attribute("agent", "sub")
                                        .build(),
                                () -> assertThat(RunScope.require().attributes())
                                        .containsExactlyInAnyOrderEntriesOf(Map.of("user", "u1", "agent", "sub")));
                        assertThat(AgentRun.require().attributes()).containsEntry("agent", "root");
                    });
        }
    }

    @Nested
    class IsolatedCall {
        @Test
        void isolatedCallStartsANewRootInsideARun() {
            AgentRun.run(() -> {
                AgentRun outer = AgentRun.require();
                AgentRun inner = AgentRun.callIsolated(() -> {
                    assertThat(RunScope.require().isRoot()).isTrue();
                    return AgentRun.require();
                });
                assertThat(inner.id()).isNotEqualTo(outer.id());
                assertThat(inner.state()).isEqualTo(RunState.ENDED);
                assertThat(outer.state()).isEqualTo(RunState.OPEN);
                assertThat(AgentRun.require()).isSameAs(outer);
            });
        }

        @Test
        void cancellingAnIsolatedRunDoesNotCancelTheOuterRun() {
            AgentRun.run(() -> {
                assertThatThrownBy(() -> AgentRun.callIsolated(() -> {
                            AgentRun.require().cancel("inner only");
                            return 1;
                        }))
                        .isInstanceOf(RunCancelled.class);
                assertThat(AgentRun.require().state()).isEqualTo(RunState.OPEN);
                assertThat(Thread.currentThread().isInterrupted()).isFalse();
            });
        }
    }
}
