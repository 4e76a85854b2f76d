package dev.mooring.gateway;

import dev.mooring.gateway.cluster.ForwardOutcome;
import dev.mooring.gateway.cluster.ForwardOutcome.Accepted;
import dev.mooring.gateway.cluster.RoutingResult;
import dev.mooring.gateway.schema.SessionArgument;
import dev.mooring.handle.HandleEnd;
import dev.mooring.handle.HandleId;
import dev.mooring.handle.HandleKey;
import dev.mooring.handle.HandleOwner;
import dev.mooring.handle.HandleStoreUnavailable;
import dev.mooring.handle.Handles;
import dev.mooring.handle.Lookup;
import dev.mooring.handle.cluster.protocol.NotSentReason;
import dev.mooring.mcp.server.Caller;
import dev.mooring.mcp.server.Exchange;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Selects the handle of each request of one endpoint, which this replica or another may own. Thread-safe. */
final class HandleSelection {
    private static final Logger LOG = LoggerFactory.getLogger(HandleSelection.class);

    /** Limit on the attempts to select a handle while other replicas change its binding. */
    private static final int MAX_ATTEMPTS = 10;

    private final OpenHandles open;
    private final HandleMinting minting;
    private final Handles<HandleState> handles;
    private final Bindings bindings;
    private final BindingKeys bindingKeys;
    private final @Nullable EndpointCluster cluster;
    private final Duration idle;

    HandleSelection(OpenHandles open, BindingKeys bindingKeys) {
        this.open = open;
        this.minting = new HandleMinting(open);
        this.handles = new Handles<>(open.store());
        this.bindings = open.bindings();
        this.bindingKeys = bindingKeys;
        this.cluster = open.cluster();
        this.idle = open.idle();
    }

    /** Returns the handles of the endpoint. */
    OpenHandles open() {
        return open;
    }

    /**
     * Selects the handle of a tool call: the handle that the call names, else the handle of its conversation or transport
     * session, else a new one.
     *
     * @param id the session id in the arguments of the call, or null if they have none
     * @param argument the name of the argument, for messages
     * @param request the request to forward if another replica owns the handle
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
                            ? minting.mint(exchange.caller(), null, argument)
                            : selectBound(exchange, binding, argument, request);
        } catch (HandleStoreUnavailable e) {
            return unavailable(e);
        }
        if (selection instanceof Selection.Selected selected && selected.isNew()) {
            open.closeEvicted(); // only now: it can take long, and the binding is locked while a handle is minted
        }
        return selection;
    }

    /** Selects a handle while this replica drains: passes a request for a new handle on to another replica. */
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
            case RoutingResult.Forwarded(Accepted outcome) -> new Selection.Forwarded(outcome);
            case RoutingResult.Local _, RoutingResult.NotSent _ ->
                new Selection.Refused(ReplicaMessages.notMinted(NotSentReason.Reason.MOVING), false);
        };
    }

    private Selection selectBound(Exchange exchange, HandleId binding, String argument, ForwardedRequest request)
            throws InterruptedException {
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            AtomicReference<@Nullable Selection> minted = new AtomicReference<>();
            HandleId bound = bindings.findOrBind(binding, OpenHandles.ownerOf(exchange.caller()), () -> {
                Selection selection = minting.mint(exchange.caller(), binding, argument);
                minted.set(selection);
                return selection instanceof Selection.Selected selected
                        ? selected.handle().id()
                        : null;
            });
            Selection own = minted.get();
            if (own instanceof Selection.Selected selected
                    && bound != null
                    && !selected.handle().id().equals(bound)) {
                open.end(selected.handle(), HandleEnd.Reason.ENDED); // another replica has bound a handle meanwhile
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
            if (!hasEnded) {
                return selection;
            }
            if (bindings.holds(binding, bound)) {
                // The binding stays until the caller has received this result. Then the next call mints a handle.
                exchange.afterDelivery(() -> unbind(binding, bound));
                return selection;
            }
            // Another replica has reported the end.
        }
        return new Selection.Refused(ReplicaMessages.tryAgain(NotSentReason.Reason.MOVING), false);
    }

    private void unbind(HandleId binding, HandleId handle) {
        try {
            bindings.remove(binding, handle);
        } catch (HandleStoreUnavailable e) {
            LOG.debug("Cannot remove a binding, so the next call reports the end again: {}", e.getMessage());
        }
    }

    /**
     * Selects the handle of a request that mints none: the handle that the request names, else the handle of its
     * conversation or transport session. Empty if the request has neither. The end of a handle is reported until a tool call
     * reports it.
     *
     * @param request the request to forward if another replica owns the handle
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
        return new Selection.Refused(ReplicaMessages.tryAgain(NotSentReason.Reason.STORE_UNREACHABLE), false);
    }

    /** Returns the handle of the caller's transport session, if this process serves it. */
    Optional<GatewayHandle> findOfTransport(Caller caller) {
        HandleId binding = bindingKeys.ofTransport(caller);
        try {
            HandleId bound = binding == null ? null : bindings.find(binding);
            GatewayHandle handle = bound == null ? null : open.get(HandleKey.of(bound));
            if (bound == null
                    || handle == null
                    || !handle.belongsTo(OpenHandles.ownerOf(caller))
                    || !open.store().touch(bound)) {
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
            bindings.remove(binding, bound);
            GatewayHandle handle = open.get(HandleKey.of(bound));
            if (handle != null) {
                handle.identify(bound);
                open.mark(handle, HandleMark.DISCONNECTED);
            }
        } catch (HandleStoreUnavailable e) {
            // The handle expires like any other.
        }
    }

    /**
     * Selects an open handle of the caller by its key. The replica that owns the handle must know its id.
     *
     * @param request the request to forward if another replica owns the handle
     */
    Selection selectByKey(HandleKey key, Exchange exchange, ForwardedRequest request) throws InterruptedException {
        if (cluster != null) {
            switch (cluster.route(key, exchange, request)) {
                case RoutingResult.Forwarded(Accepted outcome) -> {
                    return new Selection.Forwarded(outcome);
                }
                case RoutingResult.NotSent(NotSentReason.TryAgain(NotSentReason.Reason reason)) -> {
                    return new Selection.Refused(ReplicaMessages.tryAgain(reason), false);
                }
                case RoutingResult.NotSent _, RoutingResult.Local _ -> {
                    // No other replica serves the handle.
                }
            }
        }
        GatewayHandle handle = open.get(key);
        return handle != null && handle.belongsTo(OpenHandles.ownerOf(exchange.caller())) && handle.isIdentified()
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
                forwarded.markHandleEnded();
            }
            return selection;
        } catch (HandleStoreUnavailable e) {
            return unavailable(e);
        }
    }

    /** @throws HandleStoreUnavailable if the store cannot tell whether the caller has this handle */
    private Selection lookUp(HandleId id, Exchange exchange, String argument, ForwardedRequest request)
            throws InterruptedException {
        HandleOwner owner = OpenHandles.ownerOf(exchange.caller());
        if (cluster != null) {
            switch (cluster.route(id, exchange, request)) {
                case RoutingResult.Forwarded(ForwardOutcome.NotSent(NotSentReason.Unknown _)) -> {
                    return endedEverywhere(id, owner, argument);
                }
                case RoutingResult.Forwarded(Accepted outcome) -> {
                    return new Selection.Forwarded(outcome);
                }
                case RoutingResult.NotSent(NotSentReason.TryAgain(NotSentReason.Reason reason)) -> {
                    return new Selection.Refused(ReplicaMessages.tryAgain(reason), false);
                }
                case RoutingResult.NotSent _ -> {
                    return endedEverywhere(id, owner, argument);
                }
                case RoutingResult.Local _ -> open.adopt(id);
            }
        }
        GatewayHandle handle = open.get(HandleKey.of(id));
        if (handle != null && handle.belongsTo(owner) && open.store().touch(id)) {
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
            open.store().remove(HandleKey.of(id), HandleEnd.Reason.LOST);
        }
        return ended(id, owner, argument);
    }

    /** Returns the answer to a request that names no open handle of its caller. */
    Selection unknown(String argument) {
        return new Selection.Refused(EndMessages.unknown(idle, argument), true);
    }

    /** Returns the message for a call that found its handle, which ended before the call was sent. */
    String endedMessage(GatewayHandle handle, String argument) {
        try {
            return open.store()
                    .tombstone(handle.id())
                    .map(tombstone -> EndMessages.ended(tombstone.end(), idle, argument, cluster != null))
                    .orElseGet(() -> EndMessages.unknown(idle, argument));
        } catch (HandleStoreUnavailable e) {
            return String.valueOf(e.getMessage());
        }
    }
}
