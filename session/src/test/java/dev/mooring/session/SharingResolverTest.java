package dev.mooring.session;

import static dev.mooring.session.Fixtures.local;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.run.Outcome;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("counterpart")
@Timeout(60)
class SharingResolverTest {
    private final ToolServer detected = local("detected");
    private final ToolServer abandoned = local("abandoned");
    private final AtomicReference<Thread> caller = new AtomicReference<>();
    private final CountDownLatch callerGone = new CountDownLatch(1);
    private final Set<String> closed = ConcurrentHashMap.newKeySet();
    private final ClosableOwner program = new ClosableOwner("the program");
    private final SharingResolver resolver = new SharingResolver(
            new Opener(
                    Sessions.builder(List.of(detected, abandoned)),
                    new SessionMetrics(new SimpleMeterRegistry()),
                    new SessionReporter(this::onEvent)),
            program,
            (owner, server) -> Optional.empty());

    private void onEvent(SessionEvent event) {
        switch (event) {
            case SessionEvent.Opened opened when opened.server().equals("abandoned") -> interruptCaller();
            case SessionEvent.Closed end -> closed.add(end.server());
            default -> {
                // The test needs no other event.
            }
        }
    }

    /** Interrupts the only caller while the detection ends, so that nobody takes its result. */
    private void interruptCaller() {
        caller.get().interrupt();
        while (true) {
            try {
                callerGone.await();
                return;
            } catch (InterruptedException e) {
                // The caller has interrupted this detection. The detection ends nevertheless.
            }
        }
    }

    @AfterEach
    void close() {
        resolver.close();
    }

    private void abandon(ToolServer server) throws InterruptedException {
        Thread thread = Thread.ofVirtual().unstarted(() -> {
            try {
                resolver.resolve(server, "*", program);
            } catch (InterruptedException e) {
                // expected
            } finally {
                callerGone.countDown();
            }
        });
        caller.set(thread);
        thread.start();
        thread.join();
    }

    @Test
    void abandonedDetectionClosesOnlyItsOwnSession() throws Exception {
        assertThat(resolver.resolve(detected, "*", program)).isEqualTo(new Outcome.Succeeded<>(Sharing.RUN));
        abandon(abandoned);
        await().until(() -> !closed.isEmpty());
        assertThat(closed).containsExactly("abandoned");
        Objects.requireNonNull(resolver.takeFirstSession(detected, program)).close();
        assertThat(resolver.takeFirstSession(abandoned, program)).isNull();
    }

    @Test
    void theSessionOfADetectionEndsWithTheOwnerForWhichItWasOpened() throws Exception {
        ClosableOwner run = new ClosableOwner("a run that is cancelled before it takes the session");
        resolver.resolve(detected, "*", run);
        run.close();
        assertThat(closed).containsExactly("detected");
        assertThat(resolver.takeFirstSession(detected, run)).isNull();
    }

    /** The session declares the capabilities of its owner. */
    @Test
    void noOtherOwnerTakesTheSessionOfADetection() throws Exception {
        resolver.resolve(detected, "*", new ClosableOwner("a client that answers elicitations"));
        assertThat(resolver.takeFirstSession(detected, new ClosableOwner("a client that does not")))
                .isNull();
    }

    @Test
    void closeClosesTheSessionsThatNobodyTook() throws Exception {
        resolver.resolve(detected, "*", program);
        resolver.close();
        assertThat(closed).containsExactly("detected");
    }
}
