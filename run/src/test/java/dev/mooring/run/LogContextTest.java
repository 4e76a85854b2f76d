package dev.mooring.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

class LogContextTest {
    @AfterEach
    void clear() {
        MDC.clear();
    }

    private static @Nullable String logged() {
        return MDC.get(AgentRun.LOG_KEY);
    }

    @Test
    void runIdIsInTheLogContextOfEveryThreadOfTheRun() throws Exception {
        try (var pool = Executors.newFixedThreadPool(1)) {
            AgentRun.run(() -> {
                String id = AgentRun.require().id().value();
                RunScope scope = RunScope.require();
                assertThat(logged()).isEqualTo(id);
                assertThat(scope.fork(() -> scope.fork(LogContextTest::logged).join())
                                .join())
                        .isEqualTo(id);
                assertThat(pool.submit(scope.wrap(LogContextTest::logged)).get())
                        .isEqualTo(id);
                AgentRun.run(() -> assertThat(logged()).isEqualTo(id));
            });
        }
    }

    @Test
    void runIdIsInTheLogContextOfHooks() {
        var seen = new StringBuilder();
        RunId id = AgentRun.call(() -> {
            RunScope.require().onEnd("hook", () -> seen.append(logged()));
            return AgentRun.require().id();
        });
        assertThat(seen.toString()).isEqualTo(id.value());
    }

    @Test
    void logContextIsRestoredAfterTheRun() {
        AgentRun.run(() -> {});
        assertThat(logged()).isNull();
        MDC.put(AgentRun.LOG_KEY, "somebody else's");
        assertThatThrownBy(() -> AgentRun.run(() -> {
                    throw new IOException("boom");
                }))
                .isInstanceOf(IOException.class);
        assertThat(logged()).isEqualTo("somebody else's");
    }

    @Test
    void logContextOfTheOuterRunIsRestoredAfterAnIsolatedRun() {
        AgentRun.run(() -> {
            AgentRun.<Integer, RuntimeException>callIsolated(() -> {
                assertThat(logged()).isEqualTo(AgentRun.require().id().value());
                return 1;
            });
            assertThat(logged()).isEqualTo(AgentRun.require().id().value());
        });
    }

    @Test
    void logContextOfTheCallerIsCopiedToForks() throws Exception {
        MDC.put("request", "r1");
        AgentRun.run(() -> {
            assertThat(RunScope.require()
                            .fork(() -> {
                                String seen = MDC.get("request");
                                MDC.put("request", "changed by the fork");
                                return seen;
                            })
                            .join())
                    .isEqualTo("r1");
            assertThat(MDC.get("request")).isEqualTo("r1");
        });
    }
}
