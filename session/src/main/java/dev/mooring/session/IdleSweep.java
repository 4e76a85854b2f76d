package dev.mooring.session;

import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Finds sessions that nobody used for too long. One daemon thread. */
final class IdleSweep {
    private static final Duration SHARED_IDLE = Duration.ofMinutes(10);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    private final Supplier<Collection<Moorings>> owners;
    private final BiConsumer<Moorings, HeldSession> expire;
    private final ScheduledThreadPoolExecutor timer;

    IdleSweep(
            Collection<ToolServer> servers,
            Supplier<Collection<Moorings>> owners,
            BiConsumer<Moorings, HeldSession> expire) {
        this.owners = owners;
        this.expire = expire;
        this.timer = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("mooring-idle").factory());
        Duration shortest = LONGEST_PAUSE;
        for (ToolServer server : servers) {
            Duration idle = server.settings().idle();
            if (idle != null && idle.dividedBy(4).compareTo(shortest) < 0) {
                shortest = idle.dividedBy(4);
            }
        }
        var _ = timer.scheduleWithFixedDelay(
                this::sweep, shortest.toMillis() + 1, shortest.toMillis() + 1, TimeUnit.MILLISECONDS);
    }

    private void sweep() {
        for (Moorings moorings : owners.get()) {
            for (HeldSession session : moorings.sessions().held()) {
                Duration idle = limitFor(moorings, session);
                if (idle != null && session.idle().compareTo(idle) >= 0) {
                    expire.accept(moorings, session);
                }
            }
        }
    }

    private static @Nullable Duration limitFor(Moorings moorings, HeldSession session) {
        Duration configured = session.server().settings().idle();
        if (configured != null) {
            return configured;
        }
        return moorings.owner() instanceof RunOwner ? null : SHARED_IDLE;
    }

    void close() {
        timer.shutdownNow();
    }
}
