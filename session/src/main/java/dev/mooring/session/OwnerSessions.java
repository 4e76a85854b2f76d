package dev.mooring.session;

import dev.mooring.run.Outcome;
import dev.mooring.run.SingleFlight;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The sessions of one owner, by server. Thread-safe.
 *
 * @param <S> the type of a session; two sessions are never equal. Generic, so that a Lincheck test can use numbers in place
 *     of sessions
 */
final class OwnerSessions<S> {
    private final Owner owner;
    private final Consumer<S> close;
    private final SingleFlight<String, S> sessions;

    /** The sessions that one caller uses alone, each by a key of its own. */
    private final SingleFlight<Object, S> unshared;

    /** By server, then by party. */
    private final Map<String, Map<Owner, Generations>> generations = new ConcurrentHashMap<>();

    private final Set<Thread> closers = ConcurrentHashMap.newKeySet();

    /** @param close closes a session; blocks for a bounded time */
    OwnerSessions(Owner owner, Consumer<S> close) {
        this.owner = owner;
        this.close = close;
        this.sessions = new SingleFlight<>(owner.threads(), close);
        this.unshared = new SingleFlight<>(owner.threads(), close);
    }

    /** Returns the session with a server. Opens it if needed; concurrent callers share one opening. */
    Outcome<S> get(String server, Callable<S> opening) throws InterruptedException {
        return sessions.get(server, opening);
    }

    /**
     * Opens a session that only this caller uses. {@link #closeUnshared} closes it, or else the end of the owner.
     *
     * @param key identifies the session; no other session has the same key
     */
    Outcome<S> openUnshared(Object key, Callable<S> opening) throws InterruptedException {
        try {
            return unshared.get(key, opening);
        } catch (InterruptedException e) {
            // The opening may have succeeded at the same moment. No other caller has the key.
            unshared.held(key).filter(session -> unshared.forget(key, session)).ifPresent(this::closeInBackground);
            throw e;
        }
    }

    /** Closes a session of {@link #openUnshared}, unless the end of the owner does. */
    void closeUnshared(Object key, S session) {
        if (unshared.forget(key, session)) {
            close.accept(session);
        }
    }

    /** Returns the session with a server, if it is open. */
    Optional<S> held(String server) {
        return sessions.held(server);
    }

    /** Returns all open sessions. */
    List<S> held() {
        return sessions.held();
    }

    /**
     * Returns the generations of the session with a server, as the party sees them.
     *
     * @throws RuntimeException if the party has ended, or is ending and has not used the session
     */
    Generations generations(String server, Owner party) {
        Map<Owner, Generations> known = generations.get(server);
        Map<Owner, Generations> byParty =
                known != null ? known : generations.computeIfAbsent(server, _ -> new ConcurrentHashMap<>());
        Generations seen = byParty.get(party);
        return seen != null ? seen : addParty(byParty, party);
    }

    private Generations addParty(Map<Owner, Generations> byParty, Owner party) {
        if (!party.equals(owner)) {
            party.atEnd(() -> byParty.remove(party));
        }
        return byParty.computeIfAbsent(party, _ -> new Generations());
    }

    /**
     * Stops holding a lost session. All parties that used it learn of the loss before the session is replaced, so a call
     * that finds the next session also finds the loss.
     *
     * @return false if the session is no longer held
     */
    boolean lose(String server, S session, LossClock clock, String message) {
        return clock.publish(time -> {
            if (!session.equals(sessions.held(server).orElse(null))) {
                return false;
            }
            generations.getOrDefault(server, Map.of()).values().forEach(party -> party.lose(time, message));
            return sessions.forget(server, session);
        });
    }

    /** Closes a session that is no longer held. Only {@link #end} waits for it. */
    void closeInBackground(S session) {
        Thread closer = Thread.ofVirtual().name("mooring-close").unstarted(() -> {
            try {
                close.accept(session);
            } finally {
                closers.remove(Thread.currentThread());
            }
        });
        closers.add(closer);
        closer.start();
    }

    /**
     * Aborts openings in flight and closes all sessions in parallel. Blocks until they are closed or the thread is
     * interrupted.
     */
    void end(RuntimeException reason) {
        sessions.close(reason).values().forEach(this::closeInBackground);
        unshared.close(reason).values().forEach(this::closeInBackground);
        // Each session limits the time of its own close, so these joins are bounded.
        for (Thread closer : Set.copyOf(closers)) {
            try {
                closer.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
