package dev.mooring.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.handle.HandleStores;
import dev.mooring.handle.MovableClock;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.ProtocolVersion;
import dev.mooring.mcp.server.http.sessions.StoredSession;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The guarantees of every store for the sessions of legacy clients. */
abstract class StoredSessionsContract {
    private static final Duration HOUR = Duration.ofHours(1);

    private final String endpoint = UUID.randomUUID().toString();
    private final MovableClock clock = new MovableClock();

    /** Returns the open stores. */
    abstract HandleStores stores();

    private StoredSessions open(String name) {
        return StoredSessions.open(stores(), endpoint + name, HOUR, 3, clock);
    }

    private static StoredSession session(@Nullable String principal) {
        return new StoredSession(
                principal,
                ProtocolVersion.V2025_11_25,
                Json.objectOf("{\"name\":\"a client\",\"version\":\"1\"}"),
                Json.objectOf("{\"elicitation\":{}}"));
    }

    @Test
    void sessionIsFoundAsItWasPut() {
        try (StoredSessions sessions = open("")) {
            sessions.put("one", session("ada"));
            var anonymous = new StoredSession(null, ProtocolVersion.V2025_03_26, null, Json.object());
            sessions.put("two", anonymous);

            assertThat(sessions.find("one")).contains(session("ada"));
            assertThat(sessions.find("two")).contains(anonymous);
            assertThat(sessions.find("three")).isEmpty();
        }
    }

    @Test
    void sessionOfAnotherEndpointIsUnknown() {
        try (StoredSessions sessions = open("a");
                StoredSessions others = open("b")) {
            sessions.put("one", session("ada"));

            assertThat(others.find("one")).isEmpty();
        }
    }

    @Test
    void removedSessionIsUnknown() {
        try (StoredSessions sessions = open("")) {
            sessions.put("one", session("ada"));
            sessions.remove("one");
            sessions.remove("never put");

            assertThat(sessions.find("one")).isEmpty();
        }
    }

    @Test
    void sessionExpiresAfterTheIdleTimeoutThatEveryUseRestarts() {
        try (StoredSessions sessions = open("")) {
            sessions.put("one", session("ada"));
            clock.advance(HOUR.minusSeconds(1));
            sessions.use("one");
            clock.advance(HOUR.minusSeconds(1));
            assertThat(sessions.find("one")).isPresent();

            clock.advance(Duration.ofSeconds(1));
            assertThat(sessions.find("one")).isEmpty();
            sessions.use("one");
            assertThat(sessions.find("one")).isEmpty();
        }
    }

    @Test
    void sessionBeyondTheMaximumReplacesTheIdlest() {
        try (StoredSessions sessions = open("")) {
            for (String id : new String[] {"one", "two", "three", "four"}) {
                sessions.put(id, session("ada"));
                clock.advance(Duration.ofSeconds(1));
            }

            assertThat(sessions.find("one")).isEmpty();
            assertThat(sessions.find("two")).isPresent();
            assertThat(sessions.find("four")).isPresent();
        }
    }
}
