package dev.mooring.gateway;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.mooring.gateway.schema.SessionArgument;
import dev.mooring.handle.Handle;
import dev.mooring.handle.HandleId;
import dev.mooring.handle.HandleLimits;
import dev.mooring.handle.HandleOwner;
import dev.mooring.handle.HandleStore.Limit;
import dev.mooring.handle.Handles;
import dev.mooring.handle.InMemoryHandleStore;
import dev.mooring.handle.Lookup;
import dev.mooring.handle.MintResult;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.server.Caller;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
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
    private final InMemoryHandleStore<GatewayHandle> store;
    private final Handles<GatewayHandle> handles;
    private final Cache<String, HandleId> bindings;

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
        this.store = InMemoryHandleStore.<GatewayHandle>builder(limits)
                .inUse(handle -> handle.state().isInUse())
                .onEnd(handle -> handle.state().close())
                .build();
        this.handles = new Handles<>(store);
        this.bindings = Caffeine.newBuilder()
                .expireAfterAccess(transportIdle.plus(LONGEST_CALL))
                .maximumSize(MAX_BINDINGS)
                .executor(Runnable::run) // maintenance is too short for a thread switch
                .build();
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
            return selection(find(id, caller), argument);
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
        Optional<GatewayHandle> handle = find(bound, caller);
        if (handle.isEmpty()) {
            bindings.asMap().remove(transportSession, bound); // report the end once; the next call mints a handle
        }
        return selection(handle, argument);
    }

    /**
     * Selects the handle of a request that mints none: the handle of its transport session, else the handle that the
     * request names. Empty if the request has neither.
     */
    Optional<Selection> selectExisting(Caller caller, @Nullable String id, String argument) {
        HandleId bound = boundTo(caller);
        GatewayHandle handle = bound == null ? null : find(bound, caller).orElse(null);
        if (handle != null) {
            return Optional.of(new Selection.Selected(handle, false));
        }
        return id == null ? Optional.empty() : Optional.of(selection(find(id, caller), argument));
    }

    private @Nullable HandleId boundTo(Caller caller) {
        String transportSession = caller.sessionId();
        return transportSession == null ? null : bindings.getIfPresent(transportSession);
    }

    private Optional<GatewayHandle> find(String id, Caller caller) {
        return HandleId.parse(id).flatMap(parsed -> find(parsed, caller));
    }

    private Optional<GatewayHandle> find(HandleId id, Caller caller) {
        return handles.find(id, owner(caller)) instanceof Lookup.Found<GatewayHandle>(Handle<GatewayHandle> handle)
                ? Optional.of(handle.state())
                : Optional.empty();
    }

    private Selection selection(Optional<GatewayHandle> handle, String argument) {
        return handle.<Selection>map(found -> new Selection.Selected(found, false))
                .orElseGet(() -> unknown(argument));
    }

    private Selection mint(Caller caller, String argument) {
        return switch (handles.mint(owner(caller), id -> newHandle(id, caller))) {
            case MintResult.Minted<GatewayHandle>(Handle<GatewayHandle> handle) ->
                new Selection.Selected(handle.state(), true);
            case MintResult.Refused<GatewayHandle>(Limit limit, int maximum) ->
                new Selection.Refused(limitMessage(limit, maximum, argument));
        };
    }

    private static GatewayHandle newHandle(HandleId id, Caller caller) {
        return new GatewayHandle(id, caller.principal(), nameOf(caller), caller.sessionId());
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
     * Ends the handle that the caller names, or the handle of its transport session. Returns false if the caller has no
     * such handle. Blocks until the upstream sessions are closed.
     */
    boolean end(Caller caller, @Nullable String id) {
        HandleId bound = boundTo(caller);
        GatewayHandle handle = find(id != null ? id : bound == null ? "" : bound.text(), caller)
                .orElse(null);
        if (handle == null) {
            return false;
        }
        end(handle);
        return true;
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
        handle.close();
    }

    /** Expires idle handles. */
    void sweep() {
        store.sweep();
    }

    List<GatewayHandle> all() {
        return store.handles().stream().map(Handle::state).toList();
    }

    /** Ends all handles. Blocks until the upstream sessions are closed. */
    void close() {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            all().forEach(handle -> threads.execute(() -> end(handle)));
        }
    }

    private Selection.Refused unknown(String argument) {
        return new Selection.Refused(unknownMessage(argument));
    }

    /** Returns the message for a handle that is unknown, has ended, or belongs to another caller. */
    String unknownMessage(String argument) {
        return "This session is unknown or has ended (a session ends after " + SessionArgument.inWords(idle)
                + " without use). Nothing was done, and the state of the session is gone. To start a new session, call a"
                + " tool without " + argument + "; the result ends with the new session id.";
    }

    private String limitMessage(Limit limit, int maximum, String argument) {
        String scope = limit == Limit.PER_PRINCIPAL ? "per caller" : "for all callers together";
        return "Session limit reached (" + maximum + " " + scope
                + "). Nothing was done. To continue an open session, pass"
                + " its " + argument + ". To make room, end a session; a session also ends after "
                + SessionArgument.inWords(idle) + " without use.";
    }
}
