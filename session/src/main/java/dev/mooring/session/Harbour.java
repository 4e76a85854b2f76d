package dev.mooring.session;

import dev.mooring.mcp.client.EraChoice;
import dev.mooring.run.Outcome;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What is held for whom, from the first use of a session to its loss or the end of its owner. */
final class Harbour implements AutoCloseable {
    private final Opener opener;
    private final SessionMetrics metrics;
    private final SessionListener listener;
    private final ClosableOwner program = new ClosableOwner("the program");
    private final Settlement settlement;
    private final Map<Owner, Moorings> owners = new ConcurrentHashMap<>();

    Harbour(Opener opener, SessionMetrics metrics, SessionListener listener) {
        this.opener = opener;
        this.metrics = metrics;
        this.listener = listener;
        this.settlement = new Settlement(opener, program);
    }

    Opener opener() {
        return opener;
    }

    /** Owns what all share. */
    Owner program() {
        return program;
    }

    Settlement settlement() {
        return settlement;
    }

    Collection<Moorings> all() {
        return owners.values();
    }

    /** The session that an owner has with a server by now. */
    Optional<HeldSession> ifOpen(Owner owner, String server) {
        return Optional.ofNullable(owners.get(owner))
                .flatMap(moorings -> moorings.sessions().held(server));
    }

    /** The session of an owner with a server, opened now if need be. */
    Outcome<HeldSession> hold(Owner owner, ToolServer server, EraChoice era) throws InterruptedException {
        Moorings moorings = moorings(owner);
        HeldSession open = moorings.sessions().held(server.name()).orElse(null);
        if (open != null) {
            return new Outcome.Succeeded<>(open);
        }
        return moorings.sessions().get(server.name(), () -> {
            HeldSession spare = settlement.takeSpare(server);
            return spare != null ? spare : opener.open(server, era, owner.id());
        });
    }

    /** Tells of a session that somebody is given to use. True if it was opened for that, and nobody had it before. */
    boolean countUse(Owner owner, HeldSession session) {
        if (session.isNew()) {
            return true;
        }
        metrics.reused(session.server().name());
        listener.onEvent(new SessionEvent.Reused(session.server().name(), owner.id(), session.id()));
        return false;
    }

    Moorings moorings(Owner owner) {
        Moorings known = owners.get(owner);
        return known != null
                ? known
                : owners.computeIfAbsent(owner, first -> {
                    Moorings made = new Moorings(first);
                    first.atEnd(() -> end(first));
                    return made;
                });
    }

    private void end(Owner owner) {
        Moorings ending = owners.remove(owner);
        if (ending != null) {
            ending.end();
        }
    }

    /** @param finder the invocation that found out, which is told otherwise; null if none did */
    void lose(Moorings moorings, HeldSession session, @Nullable String finder, String text, String reason) {
        if (moorings.lose(session, finder, text)) {
            String server = session.server().name();
            metrics.lost(server);
            listener.onEvent(new SessionEvent.Lost(server, moorings.owner().id(), session.id(), reason));
            moorings.closeAside(session);
        }
    }

    void expire(Moorings moorings, HeldSession session) {
        String reason = "it was closed after " + session.idle().toSeconds() + " s without use";
        lose(moorings, session, null, LossText.nothingDone(session.server().name(), session.era(), reason), reason);
    }

    @Override
    public void close() {
        program.close();
        owners.keySet().forEach(this::end);
        settlement.close();
    }
}
