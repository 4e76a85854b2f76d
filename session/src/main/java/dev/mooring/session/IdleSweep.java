package dev.mooring.session;

import dev.mooring.session.timer.PeriodicTask;
import java.time.Duration;
import java.util.Collection;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Expires idle sessions from one daemon thread.
 *
 * <p>A scan of the registry does this, not an expiring cache: {@link HeldSession} keeps the time of its last use anyway,
 * because the probe before a call needs it, and a cache would add work to every call.
 */
final class IdleSweep implements AutoCloseable {
    private static final Duration DEFAULT_IDLE = Duration.ofMinutes(10);

    private final SessionRegistry registry;
    private final PeriodicTask timer;

    IdleSweep(Collection<ToolServer> servers, SessionRegistry registry) {
        this.registry = registry;
        this.timer = PeriodicTask.start(
                "mooring-idle",
                servers.stream().map(server -> server.settings().idle()).filter(Objects::nonNull),
                this::sweep);
    }

    private void sweep() {
        registry.forEach((owner, session) -> {
            Duration timeout = idleTimeout(owner, session.server().settings());
            if (timeout != null && session.idle().compareTo(timeout) >= 0) {
                registry.expire(owner, session);
            }
        });
    }

    /** Returns the idle timeout of a session of the owner; null if the session does not expire. */
    static @Nullable Duration idleTimeout(Owner owner, ServerSettings settings) {
        Duration configured = settings.idle();
        if (configured != null) {
            return configured;
        }
        return owner instanceof RunOwner ? null : DEFAULT_IDLE;
    }

    @Override
    public void close() {
        timer.close();
    }
}
