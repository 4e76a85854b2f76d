package dev.mooring.gateway;

import dev.mooring.gateway.cluster.ClusterNode;
import dev.mooring.handle.Handle;
import dev.mooring.handle.HandleEnd;
import dev.mooring.handle.HandleId;
import dev.mooring.handle.HandleKey;
import dev.mooring.handle.HandleLimits;
import dev.mooring.handle.HandleOwner;
import dev.mooring.handle.HandleStore;
import dev.mooring.handle.HandleStoreOptions;
import dev.mooring.handle.HandleStoreUnavailable;
import dev.mooring.handle.StoredHandle;
import dev.mooring.mcp.server.Caller;
import dev.mooring.session.Sessions;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The open handles of one endpoint, with their upstream sessions and the bindings that lead to them: inherits or adopts the
 * handles of other processes, and ends handles. Thread-safe.
 */
final class OpenHandles {
    private static final Logger LOG = LoggerFactory.getLogger(OpenHandles.class);

    /** A binding counts its idle time from the start of a call, a transport session from the end. */
    private static final Duration LONGEST_CALL = Duration.ofHours(24);

    private final String scope;
    private final Duration idle;
    private final Instant started = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    private final HandleStore<HandleState> store;
    private final UpstreamSessions upstreams;
    private final UpstreamAccounts accounts;
    private final boolean isDurable;
    private final Bindings bindings;
    private final @Nullable EndpointCluster cluster;
    private final Map<HandleKey, GatewayHandle> live = new ConcurrentHashMap<>();

    /**
     * Opens the handles of an endpoint, with those of an earlier process.
     *
     * @param scope the name of the endpoint in the store
     * @param transportIdle the idle timeout of transport sessions
     * @param accounts the accounts with which principals use servers
     * @param node this replica; null if the gateway has only one process
     */
    OpenHandles(
            String scope,
            HandleLimits limits,
            Duration transportIdle,
            Sessions sessions,
            UpstreamAccounts accounts,
            GatewayOptions options,
            @Nullable ClusterNode node) {
        this.scope = scope;
        this.idle = limits.idle();
        this.accounts = accounts;
        this.cluster = node == null ? null : new EndpointCluster(node, scope, limits, options.conversationHeaders());
        this.isDurable = options.stores().isDurable();
        HandleStoreOptions<HandleState> storeOptions = HandleStoreOptions.<HandleState>of(
                        node == null ? limits : new HandleLimits(limits.idle(), Integer.MAX_VALUE, Integer.MAX_VALUE))
                .inUse(this::isInUse)
                .evictingByRank(this::evictionRank)
                .onEnd(ended -> release(ended.handle().key()));
        this.store = options.stores()
                .open(
                        scope,
                        new HandleStateCodec(new Seal(options.sealKey())),
                        node == null ? storeOptions : storeOptions.endingOnly(live::containsKey));
        this.upstreams = new UpstreamSessions(sessions, store, node == null ? _ -> {} : node::markResumable);
        this.bindings = new Bindings(scope, transportIdle.plus(LONGEST_CALL), options);
        if (node == null) {
            store.handles().forEach(this::inherit);
        }
    }

    /** Returns the name of the endpoint in the store. */
    String scope() {
        return scope;
    }

    /** Returns the idle time after which a handle ends. */
    Duration idle() {
        return idle;
    }

    HandleStore<HandleState> store() {
        return store;
    }

    UpstreamSessions upstreams() {
        return upstreams;
    }

    UpstreamAccounts accounts() {
        return accounts;
    }

    Bindings bindings() {
        return bindings;
    }

    /** Returns the part of this endpoint in the cluster; null if the gateway has only one process. */
    @Nullable
    EndpointCluster cluster() {
        return cluster;
    }

    /** Returns an open handle, or null if this process has none with this key. */
    @Nullable
    GatewayHandle get(HandleKey key) {
        return live.get(key);
    }

    void add(GatewayHandle handle) {
        live.put(handle.key(), handle);
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

    void release(HandleKey key) {
        GatewayHandle handle = live.get(key);
        if (handle != null) {
            upstreams.end(handle); // closes before the removal, so that a concurrent caller also waits
            live.remove(key);
        }
        if (cluster != null) {
            cluster.end(key);
        }
    }

    /** Closes the sessions of handles that other replicas have revoked. Remote sessions may continue there. */
    void onLost(Set<HandleKey> lost) {
        for (HandleKey key : lost) {
            GatewayHandle handle = live.remove(key);
            if (handle != null) {
                upstreams.detach(handle);
            }
        }
    }

    /** Waits until the upstream sessions of evicted handles are closed, because a new handle needs their room. */
    void closeEvicted() {
        if (cluster != null || live.size() <= store.count()) {
            return;
        }
        // copied before the store is read, because the store gets a new handle first
        Set<HandleKey> released = new HashSet<>(live.keySet());
        store.handles().forEach(kept -> released.remove(kept.key()));
        released.removeIf(this::isInUse);
        released.forEach(this::release);
    }

    void mark(GatewayHandle handle, HandleMark mark) {
        if (handle.mark(mark)) {
            var _ = upstreams.update(handle, state -> state.marked(mark));
        }
    }

    /** Continues a handle that this replica has taken over from another, which has stopped. */
    void adopt(HandleId id) {
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

    /** Returns whether this replica is about to stop. */
    boolean isStopping() {
        return cluster != null && cluster.isDraining();
    }

    /** Admits a request to a handle. Returns null if this replica cannot serve the handle now. */
    @Nullable
    Admission admit(GatewayHandle handle) {
        return cluster == null ? Admission.ALWAYS : cluster.admit(handle.key());
    }

    int countUnbound(HandleOwner owner) {
        return (int) live.values().stream()
                .filter(handle -> handle.belongsTo(owner) && !handle.isBound())
                .count();
    }

    /** Returns the owner of the handles of a caller. Anonymous callers count as one owner, whose name no token has. */
    static HandleOwner ownerOf(Caller caller) {
        String principal = caller.principal();
        return HandleOwner.principal(principal == null ? "" : principal);
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
                bindings.remove(binding, handle.id());
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
            LOG.debug("Cannot remove an ended session from the store: {}", e.getMessage());
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
            LOG.debug("Cannot expire idle sessions; the next sweep tries again: {}", e.getMessage());
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
            LOG.debug("Cannot record the last uses of sessions: {}", e.getMessage());
        }
    }

    /** Releases the handles without calls in flight that have remote sessions, so that other replicas can adopt them. */
    void passOnIdle() {
        if (cluster != null) {
            all().stream()
                    .filter(handle -> !handle.isInUse() && upstreams.isResumable(handle))
                    .forEach(handle -> passOn(cluster.node(), handle));
        }
    }

    private boolean passOn(ClusterNode node, GatewayHandle handle) {
        return node.release(handle.key(), () -> {
            live.remove(handle.key());
            upstreams.detach(handle);
        });
    }

    private void close(GatewayHandle handle) {
        if (cluster != null) {
            if (!upstreams.isResumable(handle) || !passOn(cluster.node(), handle)) {
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
}
