package dev.mooring.mcp.server.http;

import dev.mooring.mcp.server.LegacySession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Legacy sessions by their ids, the one whose last use is longest ago first. Safe from any thread. */
final class HttpSessions {
    private static final int LOOK_FOR_IDLE = 32;

    private final int cap;
    private final long idleNanos;
    private final ReentrantLock lock = new ReentrantLock();
    private final LinkedHashMap<String, Held> held = new LinkedHashMap<>();

    private static final class Held {
        final LegacySession session;
        long lastUsed = System.nanoTime();
        int streams;

        Held(LegacySession session) {
            this.session = session;
        }

        boolean isBusy() {
            return streams > 0 || !session.isIdle();
        }
    }

    HttpSessions(int cap, Duration idle) {
        this.cap = cap;
        this.idleNanos = idle.toNanos();
    }

    void add(String id, LegacySession session) {
        LegacySession evicted = null;
        lock.lock();
        try {
            if (held.size() >= cap) {
                evicted = removeIdlest();
            }
            held.put(id, new Held(session));
        } finally {
            lock.unlock();
        }
        if (evicted != null) {
            evicted.close();
        }
    }

    /** The session of that id, or null where there is none that belongs to this principal. */
    @Nullable
    LegacySession find(String id, @Nullable String principal) {
        lock.lock();
        try {
            Held found = held.get(id);
            if (found == null || !belongs(found, principal)) {
                return null;
            }
            use(id, found);
            return found.session;
        } finally {
            lock.unlock();
        }
    }

    /** A call of the session is over; to be said while the session still counts as busy with it. */
    void used(String id) {
        lock.lock();
        try {
            Held found = held.get(id);
            if (found != null) {
                use(id, found);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Ends a session by the wish of its client; false if there is none that belongs to this principal. */
    boolean remove(String id, @Nullable String principal) {
        Held found;
        lock.lock();
        try {
            found = held.get(id);
            if (found == null || !belongs(found, principal)) {
                return false;
            }
            held.remove(id);
        } finally {
            lock.unlock();
        }
        found.session.abandon();
        return true;
    }

    /** A session with an open stream is in use; to be called with 1 and later with -1. */
    void countStream(String id, int change) {
        lock.lock();
        try {
            Held found = held.get(id);
            if (found != null) {
                found.streams += change;
                use(id, found);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Ends the sessions that nobody has used for too long. */
    void sweep(long now) {
        List<LegacySession> expired = new ArrayList<>();
        lock.lock();
        try {
            Iterator<Held> idlestFirst = held.values().iterator();
            while (idlestFirst.hasNext()) {
                Held next = idlestFirst.next();
                if (now - next.lastUsed < idleNanos) {
                    break;
                }
                if (!next.isBusy()) {
                    idlestFirst.remove();
                    expired.add(next.session);
                }
            }
        } finally {
            lock.unlock();
        }
        expired.forEach(LegacySession::close);
    }

    int size() {
        lock.lock();
        try {
            return held.size();
        } finally {
            lock.unlock();
        }
    }

    void closeAll() {
        List<Held> all;
        lock.lock();
        try {
            all = List.copyOf(held.values());
            held.clear();
        } finally {
            lock.unlock();
        }
        all.forEach(one -> one.session.close());
    }

    /** The only way to be used, because the sweep relies on the order. */
    private void use(String id, Held used) {
        used.lastUsed = System.nanoTime();
        held.putLast(id, used);
    }

    private @Nullable LegacySession removeIdlest() {
        String idlest = null;
        int looked = 0;
        for (Map.Entry<String, Held> entry : held.entrySet()) {
            if (idlest == null) {
                idlest = entry.getKey();
            }
            if (!entry.getValue().isBusy()) {
                idlest = entry.getKey();
                break;
            }
            if (++looked == LOOK_FOR_IDLE) {
                break;
            }
        }
        Held removed = idlest == null ? null : held.remove(idlest);
        return removed == null ? null : removed.session;
    }

    private static boolean belongs(Held held, @Nullable String principal) {
        return Objects.equals(held.session.caller().principal(), principal);
    }
}
