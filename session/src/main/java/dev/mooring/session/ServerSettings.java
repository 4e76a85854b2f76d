package dev.mooring.session;

import dev.mooring.mcp.client.EraChoice;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How the sessions of one server are held.
 *
 * @param sharing where unset, it follows the era: {@code run} for a legacy server, {@code shared} for a modern one
 * @param era null means to ask the server, and to prefer legacy where a session keeps state apart
 * @param idle closes a session that was not used for so long; null means never within a run, 10 minutes where shared
 * @param maxSessions how many may be open at once; null means {@link #USUAL_MAX_SESSIONS}, or what a gateway says
 * @param ordered whether the calls on one session go one after another
 */
public record ServerSettings(
        ByTool<Sharing> sharing,
        @Nullable EraChoice era,
        Duration openTimeout,
        Duration callTimeout,
        Duration callCap,
        @Nullable Duration idle,
        @Nullable Integer maxSessions,
        boolean ordered,
        ByTool<Approval> approval) {
    public static final int USUAL_MAX_SESSIONS = 256;

    public static final ServerSettings DEFAULT = new ServerSettings(
            ByTool.unset(),
            null,
            Duration.ofSeconds(30),
            Duration.ofSeconds(60),
            Duration.ofMinutes(10),
            null,
            null,
            false,
            ByTool.all(Approval.ALLOW));

    public ServerSettings withSharing(Sharing newSharing) {
        return withSharing(ByTool.all(newSharing));
    }

    public ServerSettings withSharing(ByTool<Sharing> newSharing) {
        return new ServerSettings(
                newSharing, era, openTimeout, callTimeout, callCap, idle, maxSessions, ordered, approval);
    }

    public ServerSettings withEra(EraChoice newEra) {
        return new ServerSettings(
                sharing, newEra, openTimeout, callTimeout, callCap, idle, maxSessions, ordered, approval);
    }

    public ServerSettings withOpenTimeout(Duration timeout) {
        return new ServerSettings(sharing, era, timeout, callTimeout, callCap, idle, maxSessions, ordered, approval);
    }

    /** Progress extends the timeout, up to ten times of it. */
    public ServerSettings withCallTimeout(Duration timeout) {
        return new ServerSettings(
                sharing, era, openTimeout, timeout, timeout.multipliedBy(10), idle, maxSessions, ordered, approval);
    }

    public ServerSettings withIdle(Duration newIdle) {
        return new ServerSettings(
                sharing, era, openTimeout, callTimeout, callCap, newIdle, maxSessions, ordered, approval);
    }

    /** How many may be open at once. */
    public int sessionLimit() {
        return Objects.requireNonNullElse(maxSessions, USUAL_MAX_SESSIONS);
    }

    public ServerSettings withMaxSessions(int max) {
        return new ServerSettings(sharing, era, openTimeout, callTimeout, callCap, idle, max, ordered, approval);
    }

    public ServerSettings withOrdered(boolean newOrdered) {
        return new ServerSettings(
                sharing, era, openTimeout, callTimeout, callCap, idle, maxSessions, newOrdered, approval);
    }

    public ServerSettings withApproval(ByTool<Approval> newApproval) {
        return new ServerSettings(
                sharing, era, openTimeout, callTimeout, callCap, idle, maxSessions, ordered, newApproval);
    }
}
