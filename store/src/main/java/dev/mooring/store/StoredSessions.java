package dev.mooring.store;

import dev.mooring.handle.Handle;
import dev.mooring.handle.HandleCodec;
import dev.mooring.handle.HandleId;
import dev.mooring.handle.HandleLimits;
import dev.mooring.handle.HandleOwner;
import dev.mooring.handle.HandleStore;
import dev.mooring.handle.HandleStoreOptions;
import dev.mooring.handle.HandleStoreUnavailable;
import dev.mooring.handle.HandleStores;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import dev.mooring.mcp.ProtocolVersion;
import dev.mooring.mcp.server.http.sessions.SessionStore;
import dev.mooring.mcp.server.http.sessions.SessionStoreUnavailable;
import dev.mooring.mcp.server.http.sessions.StoredSession;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The sessions of legacy clients, kept like handles: a session is a handle whose id the client's session id determines.
 * Thread-safe. Close before the stores.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class StoredSessions implements SessionStore, AutoCloseable {
    private final String endpoint;
    private final HandleStore<StoredSession> store;

    private StoredSessions(String endpoint, HandleStore<StoredSession> store) {
        this.endpoint = endpoint;
        this.store = store;
    }

    /**
     * Opens the sessions of one endpoint.
     *
     * @param endpoint separates these sessions from those of other endpoints in the same stores
     * @param idle how long a session is kept without use
     * @param maximum limit on the number of sessions; one more replaces the idlest
     */
    public static StoredSessions open(HandleStores stores, String endpoint, Duration idle, int maximum) {
        return open(stores, endpoint, idle, maximum, InstantSource.system());
    }

    static StoredSessions open(HandleStores stores, String endpoint, Duration idle, int maximum, InstantSource clock) {
        var options = HandleStoreOptions.<StoredSession>of(new HandleLimits(idle, maximum, maximum))
                .evictingIdlest()
                .withoutTombstones()
                .clock(clock);
        return new StoredSessions(endpoint, stores.open("transport/" + endpoint, new Codec(), options));
    }

    /** Returns the key of a session. It depends on the endpoint, because all endpoints share one space of keys. */
    private HandleId key(String id) {
        return HandleId.derivedFrom(endpoint, id);
    }

    @Override
    public void put(String id, StoredSession session) {
        String principal = session.principal();
        HandleOwner owner = principal == null ? HandleOwner.ANONYMOUS : HandleOwner.principal(principal);
        try {
            var _ = store.put(new Handle<>(key(id), owner, session));
        } catch (HandleStoreUnavailable e) {
            throw new SessionStoreUnavailable(String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public Optional<StoredSession> find(String id) {
        try {
            return store.get(key(id)).map(Handle::state);
        } catch (HandleStoreUnavailable e) {
            throw new SessionStoreUnavailable(String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public void use(String id) {
        try {
            store.touch(key(id));
        } catch (HandleStoreUnavailable e) {
            // The endpoint has the session; its next lookup in another process reports the failure.
        }
    }

    @Override
    public void remove(String id) {
        try {
            store.remove(key(id));
        } catch (HandleStoreUnavailable e) {
            // The session expires like any other.
        }
    }

    @Override
    public void close() {
        store.close();
    }

    /** Writes a session as {@code {"principal"?,"version","client"?,"capabilities"}}. */
    private static final class Codec implements HandleCodec<StoredSession> {
        @Override
        public String encode(StoredSession session) {
            ObjectNode json = Json.object().put("version", session.version().text());
            if (session.principal() != null) {
                json.put("principal", session.principal());
            }
            if (session.clientInfo() != null) {
                json.set("client", session.clientInfo());
            }
            json.set("capabilities", session.capabilities());
            return Json.text(json);
        }

        @Override
        public StoredSession decode(String text) {
            try {
                JsonNode json = Json.parse(text);
                var version = new ProtocolVersion(json.path("version").stringValue(""));
                @Nullable ObjectNode capabilities = Json.objectAt(json, "capabilities");
                if (!version.isSupported() || capabilities == null) {
                    throw new IllegalArgumentException("Not a session that this version of Mooring can read");
                }
                return new StoredSession(
                        Json.stringAt(json, "principal"), version, Json.objectAt(json, "client"), capabilities);
            } catch (MalformedJson e) {
                throw new IllegalArgumentException("Not a session: malformed JSON", e);
            }
        }
    }
}
