package dev.mooring.session;

import dev.mooring.mcp.Era;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.OpenFailed;
import dev.mooring.run.Outcome;
import dev.mooring.run.RunEnded;
import dev.mooring.run.SingleFlight;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Decides which calls share a session with a server. Without a setting, that depends on the era of the server. The
 * resolver detects the era once per server and account, on a connection that becomes the first held session. Thread-safe.
 */
final class SharingResolver {
    private final Opener opener;
    private final BiFunction<Owner, String, Optional<HeldSession>> held;
    private final SingleFlight<Key, Detection> detections;

    private record Key(String server, Account account) {
        static Key of(ToolServer server, Owner owner) {
            return new Key(server.name(), owner.account(server));
        }
    }

    /**
     * A detected era, with the connection that detected it.
     *
     * @param owner the owner for which that connection was opened
     * @param first the session on that connection, until the registry takes it or the owner ends; then null
     */
    private record Detection(Sharing sharing, Owner owner, AtomicReference<@Nullable HeldSession> first) {
        void close() {
            HeldSession session = first.getAndSet(null);
            if (session != null) {
                session.close();
            }
        }
    }

    /** @param held returns the open session of an owner with a server */
    SharingResolver(Opener opener, Owner program, BiFunction<Owner, String, Optional<HeldSession>> held) {
        this.opener = opener;
        this.held = held;
        this.detections = new SingleFlight<>(program.threads(), Detection::close);
    }

    /**
     * Returns the configured sharing of a tool, or else the default for the era. Concurrent callers share one detection. An open
     * session of the owner makes the detection unnecessary.
     *
     * @param owner the owner of sessions with {@link Sharing#RUN}
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
        HeldSession open = held.apply(owner, server.name()).orElse(null);
        if (open != null) {
            return new Outcome.Succeeded<>(defaultFor(open));
        }
        RunOwner.requireOpen(owner);
        return switch (detections.get(key, () -> detect(server, owner))) {
            case Outcome.Succeeded<Detection>(Detection detection) -> new Outcome.Succeeded<>(detection.sharing());
            case Outcome.Failed<Detection>(Throwable cause) -> new Outcome.Failed<>(cause);
        };
    }

    private static Sharing defaultFor(HeldSession session) {
        return session.era() == Era.LEGACY ? Sharing.RUN : Sharing.SHARED;
    }

    private Detection detect(ToolServer server, Owner owner) throws OpenFailed, InterruptedException {
        HeldSession first = opener.open(server, eraFor(server, null), owner);
        Detection detection = new Detection(defaultFor(first), owner, new AtomicReference<>(first));
        try {
            owner.atEnd(detection::close);
        } catch (RuntimeException e) {
            detection.close(); // the owner has ended
        }
        return detection;
    }

    /**
     * Removes and returns the session that detected the era, if the owner may hold it; null if there is none, or if another
     * caller has taken it. The caller closes it.
     *
     * <p>A session of a legacy server declares the capabilities of the owner for which it was opened, so no other owner may hold it.
     */
    @Nullable
    HeldSession takeFirstSession(ToolServer server, Owner owner) {
        Detection detection = detections.held(Key.of(server, owner)).orElse(null);
        return detection == null
                        || (detection.sharing() == Sharing.RUN
                                && !detection.owner().equals(owner))
                ? null
                : detection.first().getAndSet(null);
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
