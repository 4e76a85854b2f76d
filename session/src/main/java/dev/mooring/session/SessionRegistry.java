package dev.mooring.session;

import dev.mooring.mcp.Failure;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.ResumableSession;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.run.Outcome;
import dev.mooring.run.RunEnded;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/**
 * The held sessions of all owners. An owner has at most one session per server, from its first use until it is lost or
 * the owner ends. Thread-safe.
 *
 * <p>A call carries the time at which its caller decided on it. It is not sent if the caller was told of a loss after that
 * time; see {@link Generation} and {@link OwnerSessions#lose}.
 */
final class SessionRegistry implements AutoCloseable {
    private final Opener opener;
    private final SessionMetrics metrics;
    private final SessionReporter reporter;
    private final ClosableOwner program = new ClosableOwner("the program");
    private final SharingResolver sharingResolver;
    private final Map<Account, ClosableOwner> sharedOwners = new ConcurrentHashMap<>();
    private final Map<Owner, OwnerSessions<HeldSession>> owners = new ConcurrentHashMap<>();

    private final LossClock clock = new LossClock();
    private volatile boolean closed;

    SessionRegistry(Opener opener, SessionMetrics metrics, SessionReporter reporter) {
        this.opener = opener;
        this.metrics = metrics;
        this.reporter = reporter;
        this.sharingResolver = new SharingResolver(opener, program, this::find);
    }

    /** Returns the owner of the sessions that all owners of the program's account share. */
    Owner program() {
        return program;
    }

    /** Returns the owner of the sessions that all owners of an account share. */
    Owner shared(Account account) {
        return account == Account.PROGRAM
                ? program
                : sharedOwners.computeIfAbsent(
                        account, _ -> new ClosableOwner("an account", Json.object(), _ -> account));
    }

    SharingResolver sharingResolver() {
        return sharingResolver;
    }

    /** Returns the clock of losses and decisions. */
    LossClock clock() {
        return clock;
    }

    /** @throws SessionsClosed if this registry is closed */
    void requireOpen() {
        if (closed) {
            throw new SessionsClosed();
        }
    }

    /** Returns the session of an owner with a server, if one is open. */
    Optional<HeldSession> find(Owner owner, String server) {
        return Optional.ofNullable(owners.get(owner)).flatMap(owned -> owned.held(server));
    }

    /**
     * Returns the session of an owner with a server. Opens it if needed; concurrent callers share one opening.
     *
     * @param caller the party that needs the session: the owner, or a party that shares its sessions
     * @throws RunEnded if the caller is a run that is closing, and the session is not open
     */
    Outcome<HeldSession> hold(Owner owner, ToolServer server, EraChoice era, Owner caller) throws InterruptedException {
        OwnerSessions<HeldSession> owned = sessionsOf(owner);
        HeldSession open = owned.held(server.name()).orElse(null);
        if (open != null) {
            return new Outcome.Succeeded<>(open);
        }
        RunOwner.requireOpen(caller);
        return owned.get(server.name(), () -> {
            HeldSession first = sharingResolver.takeFirstSession(server, owner);
            return first != null ? first : opener.open(server, era, owner);
        });
    }

    /** Opens a session that only the caller uses, with the account and the capabilities of an owner. */
    Outcome<UnsharedSession> openUnshared(Owner owner, ToolServer server) throws InterruptedException {
        OwnerSessions<HeldSession> owned = sessionsOf(owner);
        Object key = new Object();
        return switch (owned.openUnshared(
                key, () -> opener.open(server, SharingResolver.eraFor(server, Sharing.CALL), owner))) {
            case Outcome.Failed<HeldSession>(Throwable cause) -> new Outcome.Failed<>(cause);
            case Outcome.Succeeded<HeldSession>(HeldSession session) ->
                new Outcome.Succeeded<>(new UnsharedSession(session, () -> owned.closeUnshared(key, session)));
        };
    }

    /** Continues a session of an earlier process for an owner that has none with the server. */
    Outcome<HeldSession> resume(
            Owner owner, ToolServer server, ServerLocation.Remote location, ResumableSession session)
            throws InterruptedException {
        Outcome<HeldSession> resumed =
                sessionsOf(owner).get(server.name(), () -> opener.resume(server, location, session, owner));
        // The owner relies on the state of the session, even if it is lost before the first call in this process.
        generations(owner, server, owner).current().recordCall(CallSource.of(owner.id()));
        return resumed;
    }

    /** Records that a caller uses a session, and reports a reuse. Returns true if this is the first use of the session. */
    boolean recordUse(Owner owner, HeldSession session) {
        if (session.markUsed()) {
            return true;
        }
        metrics.reused(session.server().name());
        reporter.report(new SessionEvent.Reused(session.server().name(), owner.id(), session.id()));
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
     * @param message the message for callers that relied on the session
     */
    void lose(Owner owner, HeldSession session, String message, String reason) {
        OwnerSessions<HeldSession> owned = owners.get(owner);
        if (owned != null && owned.lose(session.server().name(), session, clock, message)) {
            String server = session.server().name();
            metrics.lost(server);
            // Before the close, whose event must come second.
            reporter.report(new SessionEvent.Lost(server, owner.id(), session.id(), reason));
            owned.closeInBackground(session);
        }
    }

    /** Closes a session whose idle timeout has passed. The invocations that used it learn of the loss. */
    void expire(Owner owner, HeldSession session) {
        String reason = "it was closed after " + session.idle().toSeconds() + " s without use";
        lose(owner, session, LossMessage.notSent(session.server().name(), session.era(), reason), reason);
    }

    /** Passes every held session with its owner to the action. */
    void forEach(BiConsumer<Owner, HeldSession> action) {
        owners.forEach((owner, owned) -> owned.held().forEach(session -> action.accept(owner, session)));
    }

    /** Closes all sessions of all owners, and refuses new ones. Blocks until they are closed. */
    @Override
    public void close() {
        closed = true;
        opener.close();
        program.close();
        sharedOwners.values().forEach(ClosableOwner::close);
        owners.keySet().forEach(this::end);
        sharingResolver.close();
    }

    private OwnerSessions<HeldSession> sessionsOf(Owner owner) {
        OwnerSessions<HeldSession> known = owners.get(owner);
        return known != null ? known : addSessions(owner);
    }

    private OwnerSessions<HeldSession> addSessions(Owner owner) {
        OwnerSessions<HeldSession> added;
        try {
            added = owners.computeIfAbsent(owner, first -> {
                first.atEnd(() -> end(first));
                return new OwnerSessions<>(first, HeldSession::close);
            });
        } catch (OwnerEnded e) {
            // close() ends the owners of shared sessions.
            requireOpen();
            throw e;
        }
        // Either close() sees the entry, or this method sees that close() was called.
        if (closed) {
            end(owner);
            throw new SessionsClosed();
        }
        return added;
    }

    private void end(Owner owner) {
        OwnerSessions<HeldSession> ending = owners.remove(owner);
        if (ending != null) {
            ending.end(closed ? new SessionsClosed() : new OwnerEnded(owner));
        }
    }
}
