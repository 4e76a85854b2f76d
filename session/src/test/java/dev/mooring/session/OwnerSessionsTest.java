package dev.mooring.session;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class OwnerSessionsTest {
    private final Set<Integer> closed = ConcurrentHashMap.newKeySet();
    private final OwnerSessions<Integer> sessions = new OwnerSessions<>(new ClosableOwner("the program"), closed::add);

    @RepeatedTest(50) // to provoke a race
    void unsharedSessionIsClosedIfItsCallerIsInterruptedWhileTheOpeningEnds() {
        Thread caller = Thread.currentThread();
        assertThatThrownBy(() -> sessions.openUnshared("key", () -> {
                    caller.interrupt();
                    return 1;
                }))
                .isInstanceOf(InterruptedException.class);
        await().until(() -> closed.contains(1));
    }
}
