package dev.mooring.mcp.server.http.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ConnectionsTest {
    private static final int ROUNDS = 100_000;

    @Test
    @Timeout(60)
    void connectionThatOpensWhileTheLastOneOfItsAddressClosesIsCounted() throws Exception {
        Connections connections = new Connections(3, Set.of());
        AtomicBoolean isOver = new AtomicBoolean();
        try (IdleSelector selector = new IdleSelector();
                IdleSelector.Pair other = selector.connect();
                IdleSelector.Pair first = selector.connect();
                IdleSelector.Pair second = selector.connect()) {
            for (IdleSelector.Pair each : List.of(other, first, second)) {
                each.server().progress().requestStarted(false, 0); // in use, so never evicted
            }
            Thread reconnecting = Thread.ofPlatform().start(() -> {
                while (!isOver.get()) {
                    connections.add(other.server());
                    connections.remove(other.server());
                }
            });
            try {
                for (int i = 0; i < ROUNDS; i++) {
                    connections.add(first.server());
                    assertThat(connections.add(second.server()))
                            .as("a second connection of an address that can have one")
                            .isFalse();
                    connections.remove(second.server());
                    connections.remove(first.server());
                }
            } finally {
                isOver.set(true);
                reconnecting.join();
            }
        }
    }
}
