package dev.mooring.mcp.server.http.sessions;

import java.util.Optional;
import org.apiguardian.api.API;

/**
 * The port to a store for the sessions of legacy clients, so that they survive a restart. The endpoint caches the sessions
 * that it has used in this process, and looks up only the others.
 *
 * <p>Implementations are thread-safe, store no usable session id, and remove sessions that were not used for the endpoint's
 * idle timeout. A store that keeps sessions in memory while it fails reports a failure only in {@link #find}.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface SessionStore {
    /** Keeps no session beyond the process. */
    SessionStore NONE = new SessionStore() {
        @Override
        public void put(String id, StoredSession session) {}

        @Override
        public Optional<StoredSession> find(String id) {
            return Optional.empty();
        }

        @Override
        public void use(String id) {}

        @Override
        public void remove(String id) {}
    };

    /**
     * Keeps a new session. The session is stored when this returns.
     *
     * @throws SessionStoreUnavailable if the store fails, and other processes would not find the session
     */
    void put(String id, StoredSession session);

    /**
     * Returns a session that has not expired.
     *
     * @throws SessionStoreUnavailable if the store fails, so that it is unknown whether the session exists
     */
    Optional<StoredSession> find(String id);

    /** Restarts the idle timeout of a session. The store may apply this some time later. */
    void use(String id);

    /** Removes a session. */
    void remove(String id);
}
