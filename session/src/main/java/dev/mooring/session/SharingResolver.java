package dev.mooring.session;

import dev.mooring.mcp.Era;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.OpenFailed;
import dev.mooring.run.Outcome;
import dev.mooring.run.RunEnded;
import dev.mooring.run.SingleFlight;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Decides which calls share a session with a server. Without a setting, that depends on the era of the server. The
 * resolver detects the era once per server and account, on a connection that becomes the first held session. Thread-safe.
 */
final class SharingResolver {
    private final Opener opener;
    private final SingleFlight<Key, Detection> detections;

    private record Key(String server, Account account) {
        static Key of(ToolServer server, Owner owner) {
            return new Key(server.name(), owner.account(server));
        }
    }

    /**
     * A detected era, with the connection that detected it.
     *
     * @param first the session on that connection, until the registry takes it; then null
     */
    private record Detection(Sharing sharing, AtomicReference<@Nullable HeldSession> first) {
        void close() {
            HeldSession session = first.getAndSet(null);
            if (session != null) {
                session.close();
            }
        }
    }

    SharingResolver(Opener opener, Owner program) {
        this.opener = opener;
        this.detections = new SingleFlight<>(program.threads(), Detection::close);
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
        Detection detected = detections.held(key).orElse(null);
        if (detected != null) {
            return new Outcome.Succeeded<>(detected.sharing());
        }
        RunOwner.requireOpen(owner);
        return switch (detections.get(key, () -> detect(server, owner))) {
            case Outcome.Succeeded<Detection>(Detection detection) -> new Outcome.Succeeded<>(detection.sharing());
            case Outcome.Failed<Detection>(Throwable cause) -> new Outcome.Failed<>(cause);
        };
    }

    private Detection detect(ToolServer server, Owner owner) throws OpenFailed, InterruptedException {
        HeldSession first = opener.open(server, eraFor(server, null), owner);
        return new Detection(first.era() == Era.LEGACY ? Sharing.RUN : Sharing.SHARED, new AtomicReference<>(first));
    }

    /**
     * Removes and returns the session of the owner's account that detected the era; null if no session did, or if another
     * caller has taken it. The caller closes it.
     */
    @Nullable
    HeldSession takeFirstSession(ToolServer server, Owner owner) {
        Detection detection = detections.held(Key.of(server, owner)).orElse(null);
        return detection == null ? null : detection.first().getAndSet(null);
    }

    /** Aborts detections in flight, refuses new ones, and closes the sessions that the registry did not take. */
    void close() {
        detections.close(new SessionsClosed()).values().forEach(Detection::close);
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
