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
import dev.mooring.handle.Handles;
import dev.mooring.handle.InMemoryHandleStore;
import dev.mooring.handle.Lookup;
import dev.mooring.handle.MintResult;
import dev.mooring.handle.StoredHandle;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.server.Caller;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    private final HandleStore<GatewayHandle> store;
    private final Handles<GatewayHandle> handles;
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

    /** @param transportIdle the idle timeout of transport sessions */
    GatewayHandles(HandleLimits limits, Duration transportIdle) {
        this.idle = limits.idle();
        this.store = new InMemoryHandleStore<>(HandleStoreOptions.<GatewayHandle>of(limits)
                .inUse(this::isInUse)
                .onEnd(ended -> release(ended.handle().state())));
        this.handles = new Handles<>(store);
        this.bindings = Caffeine.newBuilder()
                .expireAfterAccess(transportIdle.plus(LONGEST_CALL))
                .maximumSize(MAX_BINDINGS)
                .executor(Runnable::run) // maintenance is too short for a thread switch
                .build();
    }

    private boolean isInUse(HandleKey key) {
        GatewayHandle handle = live.get(key);
        return handle != null && handle.isInUse();
    }

    private void release(GatewayHandle handle) {
        handle.close();
        live.remove(handle.key()); // after the close, so that a new handle can wait for it
    }

    /** Waits until the upstream sessions of evicted handles are closed, because a new handle needs their room. */
    private void closeEvicted() {
        live.values().stream()
                .filter(handle -> store.get(handle.id()).isEmpty())
                .forEach(this::release);
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
        return switch (handles.find(id, owner(caller))) {
            case Lookup.Found<GatewayHandle>(Handle<GatewayHandle> handle) ->
                new Selection.Selected(handle.state(), false);
            case Lookup.Ended<GatewayHandle>(HandleEnd end) ->
                new Selection.Refused(EndMessages.ended(end, idle, argument));
            case Lookup.NotFound<GatewayHandle> _ -> unknown(argument);
        };
    }

    private Selection mint(Caller caller, String argument) {
        return switch (handles.mint(
                owner(caller), id -> new GatewayHandle(id, caller.principal(), nameOf(caller), caller.sessionId()))) {
            case MintResult.Minted<GatewayHandle>(Handle<GatewayHandle> handle) -> {
                live.put(handle.state().key(), handle.state());
                closeEvicted();
                yield new Selection.Selected(handle.state(), true);
            }
            case MintResult.Refused<GatewayHandle>(Limit limit, int maximum) ->
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
        store.touch(handle.id());
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
        store.remove(handle.id());
        release(handle);
    }

    /** Expires idle handles. */
    void sweep() {
        store.sweep();
    }

    List<GatewayHandle> all() {
        return store.handles().stream().map(StoredHandle::state).toList();
    }

    /** Ends all handles. Blocks until the upstream sessions are closed. */
    void close() {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            all().forEach(handle -> threads.execute(() -> end(handle)));
        }
    }

    private Selection.Refused unknown(String argument) {
        return new Selection.Refused(EndMessages.unknown(idle, argument));
    }

    /** Returns the message for a call that found its handle, which ended before the call was sent. */
    String endedMessage(GatewayHandle handle, String argument) {
        return store.tombstone(handle.id())
                .map(tombstone -> EndMessages.ended(tombstone.end(), idle, argument))
                .orElseGet(() -> EndMessages.unknown(idle, argument));
    }

    private String limitMessage(Limit limit, int maximum, String argument) {
        String scope = limit == Limit.PER_PRINCIPAL ? "per caller" : "for all callers together";
        return "Session limit reached (" + maximum + " " + scope
                + "). Nothing was done. To continue an open session, pass"
                + " its " + argument + ". To make room, end a session; a session also ends after "
                + SessionArgument.inWords(idle) + " without use.";
    }
}
