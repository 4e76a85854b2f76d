package dev.mooring.mcp.server.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.mcp.ProtocolVersion;
import dev.mooring.mcp.server.Refusal;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LegacySessionTest {
    /** Has room for one subscription per caller, not for two. */
    private final MemoryBudget budget = new MemoryBudget(400);

    private final LegacySession session = LegacySession.none(ProtocolVersion.LATEST_LEGACY, Identity.of("ann"));

    @BeforeEach
    void count() {
        session.countIn(budget.reserve("ann"));
    }

    @Test
    void unsubscriptionReturnsItsMemory() throws Exception {
        session.subscribe("test://a");
        assertThatThrownBy(() -> session.subscribe("test://b")).isInstanceOf(Refusal.class);

        session.unsubscribe("test://a");
        session.unsubscribe("test://a");

        session.subscribe("test://b");
        assertThatThrownBy(() -> session.subscribe("test://a")).isInstanceOf(Refusal.class);
    }

    @Test
    void repeatedSubscriptionIsCountedOnce() throws Exception {
        session.subscribe("test://a");

        assertThatCode(() -> session.subscribe("test://a")).doesNotThrowAnyException();
    }

    @Test
    void closedSessionReturnsTheMemoryOfItsSubscriptionsOnce() throws Exception {
        session.subscribe("test://a");
        session.close();
        session.unsubscribe("test://a");

        assertThat(budget.reserve("ann").tryAdd(200)).isTrue();
        assertThat(budget.reserve("ann").tryAdd(1)).isFalse();
    }
}
