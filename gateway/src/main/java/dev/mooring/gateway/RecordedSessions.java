package dev.mooring.gateway;

import dev.mooring.gateway.HandleState.UpstreamState;
import dev.mooring.mcp.client.ResumableSession;
import dev.mooring.session.CallOutcome;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The upstream sessions of one handle that the store knows, by the name of their server: those of an earlier process, until
 * this process has continued them or reported them as lost, and those that this process has recorded. Thread-safe.
 */
final class RecordedSessions {
    private final Instant inheritedAt;
    private final Map<String, UpstreamState> inherited;

    /** The ids of the sessions that this process holds. */
    private final Map<String, String> recorded = new ConcurrentHashMap<>();

    /** Held while sessions are continued or recorded. */
    private final ReentrantLock lock = new ReentrantLock();

    /**
     * @param inherited the sessions of an earlier process
     * @param inheritedAt when this process took over the handle
     */
    RecordedSessions(Map<String, UpstreamState> inherited, Instant inheritedAt) {
        this.inherited = new ConcurrentHashMap<>(inherited);
        this.inheritedAt = inheritedAt;
    }

    /** Returns when this process took over the handle. */
    Instant inheritedAt() {
        return inheritedAt;
    }

    /** Continues an inherited session, or reports its loss. */
    @FunctionalInterface
    interface Continuation {
        /**
         * Returns the outcome of a call that must not be sent; null if the call can be sent.
         *
         * @param session the session; null if it ended with its process
         */
        @Nullable
        CallOutcome resume(@Nullable ResumableSession session) throws InterruptedException;
    }

    /** Runs the continuation exclusively if the session with a server is still inherited. Returns its outcome, or else null. */
    @Nullable
    CallOutcome resume(String server, Continuation continuation) throws InterruptedException {
        if (!inherited.containsKey(server)) {
            return null;
        }
        lock.lockInterruptibly();
        try {
            UpstreamState state = inherited.get(server);
            return state == null ? null : continuation.resume(state.resumable());
        } finally {
            lock.unlock();
        }
    }

    /** Runs a task while no session is continued or recorded. */
    void exclusively(Runnable task) {
        lock.lock();
        try {
            task.run();
        } finally {
            lock.unlock();
        }
    }

    /** Records the id of a session that this process holds, in place of an inherited one. */
    void add(String server, String id) {
        recorded.put(server, id);
        inherited.remove(server);
    }

    /** Forgets an inherited session, because it is lost. */
    void removeInherited(String server) {
        inherited.remove(server);
    }

    /** Returns whether the store knows a session that this process holds. */
    boolean has(String server, String id) {
        return id.equals(recorded.get(server));
    }

    /** Returns whether the store knows any session with a server that this process has held. */
    boolean hasAny(String server) {
        return recorded.containsKey(server);
    }

    /** Removes and returns the inherited sessions that outlive their process. */
    Map<String, ResumableSession> takeResumable() {
        Map<String, ResumableSession> taken = new HashMap<>();
        inherited.forEach((server, state) -> {
            ResumableSession session = state.resumable();
            if (session != null && inherited.remove(server, state)) {
                taken.put(server, session);
            }
        });
        return taken;
    }

    /** Returns whether an inherited session outlives its process. */
    boolean hasResumable() {
        return inherited.values().stream().anyMatch(state -> state.resumable() != null);
    }
}
