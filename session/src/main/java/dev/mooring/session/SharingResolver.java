package dev.mooring.session;

import dev.mooring.mcp.Era;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.OpenFailed;
import dev.mooring.run.Outcome;
import dev.mooring.run.RunEnded;
import dev.mooring.run.SingleFlight;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Decides which calls share a session with a server. Without a setting, that depends on the era of the server. The
 * resolver detects the era once per server and account, on a connection that becomes the first held session. Thread-safe.
 */
final class SharingResolver {
    private final Opener opener;
    private final SingleFlight<Key, Sharing> detections;

    /** The connections that detected an era, until the registry takes them. */
    private final Map<Key, HeldSession> firstSessions = new ConcurrentHashMap<>();

    private record Key(String server, Account account) {
        static Key of(ToolServer server, Owner owner) {
            return new Key(server.name(), owner.account(server));
        }
    }

    SharingResolver(Opener opener, Owner program) {
        this.opener = opener;
        this.detections = new SingleFlight<>(program.threads(), _ -> closeFirstSessions());
    }

    /**
     * Returns the configured sharing of a tool, or else the default for the era. Concurrent callers share one detection.
     *
     * @throws RunEnded if the owner is a run that is closing, and the era is not known
     */
    Outcome<Sharing> resolve(ToolServer server, String tool, Owner owner) throws InterruptedException {
        Sharing configured = server.settings().sharing().forTool(tool);
        if (configured != null) {
            return new Outcome.Succeeded<>(configured);
        }
        Key key = Key.of(server, owner);
        Sharing detected = detections.held(key).orElse(null);
        if (detected != null) {
            return new Outcome.Succeeded<>(detected);
        }
        RunOwner.requireOpen(owner);
        return detections.get(key, () -> detect(server, owner));
    }

    private Sharing detect(ToolServer server, Owner owner) throws OpenFailed, InterruptedException {
        HeldSession first = opener.open(server, eraFor(server, null), owner);
        firstSessions.put(Key.of(server, owner), first);
        return first.era() == Era.LEGACY ? Sharing.RUN : Sharing.SHARED;
    }

    /**
     * Removes and returns the session of the owner's account that detected the era; null if no session did, or if another
     * caller has taken it. The caller closes it.
     */
    @Nullable
    HeldSession takeFirstSession(ToolServer server, Owner owner) {
        return firstSessions.remove(Key.of(server, owner));
    }

    /** Aborts detections in flight, refuses new ones, and closes the sessions that the registry did not take. */
    void close() {
        detections.close(new SessionsClosed());
        closeFirstSessions();
    }

    private void closeFirstSessions() {
        for (Key key : Set.copyOf(firstSessions.keySet())) {
            HeldSession session = firstSessions.remove(key);
            if (session != null) {
                session.close();
            }
        }
    }

    /** Returns the configured era, or else prefers legacy where a separate session keeps state separate. */
    static EraChoice eraFor(ToolServer server, @Nullable Sharing sharing) {
        EraChoice configured = server.settings().era();
        if (configured != null) {
            return configured;
        }
        return sharing == Sharing.SHARED || sharing == Sharing.CALL ? EraChoice.DETECT : EraChoice.LEGACY_IF_OFFERED;
    }
}
