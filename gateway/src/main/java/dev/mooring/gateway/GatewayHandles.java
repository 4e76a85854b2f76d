package dev.mooring.gateway;

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
import dev.mooring.mcp.server.Exchange;
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

/** The handles of one endpoint: selects the handle of each request, and mints and ends handles. Thread-safe. */
final class GatewayHandles {
    /** A binding counts its idle time from the start of a call, a transport session from the end. */
    private static final Duration LONGEST_CALL = Duration.ofHours(24);

    private final Duration idle;
    private final HandleStore<HandleState> store;
    private final Handles<HandleState> handles;
    private final UpstreamSessions upstreams;
    private final boolean isDurable;
    private final BindingKeys bindingKeys;
    private final Bindings bindings;
    private final Map<HandleKey, GatewayHandle> live = new ConcurrentHashMap<>();

    /** The handle that a request uses. */
    sealed interface Selection {
        /**
         * The request uses this handle.
         *
         * @param isNew whether this request minted the handle, so that the model does not know it yet
         * @param others the number of other sessions that the caller may have meant, because nothing binds the request
         */
        record Selected(GatewayHandle handle, boolean isNew, int others) implements Selection {}

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
                                .evictingByRank(this::evictionRank)
                                .onEnd(ended -> release(ended.handle().key())));
        this.handles = new Handles<>(store);
        this.upstreams = new UpstreamSessions(sessions, store);
        this.bindingKeys = options.bindingKeys(scope);
        this.bindings = new Bindings(scope, transportIdle.plus(LONGEST_CALL), options);
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

    private int evictionRank(HandleKey key) {
        GatewayHandle handle = live.get(key);
        return handle == null ? HandleStoreOptions.KEEP : handle.evictionRank();
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
     * Selects the handle of a tool call: the handle that the call names, else the handle of its conversation or transport
     * session, else a new one.
     *
     * @param id the session id in the arguments of the call, or null if they have none
     * @param argument the name of the argument, for messages
     */
    Selection select(Exchange exchange, @Nullable String id, String argument) {
        Caller caller = exchange.caller();
        if (id != null) {
            return find(id, caller, argument);
        }
        HandleId binding = bindingKeys.of(exchange);
        Selection selection;
        try {
            selection = binding == null ? mint(caller, null, argument) : selectBound(caller, binding, argument);
        } catch (HandleStoreUnavailable e) {
            return new Selection.Refused(String.valueOf(e.getMessage()));
        }
        if (selection instanceof Selection.Selected selected && selected.isNew()) {
            closeEvicted(); // only now: it can take long, and the binding is locked while a handle is minted
        }
        return selection;
    }

    private Selection selectBound(Caller caller, HandleId binding, String argument) {
        AtomicReference<@Nullable Selection> minted = new AtomicReference<>();
        HandleId bound = bindings.findOrBind(binding, owner(caller), () -> {
            Selection selection = mint(caller, binding, argument);
            minted.set(selection);
            return selection instanceof Selection.Selected selected
                    ? selected.handle().id()
                    : null;
        });
        Selection own = minted.get();
        if (own != null || bound == null) {
            return own == null ? unknown(argument) : own;
        }
        Selection selection = lookUp(bound, caller, argument); // if the store fails, the binding stays
        if (selection instanceof Selection.Selected selected) {
            selected.handle().bindTo(binding);
        } else {
            bindings.remove(binding, bound); // report the end once; the next call mints a handle
        }
        return selection;
    }

    /**
     * Selects the handle of a request that mints none: the handle that the request names, else the handle of its
     * conversation or transport session. Empty if the request has neither. The end of a handle is reported until a tool call
     * reports it.
     */
    Optional<Selection> selectExisting(Exchange exchange, @Nullable String id, String argument) {
        return id != null
                ? Optional.of(find(id, exchange.caller(), argument))
                : selectBound(exchange.caller(), argument, bindingKeys.of(exchange));
    }

    /** Selects the handle of the caller's transport session; empty if it has none. */
    Optional<Selection> selectOfTransport(Caller caller, String argument) {
        return selectBound(caller, argument, bindingKeys.ofTransport(caller));
    }

    private Optional<Selection> selectBound(Caller caller, String argument, @Nullable HandleId binding) {
        try {
            return Optional.ofNullable(binding == null ? null : bindings.find(binding))
                    .map(bound -> find(bound, caller, argument));
        } catch (HandleStoreUnavailable e) {
            return Optional.of(new Selection.Refused(String.valueOf(e.getMessage())));
        }
    }

    /** Makes the handle of a transport session that its client has deleted the first to be evicted at a limit. */
    void onTransportDeleted(Caller caller) {
        HandleId binding = bindingKeys.ofTransport(caller);
        try {
            HandleId bound = binding == null ? null : bindings.find(binding);
            if (binding == null || bound == null) {
                return;
            }
            bindings.remove(binding, bound);
            GatewayHandle handle = live.get(HandleKey.of(bound));
            if (handle != null) {
                handle.identify(bound);
                mark(handle, HandleMark.DISCONNECTED);
            }
        } catch (HandleStoreUnavailable e) {
            // The handle expires like any other.
        }
    }

    private void mark(GatewayHandle handle, HandleMark mark) {
        if (handle.mark(mark)) {
            upstreams.update(handle, state -> state.marked(mark));
        }
    }

    /** Finds an open handle of the caller whose id this process knows. */
    Optional<GatewayHandle> findLive(HandleKey key, Caller caller) {
        return Optional.ofNullable(live.get(key))
                .filter(handle -> handle.belongsTo(owner(caller)) && handle.isIdentified());
    }

    private Selection find(String id, Caller caller, String argument) {
        return HandleId.parse(id).map(parsed -> find(parsed, caller, argument)).orElseGet(() -> unknown(argument));
    }

    private Selection find(HandleId id, Caller caller, String argument) {
        try {
            return lookUp(id, caller, argument);
        } catch (HandleStoreUnavailable e) {
            return new Selection.Refused(String.valueOf(e.getMessage()));
        }
    }

    /** @throws HandleStoreUnavailable if the store cannot tell whether the caller has this handle */
    private Selection lookUp(HandleId id, Caller caller, String argument) {
        GatewayHandle handle = live.get(HandleKey.of(id));
        if (handle != null && handle.belongsTo(owner(caller)) && store.touch(id)) {
            handle.identify(id);
            return new Selection.Selected(handle, false, 0);
        }
        return handles.find(id, owner(caller)) instanceof Lookup.Ended<HandleState>(HandleEnd end)
                ? new Selection.Refused(EndMessages.ended(end, idle, argument))
                : unknown(argument);
    }

    /** @param binding what will lead to the handle, or null if nothing does */
    private Selection mint(Caller caller, @Nullable HandleId binding, String argument) {
        Set<HandleMark> marks = binding == null ? Set.of() : Set.of(HandleMark.BOUND);
        return switch (handles.mint(
                owner(caller),
                id -> new HandleState(GatewayHandle.labelOf(id), nameOf(caller), Instant.now(), Map.of(), marks))) {
            case MintResult.Minted<HandleState>(Handle<HandleState> minted) -> {
                GatewayHandle handle = GatewayHandle.minted(minted.id(), minted.owner(), minted.state(), caller);
                int others = 0;
                if (binding == null) {
                    others = countUnbound(minted.owner());
                } else {
                    handle.bindTo(binding);
                }
                live.put(handle.key(), handle);
                yield new Selection.Selected(handle, true, others);
            }
            case MintResult.Refused<HandleState>(Limit limit, int maximum) ->
                new Selection.Refused(limitMessage(limit, maximum, argument));
        };
    }

    private int countUnbound(HandleOwner owner) {
        return (int) live.values().stream()
                .filter(handle -> handle.belongsTo(owner) && !handle.isBound())
                .count();
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

    /** Restarts the idle timeout of a handle after a call. */
    void touch(GatewayHandle handle) {
        try {
            store.touch(handle.id());
            if (handle.isUsedAgain()) {
                mark(handle, HandleMark.REUSED);
            }
        } catch (HandleStoreUnavailable e) {
            // The next call of the handle reports it.
        }
    }

    /**
     * Ends the handle that the request names, or the handle of its conversation or transport session. Returns why the caller
     * has no such handle, or empty if it has ended. Blocks until the upstream sessions are closed.
     */
    Optional<String> end(Exchange exchange, @Nullable String id, String argument) {
        return switch (selectExisting(exchange, id, argument).orElseGet(() -> unknown(argument))) {
            case Selection.Selected selected -> {
                end(selected.handle());
                yield Optional.empty();
            }
            case Selection.Refused(String message) -> Optional.of(message);
        };
    }

    /** Ends a handle at its caller's request. Blocks until the upstream sessions are closed. */
    void end(GatewayHandle handle) {
        HandleId binding = handle.binding();
        if (binding != null) {
            bindings.remove(binding, handle.id());
        }
        end(handle, HandleEnd.Reason.ENDED);
    }

    /** Ends a handle; the next call of its caller reports the end. Blocks until the upstream sessions are closed. */
    void end(GatewayHandle handle, HandleEnd.Reason reason) {
        store.remove(handle.key(), reason);
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
        bindings.close();
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
