package dev.mooring.mcp.server.http.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.ProtocolVersion;
import dev.mooring.mcp.RequestId;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.Refusal;
import dev.mooring.mcp.server.engine.Dispatcher;
import dev.mooring.mcp.server.engine.Identity;
import dev.mooring.mcp.server.engine.LegacySession;
import dev.mooring.mcp.server.http.sessions.SessionStore;
import dev.mooring.mcp.server.http.sessions.StoredSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HttpSessionsTest {
    private final Dispatcher dispatcher =
            new Dispatcher(McpServer.builder("test", "1").build());
    private final Map<String, StoredSession> kept = new HashMap<>();
    private final List<String> used = new ArrayList<>();
    private final SessionStore store = new SessionStore() {
        @Override
        public void put(String id, StoredSession session) {
            kept.put(id, session);
        }

        @Override
        public Optional<StoredSession> find(String id) {
            return Optional.ofNullable(kept.get(id));
        }

        @Override
        public void use(String id) {
            used.add(id);
        }

        @Override
        public void remove(String id) {
            kept.remove(id);
        }
    };

    private LegacySession session(String principal) throws Refusal {
        return dispatcher
                .open(
                        new Message.Request(
                                RequestId.of(1), "initialize", Json.object().put("protocolVersion", "2025-11-25")),
                        new Identity(principal, null, "", () -> true, null, null),
                        "id")
                .session();
    }

    private HttpSessions sessions(int maxSessions, Duration idle) {
        return new HttpSessions(maxSessions, idle, store, dispatcher::reopen);
    }

    @Test
    void sessionInUseIsNotEvictedWhileAnotherIsIdle() throws Exception {
        var sessions = sessions(2, Duration.ofMinutes(1));
        sessions.add("a", session("ann"));
        HttpSessions.Use use = Objects.requireNonNull(sessions.use("a", "ann"));
        sessions.add("b", session("ann"));

        sessions.add("c", session("ann"));

        assertThat(sessions.use("a", "ann")).isNotNull();
        assertThat(sessions.use("b", "ann")).isNull();
        use.close();
    }

    @Test
    void newSessionEvictsOneInUseWhenAllAreInUse() throws Exception {
        var sessions = sessions(1, Duration.ofMinutes(1));
        LegacySession first = session("ann");
        sessions.add("a", first);
        HttpSessions.Use use = Objects.requireNonNull(sessions.use("a", "ann"));

        sessions.add("b", session("ann"));

        assertThat(sessions.use("a", "ann")).isNull();
        assertThat(sessions.use("b", "ann")).isNotNull();
        assertThat(first.changes().take()).isNull();
        use.close();
        assertThat(sessions.size()).isEqualTo(1);
    }

    @Test
    void sessionExpiresOnlyAfterItsLastUseHasEnded() throws Exception {
        var sessions = sessions(10, Duration.ofMillis(500));
        LegacySession session = session("ann");
        sessions.add("a", session);
        sessions.add("unused", session("ann"));
        HttpSessions.Use one = Objects.requireNonNull(sessions.use("a", "ann"));
        HttpSessions.Use two = Objects.requireNonNull(sessions.use("a", "ann"));
        one.close();
        awaitSize(sessions, 1);

        two.close();
        awaitSize(sessions, 0);

        assertThat(session.changes().take()).isNull();
        kept.clear(); // as a real store, which expires them too
        assertThat(sessions.use("a", "ann")).isNull();
    }

    @Test
    void principalWithManySessionsEvictsOnlyItsOwn() throws Exception {
        var sessions = sessions(10, Duration.ofMinutes(1));
        sessions.add("bobs", session("bob"));
        for (int i = 0; i < 100; i++) {
            sessions.add("anns" + i, session("ann"));
        }

        assertThat(sessions.use("bobs", "bob")).isNotNull();
        assertThat(sessions.use("anns99", "ann")).isNotNull();
        assertThat(sessions.size()).isEqualTo(10);

        sessions.add("bobs-second", session("bob"));
        assertThat(sessions.use("bobs", "bob")).isNotNull();
        assertThat(sessions.use("bobs-second", "bob")).isNotNull();
    }

    @Test
    void sessionOfAnotherPrincipalIsUnknown() throws Exception {
        var sessions = sessions(10, Duration.ofMinutes(1));
        sessions.add("a", session("ann"));

        assertThat(sessions.use("a", "bob")).isNull();
        assertThat(sessions.end("a", "bob")).isNull();
        assertThat(sessions.end("a", "ann")).isNotNull();
        assertThat(sessions.end("a", "ann")).isNull();
    }

    @Test
    void sessionOfAnEarlierProcessIsOpenedAgainForItsPrincipalOnly() throws Exception {
        sessions(10, Duration.ofMinutes(1)).add("a", session("ann"));
        var next = sessions(10, Duration.ofMinutes(1));

        assertThat(next.use("a", "bob")).isNull();
        HttpSessions.Use one = Objects.requireNonNull(next.use("a", "ann"));
        HttpSessions.Use two = Objects.requireNonNull(next.use("a", "ann"));

        assertThat(one.session()).isSameAs(two.session());
        assertThat(one.session().caller().sessionId()).isEqualTo("a");
        assertThat(one.session().caller().version()).isEqualTo(ProtocolVersion.V2025_11_25);
        assertThat(next.size()).isEqualTo(1);
    }

    @Test
    void sessionThatIsDeletedOrEvictedLeavesTheStore() throws Exception {
        var sessions = sessions(2, Duration.ofMinutes(1));
        sessions.add("a", session("ann"));
        sessions.add("b", session("ann"));
        sessions.add("c", session("ann"));
        assertThat(kept).containsOnlyKeys("b", "c");

        sessions.end("b", "ann");
        assertThat(kept).containsOnlyKeys("c");
    }

    @Test
    void stopLeavesSessionsInTheStore() throws Exception {
        var sessions = sessions(2, Duration.ofMinutes(1));
        sessions.add("a", session("ann"));
        sessions.closeAll();

        assertThat(sessions.size()).isZero();
        assertThat(kept).containsOnlyKeys("a");
    }

    @Test
    void storeLearnsOfEachUseWhileItLastsAndAtItsEnd() throws Exception {
        var sessions = sessions(2, Duration.ofMinutes(1));
        sessions.add("a", session("ann"));
        sessions.add("b", session("ann"));
        Objects.requireNonNull(sessions.use("a", "ann")).close();
        assertThat(used).containsExactly("a");

        HttpSessions.Use lasting = Objects.requireNonNull(sessions.use("b", "ann"));
        sessions.renewInStore();
        assertThat(used).containsExactly("a", "b");
        lasting.close();
    }

    private static void awaitSize(HttpSessions sessions, int size) {
        await().until(() -> {
            sessions.expireIdle();
            return sessions.size() == size;
        });
    }
}
