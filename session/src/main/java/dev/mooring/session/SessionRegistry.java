package dev.mooring.session;

import dev.mooring.mcp.client.EraChoice;
import dev.mooring.run.Outcome;
import dev.mooring.run.SingleFlight;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The held sessions of all owners. An owner has at most one session per server, from its first use until it is lost or
 * the owner ends. Thread-safe.
 *
 * <p>After a loss, each invocation that used the session learns of it exactly once. The registry keeps the loss message
 * until the invocation takes it.
 */
final class SessionRegistry implements AutoCloseable {
    private final Opener opener;
    private final SessionMetrics metrics;
    private final SessionListener listener;
    private final ClosableOwner program = new ClosableOwner("the program");
    private final SharingResolver sharingResolver;
    private final Map<Owner, OwnerSessions> owners = new ConcurrentHashMap<>();

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

    /** Records that a caller uses a session, and reports a reuse. Returns true if this is the first use of the session. */
    boolean recordUse(Owner owner, HeldSession session) {
        if (session.markUsed()) {
            return true;
        }
        metrics.reused(session.server().name());
        listener.onEvent(new SessionEvent.Reused(session.server().name(), owner.id(), session.id()));
        return false;
    }

    /** Removes and returns the loss message that an invocation has not seen yet, or null if there is none. */
    @Nullable
    String takeLossMessage(Owner owner, String server, String invocation) {
        OwnerSessions owned = owners.get(owner);
        Map<String, String> messages = owned == null ? null : owned.lossMessages.get(server);
        return messages == null ? null : messages.remove(invocation);
    }

    /**
     * Stops holding a session that is lost, and closes it in the background. Does nothing if another thread was first, or if
     * the owner has ended.
     *
     * @param finder the invocation that detected the loss and needs no message; null if no invocation did
     * @param message what the other invocations that used the session learn
     */
    void lose(Owner owner, HeldSession session, @Nullable String finder, String message, String reason) {
        OwnerSessions owned = owners.get(owner);
        if (owned != null && owned.lose(session, finder, message)) {
            String server = session.server().name();
            metrics.lost(server);
            listener.onEvent(new SessionEvent.Lost(server, owner.id(), session.id(), reason));
            owned.closeInBackground(session);
        }
    }

    /** Closes a session whose idle timeout has passed. The invocations that used it learn of the loss. */
    void expire(Owner owner, HeldSession session) {
        String reason = "it was closed after " + session.idle().toSeconds() + " s without use";
        lose(owner, session, null, LossMessage.notSent(session.server().name(), session.era(), reason), reason);
    }

    /** Passes every held session with its owner to the action. */
    void forEach(BiConsumer<Owner, HeldSession> action) {
        owners.forEach((owner, owned) -> owned.sessions.held().forEach(session -> action.accept(owner, session)));
    }

    /** Closes all sessions of all owners. Blocks until they are closed. */
    @Override
    public void close() {
        program.close();
        owners.keySet().forEach(this::end);
        sharingResolver.close();
    }

    private OwnerSessions sessionsOf(Owner owner) {
        OwnerSessions known = owners.get(owner);
        return known != null
                ? known
                : owners.computeIfAbsent(owner, first -> {
                    first.atEnd(() -> end(first));
                    return new OwnerSessions(first);
                });
    }

    private void end(Owner owner) {
        OwnerSessions ending = owners.remove(owner);
        if (ending != null) {
            ending.end();
        }
    }

    private static final class OwnerSessions {
        private final Owner owner;
        private final SingleFlight<String, HeldSession> sessions;

        /** By server, then by the invocation that has not seen the message. */
        private final Map<String, Map<String, String>> lossMessages = new ConcurrentHashMap<>();

        private final Set<Thread> closers = ConcurrentHashMap.newKeySet();

        OwnerSessions(Owner owner) {
            this.owner = owner;
            this.sessions = new SingleFlight<>(owner.threads(), HeldSession::close);
        }

        /** Returns false if the session is no longer held. */
        boolean lose(HeldSession session, @Nullable String finder, String message) {
            String server = session.server().name();
            if (!sessions.forget(server, session)) {
                return false;
            }
            Map<String, String> messages = lossMessages.computeIfAbsent(server, _ -> new ConcurrentHashMap<>());
            for (String invocation : session.invocations()) {
                if (!invocation.equals(finder)) {
                    messages.put(invocation, message);
                }
            }
            return true;
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
        void end() {
            sessions.close(new OwnerEnded(owner)).values().forEach(this::closeInBackground);
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
