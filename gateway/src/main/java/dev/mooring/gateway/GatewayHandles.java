package dev.mooring.gateway;

import dev.mooring.gateway.cluster.ClusterNode;
import dev.mooring.gateway.cluster.ForwardOutcome;
import dev.mooring.gateway.cluster.ForwardOutcome.Ran;
import dev.mooring.gateway.cluster.NewHandle;
import dev.mooring.gateway.cluster.Routed;
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
import dev.mooring.handle.cluster.Ticket;
import dev.mooring.handle.cluster.Verdict;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.server.Caller;
import dev.mooring.mcp.server.Exchange;
import dev.mooring.session.Sessions;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The handles of one endpoint: selects the handle of each request, and mints and ends handles. Thread-safe. */
final class GatewayHandles {
    private static final Logger LOG = LoggerFactory.getLogger(GatewayHandles.class);

    /** A binding counts its idle time from the start of a call, a transport session from the end. */
    private static final Duration LONGEST_CALL = Duration.ofHours(24);

    /** How often a request is tried again because other replicas have changed something meanwhile. */
    private static final int MAX_ATTEMPTS = 10;

    private final Duration idle;
    private final Instant started = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    private final HandleStore<HandleState> store;
    private final Handles<HandleState> handles;
    private final UpstreamSessions upstreams;
    private final UpstreamAccounts accounts;
    private final boolean isDurable;
    private final BindingKeys bindingKeys;
    private final Bindings bindings;
    private final String scope;
    private final @Nullable EndpointCluster cluster;
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
         * @param hasEnded whether the handle has ended, or never existed; otherwise a later request may find it
         */
        record Refused(String message, boolean hasEnded) implements Selection {}

        /** Another replica owns the handle, and has answered the request. */
        record Elsewhere(Ran outcome) implements Selection {}
    }

    /**
     * Opens the handles of an endpoint, with those of an earlier process.
     *
     * @param scope the name of the endpoint in the store
     * @param transportIdle the idle timeout of transport sessions
     * @param accounts the accounts with which principals use servers
     * @param node this replica; null if the gateway has only one process
     */
    GatewayHandles(
            String scope,
            HandleLimits limits,
            Duration transportIdle,
            Sessions sessions,
            UpstreamAccounts accounts,
            GatewayOptions options,
            @Nullable ClusterNode node) {
        this.accounts = accounts;
        this.idle = limits.idle();
        this.scope = scope;
        this.cluster = node == null ? null : new EndpointCluster(node, scope, limits, options.conversationHeaders());
        this.isDurable = options.stores().isDurable();
        HandleStoreOptions<HandleState> storeOptions = HandleStoreOptions.<HandleState>of(
                        node == null ? limits : new HandleLimits(idle, Integer.MAX_VALUE, Integer.MAX_VALUE))
                .inUse(this::isInUse)
                .evictingByRank(this::evictionRank)
                .onEnd(ended -> release(ended.handle().key()));
        this.store = options.stores()
                .open(
                        scope,
                        new HandleStateCodec(new Seal(options.sealKey())),
                        node == null ? storeOptions : storeOptions.endingOnly(live::containsKey));
        this.handles = new Handles<>(store);
        this.upstreams = new UpstreamSessions(sessions, store, node == null ? _ -> {} : node::markResumable);
        this.bindingKeys = options.bindingKeys(scope);
        this.bindings = new Bindings(scope, transportIdle.plus(LONGEST_CALL), options);
        if (node == null) {
            store.handles().forEach(this::inherit);
        }
    }

    /** Returns the name of the endpoint. */
    String scope() {
        return scope;
    }

    /** Continues a handle of an earlier process, unless all its sessions ended with that process. */
    private void inherit(StoredHandle<HandleState> stored) {
        if (stored.state().isResumable()) {
            live.put(stored.key(), GatewayHandle.inherited(stored, started, accounts));
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
        if (cluster != null) {
            cluster.end(key);
        }
    }

    /** Closes the sessions of handles that other replicas have given up. Remote sessions may continue there. */
    void onLost(Set<HandleKey> lost) {
        for (HandleKey key : lost) {
            GatewayHandle handle = live.remove(key);
            if (handle != null) {
                upstreams.detach(handle);
            }
        }
    }

    /** Waits until the upstream sessions of evicted handles are closed, because a new handle needs their room. */
    private void closeEvicted() {
        if (cluster != null || live.size() <= store.count()) {
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
     * @param request what another replica has to answer if it owns the handle
     */
    Selection select(Exchange exchange, @Nullable String id, String argument, ForwardedRequest request)
            throws InterruptedException {
        HandleId chosen = ForwardedExchange.handleOf(exchange);
        if (chosen != null) {
            return find(chosen, exchange, argument, request);
        }
        if (id != null) {
            return find(id, exchange, argument, request);
        }
        HandleId binding = bindingKeys.of(exchange);
        Selection selection;
        try {
            selection = cluster != null && cluster.isDraining()
                    ? selectDraining(cluster, exchange, binding, argument, request)
                    : binding == null
                            ? mint(exchange.caller(), null, argument)
                            : selectBound(exchange, binding, argument, request);
        } catch (HandleStoreUnavailable e) {
            return unavailable(e);
        }
        if (selection instanceof Selection.Selected selected && selected.isNew()) {
            closeEvicted(); // only now: it can take long, and the binding is locked while a handle is minted
        }
        return selection;
    }

    /** A replica that drains passes new handles on to another. */
    private Selection selectDraining(
            EndpointCluster draining,
            Exchange exchange,
            @Nullable HandleId binding,
            String argument,
            ForwardedRequest request)
            throws InterruptedException {
        if (binding != null && bindings.find(binding) != null) {
            return selectBound(exchange, binding, argument, request);
        }
        return switch (draining.passOn(exchange, request)) {
            case Routed.Elsewhere(Ran outcome) -> new Selection.Elsewhere(outcome);
            case Routed.Here _, Routed.Nowhere _ ->
                new Selection.Refused(ReplicaMessages.notMinted(Verdict.Reason.MOVING), false);
        };
    }

    private Selection selectBound(Exchange exchange, HandleId binding, String argument, ForwardedRequest request)
            throws InterruptedException {
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            AtomicReference<@Nullable Selection> minted = new AtomicReference<>();
            HandleId bound = bindings.findOrBind(binding, owner(exchange.caller()), () -> {
                Selection selection = mint(exchange.caller(), binding, argument);
                minted.set(selection);
                return selection instanceof Selection.Selected selected
                        ? selected.handle().id()
                        : null;
            });
            Selection own = minted.get();
            if (own instanceof Selection.Selected selected
                    && bound != null
                    && !selected.handle().id().equals(bound)) {
                end(selected.handle(), HandleEnd.Reason.ENDED); // another replica has bound a handle meanwhile
                own = null;
            }
            if (own != null || bound == null) {
                return own == null ? unknown(argument) : own;
            }
            // If the store fails, the binding stays.
            Selection selection = lookUp(bound, exchange, argument, request);
            if (selection instanceof Selection.Selected selected) {
                selected.handle().bindTo(binding);
            }
            boolean hasEnded = selection instanceof Selection.Refused(String _, boolean ended) && ended;
            if (!hasEnded || !exchange.isCallerConnected()) {
                return selection; // nobody hears of an end: the next call reports it
            }
            if (unbind(binding, bound)) {
                if (!exchange.isCallerConnected()) {
                    bindings.restore(binding, owner(exchange.caller()), bound);
                }
                return selection; // report the end once; the next call mints a handle
            }
            // Another replica has reported the end.
        }
        return new Selection.Refused(ReplicaMessages.tryAgain(Verdict.Reason.MOVING), false);
    }

    /** Returns false if another replica has removed the binding. If the store cannot tell, an end is rather reported twice. */
    private boolean unbind(HandleId binding, HandleId handle) {
        try {
            return bindings.remove(binding, handle);
        } catch (HandleStoreUnavailable e) {
            return true;
        }
    }

    /**
     * Selects the handle of a request that mints none: the handle that the request names, else the handle of its
     * conversation or transport session. Empty if the request has neither. The end of a handle is reported until a tool call
     * reports it.
     *
     * @param request what another replica has to answer if it owns the handle
     */
    Optional<Selection> selectExisting(
            Exchange exchange, @Nullable String id, String argument, ForwardedRequest request)
            throws InterruptedException {
        HandleId chosen = ForwardedExchange.handleOf(exchange);
        if (chosen != null) {
            return Optional.of(find(chosen, exchange, argument, request));
        }
        if (id != null) {
            return Optional.of(find(id, exchange, argument, request));
        }
        HandleId binding = bindingKeys.of(exchange);
        HandleId bound;
        try {
            bound = binding == null ? null : bindings.find(binding);
        } catch (HandleStoreUnavailable e) {
            return Optional.of(unavailable(e));
        }
        return bound == null ? Optional.empty() : Optional.of(find(bound, exchange, argument, request));
    }

    private Selection unavailable(HandleStoreUnavailable e) {
        if (cluster == null) {
            return new Selection.Refused(String.valueOf(e.getMessage()), false);
        }
        LOG.debug("A call cannot be served now: {}", e.getMessage());
        return new Selection.Refused(ReplicaMessages.tryAgain(Verdict.Reason.STORE_UNREACHABLE), false);
    }

    /** Returns the handle of the caller's transport session, if this process serves it. */
    Optional<GatewayHandle> findOfTransport(Caller caller) {
        HandleId binding = bindingKeys.ofTransport(caller);
        try {
            HandleId bound = binding == null ? null : bindings.find(binding);
            GatewayHandle handle = bound == null ? null : live.get(HandleKey.of(bound));
            if (bound == null || handle == null || !handle.belongsTo(owner(caller)) || !store.touch(bound)) {
                return Optional.empty();
            }
            handle.identify(bound);
            return Optional.of(handle);
        } catch (HandleStoreUnavailable e) {
            return Optional.empty();
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
            var _ = bindings.remove(binding, bound);
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
            var _ = upstreams.update(handle, state -> state.marked(mark));
        }
    }

    /**
     * Selects an open handle of the caller by its key. The replica that owns the handle must know its id.
     *
     * @param request what another replica has to answer if it owns the handle
     */
    Selection selectByKey(HandleKey key, Exchange exchange, ForwardedRequest request) throws InterruptedException {
        if (cluster != null) {
            switch (cluster.route(key, exchange, request)) {
                case Routed.Elsewhere(Ran outcome) -> {
                    return new Selection.Elsewhere(outcome);
                }
                case Routed.Nowhere(Verdict.TryAgain(Verdict.Reason reason)) -> {
                    return new Selection.Refused(ReplicaMessages.tryAgain(reason), false);
                }
                case Routed.Nowhere _, Routed.Here _ -> {
                    // Only this process could know the handle.
                }
            }
        }
        GatewayHandle handle = live.get(key);
        return handle != null && handle.belongsTo(owner(exchange.caller())) && handle.isIdentified()
                ? new Selection.Selected(handle, false, 0)
                : unknown(SessionArgument.USUAL_NAME);
    }

    private Selection find(String id, Exchange exchange, String argument, ForwardedRequest request)
            throws InterruptedException {
        HandleId parsed = HandleId.parse(id).orElse(null);
        return parsed == null ? unknown(argument) : find(parsed, exchange, argument, request);
    }

    private Selection find(HandleId id, Exchange exchange, String argument, ForwardedRequest request)
            throws InterruptedException {
        try {
            Selection selection = lookUp(id, exchange, argument, request);
            if (exchange instanceof ForwardedExchange forwarded
                    && selection instanceof Selection.Refused(String _, boolean hasEnded)
                    && hasEnded) {
                forwarded.handleHasEnded();
            }
            return selection;
        } catch (HandleStoreUnavailable e) {
            return unavailable(e);
        }
    }

    /** @throws HandleStoreUnavailable if the store cannot tell whether the caller has this handle */
    private Selection lookUp(HandleId id, Exchange exchange, String argument, ForwardedRequest request)
            throws InterruptedException {
        HandleOwner owner = owner(exchange.caller());
        if (cluster != null) {
            switch (cluster.route(id, exchange, request)) {
                case Routed.Elsewhere(ForwardOutcome.NotSent(Verdict.Unknown _)) -> {
                    return endedEverywhere(id, owner, argument);
                }
                case Routed.Elsewhere(Ran outcome) -> {
                    return new Selection.Elsewhere(outcome);
                }
                case Routed.Nowhere(Verdict.TryAgain(Verdict.Reason reason)) -> {
                    return new Selection.Refused(ReplicaMessages.tryAgain(reason), false);
                }
                case Routed.Nowhere _ -> {
                    return endedEverywhere(id, owner, argument);
                }
                case Routed.Here _ -> adopt(id);
            }
        }
        GatewayHandle handle = live.get(HandleKey.of(id));
        if (handle != null && handle.belongsTo(owner) && store.touch(id)) {
            handle.identify(id);
            return new Selection.Selected(handle, false, 0);
        }
        return ended(id, owner, argument);
    }

    private Selection ended(HandleId id, HandleOwner owner, String argument) {
        return handles.find(id, owner) instanceof Lookup.Ended<HandleState>(HandleEnd end)
                ? new Selection.Refused(EndMessages.ended(end, idle, argument, cluster != null), true)
                : unknown(argument);
    }

    /** Reports a handle that no replica owns. A handle that a gateway without replicas has left in the store is lost. */
    private Selection endedEverywhere(HandleId id, HandleOwner owner, String argument) {
        if (handles.find(id, owner) instanceof Lookup.Found) {
            store.remove(HandleKey.of(id), HandleEnd.Reason.LOST);
        }
        return ended(id, owner, argument);
    }

    /** Continues a handle that this replica has taken over from another, which has stopped. */
    private void adopt(HandleId id) {
        HandleKey key = HandleKey.of(id);
        if (live.containsKey(key)) {
            return;
        }
        Handle<HandleState> stored = store.get(id).orElse(null);
        if (stored == null) {
            release(key); // expired meanwhile
            return;
        }
        live.putIfAbsent(
                key,
                GatewayHandle.inherited(
                        new StoredHandle<>(key, stored.owner(), stored.state()),
                        Instant.now().truncatedTo(ChronoUnit.SECONDS),
                        accounts));
    }

    /** @param binding what will lead to the handle, or null if nothing does */
    private Selection mint(Caller caller, @Nullable HandleId binding, String argument) {
        Set<HandleMark> marks = binding == null ? Set.of() : Set.of(HandleMark.BOUND);
        Function<HandleId, HandleState> state =
                id -> new HandleState(GatewayHandle.labelOf(id), nameOf(caller), Instant.now(), Map.of(), marks);
        MintResult<HandleState> result;
        if (cluster == null) {
            result = handles.mint(owner(caller), state);
        } else {
            NewHandle owned = mintInCluster(cluster, owner(caller));
            switch (owned) {
                case NewHandle.Owned(HandleId id, Ticket ticket) -> result = store(cluster, id, ticket, caller, state);
                case NewHandle.LimitReached(Limit limit, int maximum) ->
                    result = new MintResult.Refused<>(limit, maximum);
                case NewHandle.Refused(Verdict.Reason reason) -> {
                    return new Selection.Refused(ReplicaMessages.notMinted(reason), false);
                }
            }
        }
        return switch (result) {
            case MintResult.Minted<HandleState>(Handle<HandleState> minted) -> {
                GatewayHandle handle =
                        GatewayHandle.minted(minted.id(), minted.owner(), minted.state(), caller, accounts);
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
                new Selection.Refused(limitMessage(limit, maximum, argument), false);
        };
    }

    /** Mints a handle. At a limit, evicts one of the handles that this replica owns. */
    private NewHandle mintInCluster(EndpointCluster owning, HandleOwner owner) {
        NewHandle result = owning.mint(owner);
        for (int i = 0; i < MAX_ATTEMPTS && result instanceof NewHandle.LimitReached(Limit limit, int _); i++) {
            GatewayHandle evicted = Eviction.choose(live.values(), owner, limit == Limit.OVERALL)
                    .orElse(null);
            if (evicted == null) {
                return result;
            }
            end(evicted, HandleEnd.Reason.EVICTED);
            result = owning.mint(owner);
        }
        return result;
    }

    private MintResult<HandleState> store(
            EndpointCluster owning, HandleId id, Ticket ticket, Caller caller, Function<HandleId, HandleState> state) {
        var handle = new Handle<>(id, owner(caller), state.apply(id));
        boolean isStored = false;
        try {
            var _ = store.put(handle);
            isStored = true;
            return new MintResult.Minted<>(handle);
        } finally {
            owning.node().finish(ticket);
            if (!isStored) {
                owning.end(HandleKey.of(id));
            }
        }
    }

    /** Returns whether this replica is about to stop. */
    boolean isStopping() {
        return cluster != null && cluster.isDraining();
    }

    /** Admits a request to a handle right before it is sent. Returns null if this replica cannot serve the handle now. */
    @Nullable
    Admission admit(GatewayHandle handle) {
        return cluster == null ? Admission.ALWAYS : cluster.admit(handle.key());
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

    /** Ends a handle at its caller's request. Blocks until the upstream sessions are closed. */
    void end(GatewayHandle handle) {
        HandleId binding = handle.binding();
        if (binding != null) {
            try {
                var _ = bindings.remove(binding, handle.id());
            } catch (HandleStoreUnavailable e) {
                // The next call of the binding reports the end.
            }
        }
        end(handle, HandleEnd.Reason.ENDED);
    }

    /** Ends a handle; the next call of its caller reports the end. Blocks until the upstream sessions are closed. */
    void end(GatewayHandle handle, HandleEnd.Reason reason) {
        try {
            store.remove(handle.key(), reason);
        } catch (HandleStoreUnavailable e) {
            LOG.debug("The store learns later that a session has ended: {}", e.getMessage());
        }
        release(handle.key());
        if (cluster != null) {
            cluster.node().recordEnds(); // makes room for another handle
        }
    }

    /** Expires idle handles. */
    void sweep() {
        try {
            store.sweep();
        } catch (HandleStoreUnavailable e) {
            LOG.debug("Idle sessions expire later: {}", e.getMessage());
        }
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
        try {
            bindings.close();
            store.close();
        } catch (HandleStoreUnavailable e) {
            LOG.debug("The last uses of sessions are not recorded: {}", e.getMessage());
        }
    }

    /** Leaves handles without calls in flight to other replicas, as far as their sessions are remote. */
    void passOnIdle() {
        if (cluster != null) {
            all().stream()
                    .filter(handle -> !handle.isInUse() && upstreams.isResumable(handle))
                    .forEach(handle -> passOn(cluster, handle));
        }
    }

    private boolean passOn(EndpointCluster owning, GatewayHandle handle) {
        return owning.node().release(handle.key(), () -> {
            live.remove(handle.key());
            upstreams.detach(handle);
        });
    }

    private void close(GatewayHandle handle) {
        if (cluster != null) {
            if (!upstreams.isResumable(handle) || !passOn(cluster, handle)) {
                live.remove(handle.key());
                upstreams.detach(handle); // the store learns of the loss when the replica leaves
            }
        } else if (!isDurable) {
            end(handle);
        } else if (upstreams.isResumable(handle)) {
            live.remove(handle.key());
            upstreams.detach(handle);
        } else {
            store.remove(handle.key(), HandleEnd.Reason.LOST);
            release(handle.key());
        }
    }

    /** Returns the answer to a request that names no open handle of its caller. */
    Selection unknown(String argument) {
        return new Selection.Refused(EndMessages.unknown(idle, argument), true);
    }

    /** Returns the message for a call that found its handle, which ended before the call was sent. */
    String endedMessage(GatewayHandle handle, String argument) {
        try {
            return store.tombstone(handle.id())
                    .map(tombstone -> EndMessages.ended(tombstone.end(), idle, argument, cluster != null))
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
