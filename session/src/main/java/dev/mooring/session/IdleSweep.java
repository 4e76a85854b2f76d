package dev.mooring.session;

import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Expires idle sessions from one daemon thread.
 *
 * <p>A scan of the registry does this, not an expiring cache: {@link HeldSession} keeps the time of its last use anyway,
 * because the probe before a call needs it, and a cache would add work to every call.
 */
final class IdleSweep {
    private static final Duration DEFAULT_IDLE = Duration.ofMinutes(10);
    private static final Duration MAX_INTERVAL = Duration.ofSeconds(30);

    private final SessionRegistry registry;
    private final ScheduledThreadPoolExecutor timer;

    IdleSweep(Collection<ToolServer> servers, SessionRegistry registry) {
        this.registry = registry;
        this.timer = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("mooring-idle").factory());
        long interval = interval(servers).toMillis() + 1;
        var _ = timer.scheduleWithFixedDelay(this::sweep, interval, interval, TimeUnit.MILLISECONDS);
    }

    private static Duration interval(Collection<ToolServer> servers) {
        Duration interval = MAX_INTERVAL;
        for (ToolServer server : servers) {
            Duration idle = server.settings().idle();
            if (idle != null && idle.dividedBy(4).compareTo(interval) < 0) {
                interval = idle.dividedBy(4);
            }
        }
        return interval;
    }

    private void sweep() {
        registry.forEach((owner, session) -> {
            Duration timeout = idleTimeout(owner, session.server().settings());
            if (timeout != null && session.idle().compareTo(timeout) >= 0) {
                registry.expire(owner, session);
            }
        });
    }

    /** Returns after which idle time a session of the owner expires; null if it does not. */
    static @Nullable Duration idleTimeout(Owner owner, ServerSettings settings) {
        Duration configured = settings.idle();
        if (configured != null) {
            return configured;
        }
        return owner instanceof RunOwner ? null : DEFAULT_IDLE;
    }

    void close() {
        timer.shutdownNow();
    }
}
