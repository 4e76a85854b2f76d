package dev.mooring.gateway;

import dev.mooring.gateway.GatewayStatus.RecentCall;
import dev.mooring.handle.HandleId;
import dev.mooring.handle.HandleKey;
import dev.mooring.handle.HandleOwner;
import dev.mooring.handle.HandleStoreOptions;
import dev.mooring.handle.StoredHandle;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.server.Caller;
import dev.mooring.session.ClosableOwner;
import dev.mooring.session.Owner;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** One handle in this process: the owner of its upstream sessions, and the counts of its calls. Thread-safe. */
final class GatewayHandle {
    private static final AtomicLong LAST_NUMBER = new AtomicLong();
    private static final int LABEL_LENGTH = 6;
    private static final int MAX_LAST_CALLS = 10;

    private final long number = LAST_NUMBER.incrementAndGet();
    private final HandleKey key;
    private final HandleOwner caller;
    private final String label;
    private final String callerName;
    private final Instant opened;
    private final boolean isInherited;
    private final ClosableOwner owner;
    private final Set<String> servers = ConcurrentHashMap.newKeySet();
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger errors = new AtomicInteger();
    private final AtomicInteger inFlight = new AtomicInteger();
    private final Set<HandleMark> marks = ConcurrentHashMap.newKeySet();

    private final RecordedSessions recorded;

    /** Newest first. Guarded by itself. */
    private final Deque<RecentCall> lastCalls = new ArrayDeque<>(0);

    private volatile Instant lastUsed;

    /** Null until the caller has sent the id of a handle of an earlier process. */
    private volatile @Nullable HandleId id;

    /** The key of the binding that leads to this handle; null if no binding of this process does. */
    private volatile @Nullable HandleId binding;

    private GatewayHandle(
            HandleKey key,
            HandleOwner caller,
            HandleState state,
            @Nullable HandleId id,
            @Nullable Caller minter,
            RecordedSessions recorded,
            UpstreamAccounts accounts) {
        this.key = key;
        this.recorded = recorded;
        this.caller = caller;
        this.label = state.label();
        this.callerName = state.callerName();
        this.opened = state.opened();
        this.lastUsed = state.opened();
        this.id = id;
        this.isInherited = id == null;
        this.marks.addAll(state.marks());
        String principal = Objects.requireNonNullElse(principal(), "");
        this.owner = new ClosableOwner(
                "handle " + shortId(),
                capabilities(minter),
                server -> accounts.of(server.name(), principal).account());
    }

    /**
     * Creates a handle.
     *
     * @param minter the caller of the first call, whose extensions the upstream sessions declare
     * @param accounts the accounts with which principals use servers
     */
    static GatewayHandle minted(
            HandleId id, HandleOwner caller, HandleState state, Caller minter, UpstreamAccounts accounts) {
        return new GatewayHandle(
                HandleKey.of(id), caller, state, id, minter, new RecordedSessions(Map.of(), Instant.MIN), accounts);
    }

    private static ObjectNode capabilities(@Nullable Caller minter) {
        ObjectNode capabilities = Json.object();
        if (minter != null) {
            capabilities.set(Extensions.FIELD, Extensions.declaredIn(minter.capabilities()));
        }
        return capabilities;
    }

    /**
     * Returns a handle of an earlier process, or of a replica that has stopped.
     *
     * @param since when this process took over the handle
     * @param accounts the accounts with which principals use servers
     */
    static GatewayHandle inherited(StoredHandle<HandleState> stored, Instant since, UpstreamAccounts accounts) {
        var recorded = new RecordedSessions(stored.state().upstreams(), since);
        var handle = new GatewayHandle(stored.key(), stored.owner(), stored.state(), null, null, recorded, accounts);
        handle.servers.addAll(stored.state().upstreams().keySet());
        return handle;
    }

    static String labelOf(HandleId id) {
        return id.text().substring(0, LABEL_LENGTH);
    }

    /** Returns a number that identifies the handle without disclosing its id. */
    long number() {
        return number;
    }

    HandleKey key() {
        return key;
    }

    /** Returns the id. This process knows the id while a call of the handle is in flight; see {@link #isIdentified}. */
    HandleId id() {
        return Objects.requireNonNull(id, "The caller has sent the id");
    }

    /** Returns whether this process knows the id. */
    boolean isIdentified() {
        return id != null;
    }

    /** Takes the id that the caller has sent. */
    void identify(HandleId sent) {
        if (id == null) {
            id = sent;
        }
    }

    /** Returns the start of the id: enough to tell handles apart, too little to use one. */
    String shortId() {
        return label + "…";
    }

    boolean belongsTo(HandleOwner other) {
        return caller.equals(other);
    }

    /** Returns the authenticated caller, or null if callers are anonymous. */
    @Nullable
    String principal() {
        return caller instanceof HandleOwner.Principal(String name) && !name.isEmpty() ? name : null;
    }

    String callerName() {
        return callerName;
    }

    /** Returns the key of the binding that has led to this handle in this process, or null. */
    @Nullable
    HandleId binding() {
        return binding;
    }

    void bindTo(HandleId key) {
        binding = key;
    }

    HandleOwner caller() {
        return caller;
    }

    /** Returns whether a conversation or an open transport session leads to this handle. */
    boolean isBound() {
        return marks.contains(HandleMark.BOUND) && !marks.contains(HandleMark.DISCONNECTED);
    }

    /** Marks the handle. Returns false if it already had the mark. */
    boolean mark(HandleMark mark) {
        return marks.add(mark);
    }

    /** Returns whether a call other than the first has used this handle. */
    boolean isUsedAgain() {
        return calls.get() > (isInherited ? 0 : 1);
    }

    /** Returns the rank in the order of eviction at a limit; see {@link HandleStoreOptions#evictingByRank}. */
    int evictionRank() {
        boolean isNew = !isInherited && calls.get() == 0;
        if (isNew || isInUse()) {
            return HandleStoreOptions.KEEP;
        }
        if (marks.contains(HandleMark.DISCONNECTED)) {
            return 0;
        }
        return marks.contains(HandleMark.REUSED) || isUsedAgain() ? HandleStoreOptions.KEEP : 1;
    }

    Owner owner() {
        return owner;
    }

    Instant opened() {
        return opened;
    }

    Instant lastUsed() {
        return lastUsed;
    }

    /** Returns the names of the upstream servers that were called with this handle. */
    Set<String> servers() {
        return Set.copyOf(servers);
    }

    int calls() {
        return calls.get();
    }

    int errors() {
        return errors.get();
    }

    boolean isInUse() {
        return inFlight.get() > 0;
    }

    /** Returns the upstream sessions that the store knows. */
    RecordedSessions recorded() {
        return recorded;
    }

    /** Keeps a completed call for people, in place of the oldest one. */
    void remember(RecentCall call) {
        synchronized (lastCalls) {
            if (lastCalls.size() == MAX_LAST_CALLS) {
                lastCalls.removeLast();
            }
            lastCalls.addFirst(call);
        }
    }

    /** Returns the last calls, newest first. */
    List<RecentCall> lastCalls() {
        synchronized (lastCalls) {
            return List.copyOf(lastCalls);
        }
    }

    void beginCall(String server) {
        servers.add(server);
        calls.incrementAndGet();
        inFlight.incrementAndGet();
    }

    void endCall(boolean failed) {
        if (failed) {
            errors.incrementAndGet();
        }
        lastUsed = Instant.now();
        inFlight.decrementAndGet();
    }

    /** Closes the upstream sessions. Blocks until they are closed. */
    void close() {
        owner.close();
    }
}
