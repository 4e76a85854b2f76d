package dev.mooring.session;

import dev.mooring.mcp.Failure;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.ResumableSession;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.run.Outcome;
import dev.mooring.run.RunEnded;
import dev.mooring.run.SingleFlight;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;

/**
 * The held sessions of all owners. An owner has at most one session per server, from its first use until it is lost or
 * the owner ends. Thread-safe.
 *
 * <p>Losses are numbered. A call carries the number of losses when its caller decided on it, and is not sent if the
 * session was lost since; see {@link Generation}. A loss is published before its session is replaced, and its number
 * becomes visible last. So a call that finds the next session also finds the loss, and a caller that knows the number
 * decides after the loss.
 */
final class SessionRegistry implements AutoCloseable {
    private final Opener opener;
    private final SessionMetrics metrics;
    private final SessionListener listener;
    private final ClosableOwner program = new ClosableOwner("the program");
    private final SharingResolver sharingResolver;
    private final Map<Owner, OwnerSessions> owners = new ConcurrentHashMap<>();

    /** Held while a loss is published. */
    private final ReentrantLock losing = new ReentrantLock();

    /** The number of losses so far. Written with {@link #losing} held. */
    private volatile long losses;

    private volatile boolean closed;

    SessionRegistry(Opener opener, SessionMetrics metrics, SessionListener listener) {
        this.opener = opener;
        this.metrics = metrics;
        this.listener = listener;
        this.sharingResolver = new SharingResolver(opener, program);
    }

    Opener opener() {
        return opener;
    }

    /** Returns the owner of shared sessions. */
    Owner program() {
        return program;
    }

    SharingResolver sharingResolver() {
        return sharingResolver;
    }

    /** Returns the number of losses so far. */
    long losses() {
        return losses;
    }

    /** @throws SessionsClosed if this registry is closed */
    void requireOpen() {
        if (closed) {
            throw new SessionsClosed();
        }
    }

    /** Returns the session of an owner with a server, if one is open. */
    Optional<HeldSession> find(Owner owner, String server) {
        return Optional.ofNullable(owners.get(owner)).flatMap(owned -> owned.sessions.held(server));
    }

    /** Returns the session of an owner with a server. Opens it if needed; concurrent callers share one opening. */
    Outcome<HeldSession> hold(Owner owner, ToolServer server, EraChoice era) throws InterruptedException {
        OwnerSessions owned = sessionsOf(owner);
        HeldSession open = owned.sessions.held(server.name()).orElse(null);
        if (open != null) {
            return new Outcome.Succeeded<>(open);
        }
        return owned.sessions.get(server.name(), () -> {
            HeldSession first = sharingResolver.takeFirstSession(server);
            return first != null ? first : opener.open(server, era, owner.id());
        });
    }

    /** Continues a session of an earlier process for an owner that has none with the server. */
    Outcome<HeldSession> resume(
            Owner owner, ToolServer server, ServerLocation.Remote location, ResumableSession session)
            throws InterruptedException {
        return sessionsOf(owner)
                .sessions
                .get(server.name(), () -> opener.resume(server, location, session, owner.id()));
    }

    /** Records that a caller uses a session, and reports a reuse. Returns true if this is the first use of the session. */
    boolean recordUse(Owner owner, HeldSession session) {
        if (session.markUsed()) {
            return true;
        }
        metrics.reused(session.server().name());
        listener.onEvent(new SessionEvent.Reused(session.server().name(), owner.id(), session.id()));
        return false;
    }

    /** Returns the generations of the owner's session with a server, as the party sees them. */
    Generations generations(Owner owner, ToolServer server, Owner party) {
        return sessionsOf(owner).generations(server.name(), party);
    }

    /** Stops holding a session whose connection is lost; see {@link #lose(Owner, HeldSession, String, String)}. */
    void lose(Owner owner, HeldSession session, Failure failure) {
        String reason = session.server().secrets().redact(failure.message());
        lose(owner, session, LossMessage.notSent(session.server().name(), session.era(), reason), reason);
    }

    /**
     * Stops holding a session that is lost, and closes it in the background. Does nothing if another thread was first, or if
     * the owner has ended.
     *
     * @param message what the callers that relied on the session learn
     */
    void lose(Owner owner, HeldSession session, String message, String reason) {
        OwnerSessions owned = owners.get(owner);
        if (owned != null && publishLoss(owned, session, message)) {
            String server = session.server().name();
            metrics.lost(server);
            listener.onEvent(new SessionEvent.Lost(server, owner.id(), session.id(), reason));
            owned.closeInBackground(session);
        }
    }

    /** Returns false if the session is no longer held. */
    private boolean publishLoss(OwnerSessions owned, HeldSession session, String message) {
        losing.lock();
        try {
            long number = losses + 1;
            if (!owned.lose(session, number, message)) {
                return false;
            }
            losses = number;
            return true;
        } finally {
            losing.unlock();
        }
    }

    /** Closes a session whose idle timeout has passed. The invocations that used it learn of the loss. */
    void expire(Owner owner, HeldSession session) {
        String reason = "it was closed after " + session.idle().toSeconds() + " s without use";
        lose(owner, session, LossMessage.notSent(session.server().name(), session.era(), reason), reason);
    }

    /** Passes every held session with its owner to the action. */
    void forEach(BiConsumer<Owner, HeldSession> action) {
        owners.forEach((owner, owned) -> owned.sessions.held().forEach(session -> action.accept(owner, session)));
    }

    /** Closes all sessions of all owners, and refuses new ones. Blocks until they are closed. */
    @Override
    public void close() {
        closed = true;
        opener.close();
        program.close();
        owners.keySet().forEach(this::end);
        sharingResolver.close();
    }

    private OwnerSessions sessionsOf(Owner owner) {
        OwnerSessions known = owners.get(owner);
        return known != null ? known : addSessions(owner);
    }

    private OwnerSessions addSessions(Owner owner) {
        OwnerSessions added = owners.computeIfAbsent(owner, first -> {
            first.atEnd(() -> end(first));
            return new OwnerSessions(first);
        });
        // Either close() sees the entry, or this sees that close() was called.
        if (closed) {
            end(owner);
            throw new SessionsClosed();
        }
        return added;
    }

    private void end(Owner owner) {
        OwnerSessions ending = owners.remove(owner);
        if (ending != null) {
            ending.end(closed ? new SessionsClosed() : new OwnerEnded(owner));
        }
    }

    private static final class OwnerSessions {
        private final Owner owner;
        private final SingleFlight<String, HeldSession> sessions;

        /** By server, then by party. */
        private final Map<String, Map<Owner, Generations>> generations = new ConcurrentHashMap<>();

        private final Set<Thread> closers = ConcurrentHashMap.newKeySet();

        OwnerSessions(Owner owner) {
            this.owner = owner;
            this.sessions = new SingleFlight<>(owner.threads(), HeldSession::close);
        }

        Generations generations(String server, Owner party) {
            Map<Owner, Generations> known = generations.get(server);
            Map<Owner, Generations> byParty =
                    known != null ? known : generations.computeIfAbsent(server, _ -> new ConcurrentHashMap<>());
            Generations seen = byParty.get(party);
            return seen != null ? seen : addParty(byParty, party);
        }

        private Generations addParty(Map<Owner, Generations> byParty, Owner party) {
            if (!party.equals(owner)) {
                try {
                    party.atEnd(() -> byParty.remove(party));
                } catch (RunEnded | OwnerEnded e) {
                    // A call of the last moments of a party, which learns of no later loss.
                    return new Generations();
                }
            }
            return byParty.computeIfAbsent(party, _ -> new Generations());
        }

        /** Returns false if the session is no longer held. */
        boolean lose(HeldSession session, long number, String message) {
            String server = session.server().name();
            if (sessions.held(server).orElse(null) != session) {
                return false;
            }
            generations.getOrDefault(server, Map.of()).values().forEach(party -> party.lose(number, message));
            return sessions.forget(server, session);
        }

        /** Closes a session that is no longer held. Only {@link #end} waits for it. */
        void closeInBackground(HeldSession session) {
            Thread closer = Thread.ofVirtual().name("mooring-close").unstarted(() -> {
                try {
                    session.close();
                } finally {
                    closers.remove(Thread.currentThread());
                }
            });
            closers.add(closer);
            closer.start();
        }

        /** Aborts openings in flight and closes all sessions in parallel. Blocks until they are closed. */
        void end(RuntimeException reason) {
            sessions.close(reason).values().forEach(this::closeInBackground);
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
}
