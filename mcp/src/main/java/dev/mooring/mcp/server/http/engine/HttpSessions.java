package dev.mooring.mcp.server.http.engine;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import dev.mooring.mcp.server.Caller;
import dev.mooring.mcp.server.engine.LegacySession;
import dev.mooring.mcp.server.http.sessions.SessionStore;
import dev.mooring.mcp.server.http.sessions.SessionStoreUnavailable;
import dev.mooring.mcp.server.http.sessions.StoredSession;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The open legacy sessions by id. Thread-safe.
 *
 * <p>A session that this process does not know may be in the store, from an earlier process: then it is opened again with
 * its protocol version and the capabilities of its client. Its log level and its subscriptions are lost.
 *
 * <p>Caffeine expires a session that was idle for the timeout. A session in use does not expire: it is idle from the end
 * of its last call or stream. The session limit is enforced here, because Caffeine's size eviction prefers to evict a new
 * entry over an idle one that was used often.
 */
final class HttpSessions {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int ID_BYTES = 24;

    private final int maxSessions;
    private final SessionStore store;
    private final BiFunction<String, StoredSession, LegacySession> reopen;
    private final Cache<String, Entry> entries;
    private final AtomicLong useCounter = new AtomicLong();

    private static final class Entry {
        final LegacySession session;
        final AtomicInteger uses = new AtomicInteger();
        volatile long lastUse;

        Entry(LegacySession session) {
            this.session = session;
        }

        boolean isInUse() {
            return uses.get() > 0;
        }

        Optional<String> principal() {
            return Optional.ofNullable(session.caller().principal());
        }

        long lastUse() {
            return lastUse;
        }
    }

    /** @param reopen opens a session of an earlier process again, by its id */
    HttpSessions(
            int maxSessions,
            Duration idleTimeout,
            SessionStore store,
            BiFunction<String, StoredSession, LegacySession> reopen) {
        this.maxSessions = maxSessions;
        this.store = store;
        this.reopen = reopen;
        Duration never = ChronoUnit.FOREVER.getDuration();
        entries = Caffeine.newBuilder()
                .expireAfter(Expiry.<String, Entry>writing((id, entry) -> entry.isInUse() ? never : idleTimeout))
                .evictionListener((id, entry, cause) ->
                        Objects.requireNonNull(entry).session.close())
                .executor(Runnable::run)
                .build();
    }

    /** Returns a new session id: visible ASCII that cannot be guessed. */
    static String newId() {
        byte[] bytes = new byte[ID_BYTES];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /**
     * Adds a session. At the limit, evicts the idlest session of the principal that has the most, so that no principal can
     * end the sessions of another that has fewer.
     */
    void add(String id, LegacySession session) {
        Caller caller = session.caller();
        try {
            store.put(
                    id,
                    new StoredSession(
                            caller.principal(),
                            caller.version(),
                            caller.client() == null ? null : caller.client().json(),
                            caller.capabilities()));
        } catch (SessionStoreUnavailable e) {
            session.close();
            throw e;
        }
        var _ = keep(id, session);
    }

    /** Keeps a session, or the one that this process already has with this id. */
    private synchronized Entry keep(String id, LegacySession session) {
        Entry kept = entries.getIfPresent(id);
        if (kept != null) {
            session.close();
            return kept;
        }
        if (entries.estimatedSize() >= maxSessions) {
            entries.cleanUp();
            if (entries.estimatedSize() >= maxSessions) {
                evictIdlest(session.caller().principal());
            }
        }
        Entry entry = new Entry(session);
        entry.lastUse = useCounter.incrementAndGet();
        entries.put(id, entry);
        return entry;
    }

    private void evictIdlest(@Nullable String newcomer) {
        Map<Optional<String>, Integer> counts = new HashMap<>();
        counts.put(Optional.ofNullable(newcomer), 1);
        entries.asMap().values().forEach(entry -> counts.merge(entry.principal(), 1, Integer::sum));
        int most = Collections.max(counts.values());
        entries.asMap().entrySet().stream()
                .filter(each ->
                        Objects.requireNonNull(counts.get(each.getValue().principal())) == most)
                .min(Map.Entry.comparingByValue(
                        Comparator.comparing(Entry::isInUse).thenComparingLong(Entry::lastUse)))
                .ifPresent(idlest -> {
                    if (entries.asMap().remove(idlest.getKey(), idlest.getValue())) {
                        idlest.getValue().session.close();
                        store.remove(idlest.getKey());
                    }
                });
    }

    /** Marks a session as in use until the caller closes the result. Returns null if this principal has no such session. */
    @Nullable
    Use use(String id, @Nullable String principal) {
        Entry entry = find(id, principal);
        if (entry == null) {
            return null;
        }
        entry.uses.incrementAndGet();
        // The session can expire between the lookup and this update.
        return update(id, entry) ? new Use(id, entry) : null;
    }

    /** Returns an open session without marking it as in use, or null if this principal has no such session here. */
    @Nullable
    LegacySession findOpen(String id, @Nullable String principal) {
        Entry entry = entries.getIfPresent(id);
        return entry != null && Objects.equals(entry.session.caller().principal(), principal) ? entry.session : null;
    }

    /** Ends a session for its client and cancels its calls. Returns null if this principal has no such session. */
    @Nullable
    Caller end(String id, @Nullable String principal) {
        Entry entry = find(id, principal);
        if (entry == null || !entries.asMap().remove(id, entry)) {
            return null;
        }
        store.remove(id);
        entry.session.abandon();
        return entry.session.caller();
    }

    /** Restarts the idle timeout of all sessions in use in the store, for calls and streams that last long. */
    void renewInStore() {
        entries.asMap().forEach((id, entry) -> {
            if (entry.isInUse()) {
                store.use(id);
            }
        });
    }

    /** Closes the sessions that were idle for the timeout. */
    void expireIdle() {
        entries.cleanUp();
    }

    int size() {
        return (int) entries.estimatedSize();
    }

    /** Closes the sessions of this process. The store keeps them. */
    void closeAll() {
        entries.asMap().forEach((id, entry) -> {
            if (entries.asMap().remove(id, entry)) {
                entry.session.close();
            }
        });
    }

    private @Nullable Entry find(String id, @Nullable String principal) {
        Entry entry = entries.getIfPresent(id);
        if (entry == null) {
            return store.find(id)
                    .filter(stored -> Objects.equals(stored.principal(), principal))
                    .map(stored -> keep(id, reopen.apply(id, stored)))
                    .orElse(null);
        }
        return Objects.equals(entry.session.caller().principal(), principal) ? entry : null;
    }

    /** Recomputes the expiry after a change of {@link Entry#uses}. Returns false if the session is gone. */
    private boolean update(String id, Entry entry) {
        entry.lastUse = useCounter.incrementAndGet();
        return entries.asMap().replace(id, entry, entry);
    }

    /** A session in use by a call or a stream. */
    final class Use implements AutoCloseable {
        private final String id;
        private final Entry entry;

        private Use(String id, Entry entry) {
            this.id = id;
            this.entry = entry;
        }

        LegacySession session() {
            return entry.session;
        }

        /** Ends the use. The idle time starts if there is no other use. */
        @Override
        public void close() {
            entry.uses.decrementAndGet();
            if (update(id, entry)) {
                store.use(id);
            }
        }
    }
}
