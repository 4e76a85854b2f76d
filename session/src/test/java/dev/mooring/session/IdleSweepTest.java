package dev.mooring.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.run.AgentRun;
import dev.mooring.run.RunScope;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How long a session can be idle, by owner and setting. */
class IdleSweepTest {
    private static final ServerSettings TWO_MINUTES =
            ServerSettings.builder().idle(Duration.ofMinutes(2)).build();

    @Test
    void sessionsOfARunDoNotExpireByDefault() {
        AgentRun.run(() -> {
            Owner run = Owner.of(RunScope.require());
            assertThat(IdleSweep.idleTimeout(run, ServerSettings.DEFAULT)).isNull();
            assertThat(IdleSweep.idleTimeout(run, TWO_MINUTES)).hasMinutes(2);
            AgentRun.run(() -> assertThat(IdleSweep.idleTimeout(Owner.of(RunScope.require()), ServerSettings.DEFAULT))
                    .isNull());
        });
    }

    @Test
    void otherSessionsExpireAfterTenMinutesByDefault() {
        try (ClosableOwner program = new ClosableOwner("the program")) {
            assertThat(IdleSweep.idleTimeout(program, ServerSettings.DEFAULT)).hasMinutes(10);
            assertThat(IdleSweep.idleTimeout(program, TWO_MINUTES)).hasMinutes(2);
        }
    }
}
