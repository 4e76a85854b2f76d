package dev.mooring.gateway;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.mooring.gateway.schema.SessionArgument;
import dev.mooring.handle.Handle;
import dev.mooring.handle.HandleEnd;
import dev.mooring.handle.HandleId;
import dev.mooring.handle.HandleKey;
import dev.mooring.handle.HandleLimits;
import dev.mooring.handle.HandleOwner;
import dev.mooring.handle.HandleStore;
import dev.mooring.handle.HandleStore.Limit;
import dev.mooring.handle.HandleStoreOptions;
import dev.mooring.handle.HandleStoreUnavailable;
import dev.mooring.handle.Handles;
import dev.mooring.handle.Lookup;
import dev.mooring.handle.MintResult;
import dev.mooring.handle.StoredHandle;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.server.Caller;
import dev.mooring.session.Sessions;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The handles of one endpoint, and their bindings to the transport sessions of legacy clients. Thread-safe.
 *
 * <p>The handle store expires idle handles. A binding outlives its handle, so that the next call of the transport session
 * reports the end of the handle instead of silently starting with empty state.
 */
final class GatewayHandles {
    /** A binding counts its idle time from the start of a call, a transport session from the end. */
    private static final Duration LONGEST_CALL = Duration.ofHours(24);

    private static final int MAX_BINDINGS = 100_000;

    private final Duration idle;
    private final HandleStore<HandleState> store;
    private final Handles<HandleState> handles;
    private final UpstreamSessions upstreams;
    private final boolean isDurable;
    private final Cache<String, HandleId> bindings;
    private final Map<HandleKey, GatewayHandle> live = new ConcurrentHashMap<>();

    /** The handle that a request uses. */
    sealed interface Selection {
        /**
         * The request uses this handle.
         *
         * @param isNew whether this request minted the handle, so that the model does not know it yet
         */
        record Selected(GatewayHandle handle, boolean isNew) implements Selection {}

        /**
         * The request has no handle.
         *
         * @param message the reason, and what the caller can do
         */
        record Refused(String message) implements Selection {}
    }

    /**
     * Opens the handles of an endpoint, with those of an earlier process.
     *
     * @param scope the name of the endpoint in the store
     * @param transportIdle the idle timeout of transport sessions
     */
    GatewayHandles(
            String scope, HandleLimits limits, Duration transportIdle, Sessions sessions, GatewayOptions options) {
        this.idle = limits.idle();
        this.isDurable = options.stores().isDurable();
        this.store = options.stores()
                .open(
                        scope,
                        new HandleStateCodec(new Seal(options.sealKey())),
                        HandleStoreOptions.<HandleState>of(limits)
                                .inUse(this::isInUse)
                                .onEnd(ended -> release(ended.handle().key())));
        this.handles = new Handles<>(store);
        this.upstreams = new UpstreamSessions(sessions, store);
        this.bindings = Caffeine.newBuilder()
                .expireAfterAccess(transportIdle.plus(LONGEST_CALL))
                .maximumSize(MAX_BINDINGS)
                .executor(Runnable::run) // maintenance is too short for a thread switch
                .build();
        store.handles().forEach(this::inherit);
    }

    /** Continues a handle of an earlier process, unless all its sessions ended with that process. */
    private void inherit(StoredHandle<HandleState> stored) {
        if (stored.state().isResumable()) {
            live.put(stored.key(), GatewayHandle.inherited(stored));
        } else {
            store.remove(stored.key(), HandleEnd.Reason.LOST);
        }
    }

    private boolean isInUse(HandleKey key) {
        GatewayHandle handle = live.get(key);
        return handle != null && handle.isInUse();
    }

    private void release(HandleKey key) {
        GatewayHandle handle = live.get(key);
        if (handle != null) {
            upstreams.end(handle); // first: a concurrent caller waits for it too
            live.remove(key);
        }
    }

    /** Waits until the upstream sessions of evicted handles are closed, because a new handle needs their room. */
    private void closeEvicted() {
        if (live.size() <= store.count()) {
            return;
        }
        Set<HandleKey> released =
                new HashSet<>(live.keySet()); // before the store is asked, which has a new handle first
        store.handles().forEach(kept -> released.remove(kept.key()));
        released.removeIf(this::isInUse);
        released.forEach(this::release);
    }

    UpstreamSessions upstreams() {
        return upstreams;
    }

    /** Returns the idle time after which a handle ends. */
    Duration idle() {
        return idle;
    }

    /**
     * Selects the handle of a tool call: the handle that the call names, else the handle of its transport session, else a
     * new one.
     *
     * @param id the session id in the arguments of the call, or null if they have none
     * @param argument the name of the argument, for messages
     */
    Selection select(Caller caller, @Nullable String id, String argument) {
        if (id != null) {
            return find(id, caller, argument);
        }
        String transportSession = caller.sessionId();
        return transportSession == null ? mint(caller, argument) : selectBound(caller, transportSession, argument);
    }

    private Selection selectBound(Caller caller, String transportSession, String argument) {
        HandleId bound = bindings.getIfPresent(transportSession);
        if (bound == null) {
            // Parallel first calls of a transport session share one handle.
            AtomicReference<@Nullable Selection> minted = new AtomicReference<>();
            bound = bindings.asMap().computeIfAbsent(transportSession, _ -> {
                Selection selection = mint(caller, argument);
                minted.set(selection);
                return selection instanceof Selection.Selected(GatewayHandle handle, boolean _) ? handle.id() : null;
            });
            Selection own = minted.get();
            if (own != null || bound == null) {
                return own == null ? unknown(argument) : own;
            }
        }
        Selection selection = find(bound, caller, argument);
        if (selection instanceof Selection.Refused) {
            bindings.asMap().remove(transportSession, bound); // report the end once; the next call mints a handle
        }
        return selection;
    }

    /**
     * Selects the handle of a request that mints none: the handle of its transport session, else the handle that the
     * request names. Empty if the request has neither.
     */
    Optional<Selection> selectExisting(Caller caller, @Nullable String id, String argument) {
        HandleId bound = boundTo(caller);
        if (bound != null && find(bound, caller, argument) instanceof Selection.Selected selected) {
            return Optional.of(selected);
        }
        return id == null ? Optional.empty() : Optional.of(find(id, caller, argument));
    }

    private @Nullable HandleId boundTo(Caller caller) {
        String transportSession = caller.sessionId();
        return transportSession == null ? null : bindings.getIfPresent(transportSession);
    }

    private Selection find(String id, Caller caller, String argument) {
        return HandleId.parse(id).map(parsed -> find(parsed, caller, argument)).orElseGet(() -> unknown(argument));
    }

    private Selection find(HandleId id, Caller caller, String argument) {
        GatewayHandle handle = live.get(HandleKey.of(id));
        try {
            if (handle != null && handle.belongsTo(owner(caller)) && store.touch(id)) {
                handle.identify(id);
                return new Selection.Selected(handle, false);
            }
            return handles.find(id, owner(caller)) instanceof Lookup.Ended<HandleState>(HandleEnd end)
                    ? new Selection.Refused(EndMessages.ended(end, idle, argument))
                    : unknown(argument);
        } catch (HandleStoreUnavailable e) {
            return new Selection.Refused(String.valueOf(e.getMessage()));
        }
    }

    private Selection mint(Caller caller, String argument) {
        return switch (handles.mint(
                owner(caller),
                id -> new HandleState(GatewayHandle.labelOf(id), nameOf(caller), Instant.now(), Map.of()))) {
            case MintResult.Minted<HandleState>(Handle<HandleState> minted) -> {
                GatewayHandle handle =
                        GatewayHandle.minted(minted.id(), minted.owner(), minted.state(), caller.sessionId());
                live.put(handle.key(), handle);
                closeEvicted();
                yield new Selection.Selected(handle, true);
            }
            case MintResult.Refused<HandleState>(Limit limit, int maximum) ->
                new Selection.Refused(limitMessage(limit, maximum, argument));
        };
    }

    /** Anonymous callers count as one owner, whose name no token has. */
    private static HandleOwner owner(Caller caller) {
        String principal = caller.principal();
        return HandleOwner.principal(principal == null ? "" : principal);
    }

    private static String nameOf(Caller caller) {
        String principal = caller.principal();
        Implementation client = caller.client();
        return principal != null ? principal : client == null ? "" : client.displayName();
    }

    /** Restarts the idle timeout of a handle. */
    void touch(GatewayHandle handle) {
        try {
            store.touch(handle.id());
        } catch (HandleStoreUnavailable e) {
            // The next call of the handle reports it.
        }
    }

    /**
     * Ends the handle that the caller names, or the handle of its transport session. Returns why the caller has no such
     * handle, or empty if it has ended. Blocks until the upstream sessions are closed.
     */
    Optional<String> end(Caller caller, @Nullable String id, String argument) {
        HandleId bound = boundTo(caller);
        return switch (find(id != null ? id : bound == null ? "" : bound.text(), caller, argument)) {
            case Selection.Selected(GatewayHandle handle, boolean _) -> {
                end(handle);
                yield Optional.empty();
            }
            case Selection.Refused(String message) -> Optional.of(message);
        };
    }

    /** Ends a handle at its caller's request. Blocks until the upstream sessions are closed. */
    void end(GatewayHandle handle) {
        String transportSession = handle.transportSession();
        if (transportSession != null) {
            bindings.asMap().remove(transportSession, handle.id());
        }
        evict(handle);
    }

    /** Ends a handle; the next call of its caller reports the end. Blocks until the upstream sessions are closed. */
    void evict(GatewayHandle handle) {
        store.remove(handle.key(), HandleEnd.Reason.ENDED);
        release(handle.key());
    }

    /** Expires idle handles. */
    void sweep() {
        store.sweep();
    }

    List<GatewayHandle> all() {
        return List.copyOf(live.values());
    }

    /**
     * Releases all handles. If they outlive this process, remote sessions stay open for the next one, and handles without
     * such a session are lost; otherwise all handles end. Blocks until the upstream sessions are closed.
     */
    void close() {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            all().forEach(handle -> threads.execute(() -> close(handle)));
        }
        store.close();
    }

    private void close(GatewayHandle handle) {
        if (!isDurable) {
            end(handle);
        } else if (upstreams.isResumable(handle)) {
            live.remove(handle.key());
            upstreams.detach(handle);
        } else {
            store.remove(handle.key(), HandleEnd.Reason.LOST);
            release(handle.key());
        }
    }

    private Selection.Refused unknown(String argument) {
        return new Selection.Refused(EndMessages.unknown(idle, argument));
    }

    /** Returns the message for a call that found its handle, which ended before the call was sent. */
    String endedMessage(GatewayHandle handle, String argument) {
        try {
            return store.tombstone(handle.id())
                    .map(tombstone -> EndMessages.ended(tombstone.end(), idle, argument))
                    .orElseGet(() -> EndMessages.unknown(idle, argument));
        } catch (HandleStoreUnavailable e) {
            return String.valueOf(e.getMessage());
        }
    }

    private String limitMessage(Limit limit, int maximum, String argument) {
        String scope = limit == Limit.PER_PRINCIPAL ? "per caller" : "for all callers together";
        return "Session limit reached (" + maximum + " " + scope
                + "). Nothing was done. To continue an open session, pass"
                + " its " + argument + ". To make room, end a session; a session also ends after "
                + SessionArgument.inWords(idle) + " without use.";
    }
}
