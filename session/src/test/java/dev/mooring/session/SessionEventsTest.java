package dev.mooring.session;

import static dev.mooring.session.Fixtures.call;
import static dev.mooring.session.Fixtures.outcome;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.run.AgentRun;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("counterpart")
class SessionEventsTest {
    @Test
    void eventsOfASessionAreReportedInOrder() {
        List<SessionEvent> events = new CopyOnWriteArrayList<>();
        try (Sessions sessions = Sessions.builder(List.of(Fixtures.local("a")
                        .with(ServerSettings.builder().sharing(Sharing.RUN).build())))
                .listener(events::add)
                .build()) {
            AgentRun.run(() -> {
                call(sessions, "a", "count");
                call(sessions, "a", "count");
                outcome(sessions, "a", "exit");
            });
        }
        assertThat(events.stream().map(event -> event.getClass().getSimpleName()))
                .containsExactly("Opened", "Reused", "Reused", "Lost", "Closed");
        assertThat(events).allMatch(event -> event.server().equals("a"));
        assertThat(events).allMatch(event -> event.owner().startsWith("run_"));
    }
}
