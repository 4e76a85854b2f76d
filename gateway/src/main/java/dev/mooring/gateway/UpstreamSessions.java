package dev.mooring.gateway;

import dev.mooring.gateway.HandleState.UpstreamState;
import dev.mooring.handle.HandleKey;
import dev.mooring.handle.HandleStore;
import dev.mooring.handle.HandleStoreUnavailable;
import dev.mooring.mcp.Failure;
import dev.mooring.mcp.client.OpenFailed;
import dev.mooring.mcp.client.ResumableSession;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.session.CallOutcome;
import dev.mooring.session.HeldSession;
import dev.mooring.session.Sessions;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The upstream sessions of handles across processes: records each session in the store before its first result is returned,
 * and continues the sessions of an earlier process, or reports them as lost. Thread-safe.
 */
final class UpstreamSessions {
    private static final Logger LOG = LoggerFactory.getLogger(UpstreamSessions.class);

    private final Sessions sessions;
    private final HandleStore<HandleState> store;
    private final Consumer<HandleKey> onResumable;

    /**
     * Creates the sessions of one endpoint's handles.
     *
     * @param onResumable called with the key of a handle when the store has recorded a session that outlives this process;
     *     can throw {@link HandleStoreUnavailable}
     */
    UpstreamSessions(Sessions sessions, HandleStore<HandleState> store, Consumer<HandleKey> onResumable) {
        this.sessions = sessions;
        this.store = store;
        this.onResumable = onResumable;
    }

    /**
     * Continues the session of an earlier process with a server. Returns the outcome of a call that must not be sent, because
     * the session is lost or the server is unreachable; null if the call can be sent.
     */
    @Nullable
    CallOutcome resume(GatewayHandle handle, String server) throws InterruptedException {
        return handle.recorded().resume(server, session -> resume(handle, server, session));
    }

    private @Nullable CallOutcome resume(GatewayHandle handle, String server, @Nullable ResumableSession session)
            throws InterruptedException {
        if (session == null || !isRemote(server)) {
            return lost(handle, server, "when the gateway process that held it ended");
        }
        try {
            HeldSession held = sessions.resume(handle.owner(), server, session);
            handle.recorded().add(server, held.id());
            return null;
        } catch (OpenFailed e) {
            return e.failure() instanceof Failure.SessionForgotten
                    ? lost(handle, server, "while the gateway was not running: the server no longer knows it")
                    : unreachable(server, e.failure());
        }
    }

    private boolean isRemote(String server) {
        return sessions.server(server).location() instanceof ServerLocation.Remote;
    }

    private CallOutcome lost(GatewayHandle handle, String server, String how) {
        handle.recorded().removeInherited(server);
        var _ = update(handle, state -> state.without(server));
        return new CallOutcome.SessionLost(
                server,
                false,
                "The session with " + server + " was lost at "
                        + handle.recorded().inheritedAt() + ", " + how
                        + ". Everything the server kept for this session is gone. This call was NOT sent and nothing was"
                        + " done. Calling again uses a new session.");
    }

    private CallOutcome unreachable(String server, Failure failure) {
        return new CallOutcome.NotOpened(
                server,
                failure,
                "Cannot continue the session with " + server + " now, so nothing was done: "
                        + sessions.server(server).secrets().redact(failure.message())
                        + ". The session may still exist. Try again.");
    }

    /** Records the session that the handle holds with a server, unless the store knows it. */
    void record(GatewayHandle handle, String server) {
        HeldSession held = sessions.held(handle.owner(), server).orElse(null);
        if (held != null && !handle.recorded().has(server, held.id())) {
            handle.recorded().exclusively(() -> record(handle, server, held));
        }
    }

    private void record(GatewayHandle handle, String server, HeldSession held) {
        boolean isKnown = handle.recorded().hasAny(server) && !isRemote(server);
        var state = new UpstreamState(held.client().resumable().orElse(null));
        if (!isKnown && !update(handle, before -> before.with(server, state))) {
            return; // the next result tries again; until then the session does not count as resumable
        }
        handle.recorded().add(server, held.id());
        if (!isKnown && state.resumable() != null) {
            markResumable(handle);
        }
    }

    private void markResumable(GatewayHandle handle) {
        try {
            onResumable.accept(handle.key());
        } catch (HandleStoreUnavailable e) {
            LOG.debug("Cannot record a session as resumable: {}", e.getMessage());
        }
    }

    /** Changes what the store keeps of a handle. Returns false if the store fails. */
    boolean update(GatewayHandle handle, UnaryOperator<HandleState> change) {
        try {
            store.update(handle.id(), change);
            return true;
        } catch (HandleStoreUnavailable e) {
            LOG.debug("Cannot record a session: {}", e.getMessage());
            return false;
        }
    }

    /** Ends all sessions of a handle, also those of an earlier process. Blocks until they are closed. */
    void end(GatewayHandle handle) {
        handle.recorded()
                .exclusively(() -> handle.recorded()
                        .takeResumable()
                        .forEach((server, session) -> continueInherited(handle, server, session)));
        handle.close();
    }

    /** Makes the handle hold a session of an earlier process, so that it ends with the handle. */
    private void continueInherited(GatewayHandle handle, String server, ResumableSession session) {
        try {
            if (sessions.servers().containsKey(server) && isRemote(server)) {
                var _ = sessions.resume(handle.owner(), server, session);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (OpenFailed | RuntimeException e) {
            LOG.debug("Cannot end a session of an earlier process: {}", e.toString());
        }
    }

    /** Returns whether a session of the handle can outlive this process. */
    boolean isResumable(GatewayHandle handle) {
        return handle.recorded().hasResumable()
                || sessions.servers().keySet().stream()
                        .flatMap(server -> sessions.held(handle.owner(), server).stream())
                        .anyMatch(held -> held.client().resumable().isPresent());
    }

    /** Closes the connections of a handle, and leaves its remote sessions open for the next process. */
    void detach(GatewayHandle handle) {
        sessions.detach(handle.owner());
        handle.close();
    }
}
