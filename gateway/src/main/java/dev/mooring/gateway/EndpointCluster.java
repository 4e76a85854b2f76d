package dev.mooring.gateway;

import dev.mooring.gateway.cluster.ClusterNode;
import dev.mooring.gateway.cluster.ForwardedCall;
import dev.mooring.gateway.cluster.NewHandle;
import dev.mooring.gateway.cluster.RoutingResult;
import dev.mooring.handle.HandleId;
import dev.mooring.handle.HandleKey;
import dev.mooring.handle.HandleLimits;
import dev.mooring.handle.HandleOwner;
import dev.mooring.handle.cluster.ReplicaId;
import dev.mooring.handle.cluster.protocol.Ticket;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.server.Exchange;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The handles of one endpoint across all replicas: which replica serves a request, and how many handles there are.
 * Thread-safe.
 */
final class EndpointCluster {
    private final ClusterNode node;
    private final String scope;
    private final HandleLimits limits;
    private final List<String> headers;

    /**
     * Creates the part of one endpoint.
     *
     * @param scope the name of the endpoint
     * @param limits the limits across all replicas
     * @param headers the headers that can bind a request to a handle
     */
    EndpointCluster(ClusterNode node, String scope, HandleLimits limits, List<String> headers) {
        this.node = node;
        this.scope = scope;
        this.limits = limits;
        this.headers = headers;
    }

    ClusterNode node() {
        return node;
    }

    /** Finds the replica that serves a handle, and forwards the request if it is another one. */
    RoutingResult route(HandleId id, Exchange exchange, ForwardedRequest request) throws InterruptedException {
        return route(HandleKey.of(id), id, exchange, request);
    }

    /** Finds the replica that serves a handle whose id is not known, and forwards the request if it is another one. */
    RoutingResult route(HandleKey key, Exchange exchange, ForwardedRequest request) throws InterruptedException {
        return route(key, null, exchange, request);
    }

    private RoutingResult route(HandleKey key, @Nullable HandleId id, Exchange exchange, ForwardedRequest request)
            throws InterruptedException {
        Optional<Ticket> own = node.admit(key);
        if (own.isPresent()) {
            return here(own.get());
        }
        RoutingResult routed = exchange instanceof ForwardedExchange
                ? node.routeForwarded(key, true)
                : node.route(
                        key,
                        id == null ? null : id.hint().orElse(null),
                        isCertain -> call(exchange, isCertain, Target.ofHandle(key, id), request, null),
                        new ExchangeRelay(exchange));
        return routed instanceof RoutingResult.Local(Ticket ticket) ? here(ticket) : routed;
    }

    /** Finishes the ticket of the routing: the request is admitted again right before it is sent. */
    private RoutingResult here(Ticket ticket) {
        node.finish(ticket);
        return new RoutingResult.Local(ticket);
    }

    /** Passes a request that needs a new handle on to another replica. */
    RoutingResult passOn(Exchange exchange, ForwardedRequest request) throws InterruptedException {
        return node.passOn(_ -> call(exchange, true, Target.newHandle(), request, null), new ExchangeRelay(exchange));
    }

    private ForwardedCall call(
            Exchange exchange, boolean isCertain, Target target, ForwardedRequest request, @Nullable ObjectNode state) {
        return call(exchange, isCertain, scope, target, request, headers, state);
    }

    /** Forwards the answer to an input request to the replica with the parked call. */
    static RoutingResult resume(
            ClusterNode node,
            ReplicaId replica,
            String parkedCall,
            Exchange exchange,
            String scope,
            ForwardedRequest request,
            ObjectNode state)
            throws InterruptedException {
        return node.forwardTo(
                replica,
                _ -> call(exchange, true, scope, Target.ofParkedCall(parkedCall), request, List.of(), state),
                new ExchangeRelay(exchange));
    }

    private static ForwardedCall call(
            Exchange exchange,
            boolean isCertain,
            String scope,
            Target target,
            ForwardedRequest request,
            List<String> headers,
            @Nullable ObjectNode state) {
        ObjectNode json = Json.object().put("endpoint", scope);
        json.set("target", target.toJson());
        json.set("request", request.toJson());
        json.set("exchange", ForwardedExchange.toJson(exchange, headers, state));
        return new ForwardedCall(exchange.caller().principal(), isCertain, json);
    }

    NewHandle mint(HandleOwner owner) {
        return node.mint(scope, owner, limits);
    }

    boolean isDraining() {
        return node.isDraining();
    }

    void end(HandleKey key) {
        node.end(key);
    }

    /** Admits a request to a handle that this replica serves. Returns null if it cannot now. */
    @Nullable
    Admission admit(HandleKey key) {
        return node.admit(key).map(this::admission).orElse(null);
    }

    private Admission admission(Ticket ticket) {
        return new Admission() {
            @Override
            public boolean maySend() {
                return node.maySend(ticket);
            }

            @Override
            public boolean mayAnswer() {
                return node.mayAnswer(ticket);
            }

            @Override
            public void close() {
                node.finish(ticket);
            }
        };
    }

    /**
     * The subject of a forwarded request.
     *
     * @param key the key of an existing handle; null if the request is not about one
     * @param id the id of that handle; null if it is not known
     * @param parkedCall the id of a call that waits for input; null if the request does not resume one
     */
    record Target(
            @Nullable HandleKey key,
            @Nullable HandleId id,
            @Nullable String parkedCall) {
        static Target ofHandle(HandleKey key, @Nullable HandleId id) {
            return new Target(key, id, null);
        }

        static Target newHandle() {
            return new Target(null, null, null);
        }

        static Target ofParkedCall(String id) {
            return new Target(null, null, id);
        }

        ObjectNode toJson() {
            ObjectNode json = Json.object();
            if (key != null) {
                json.put("key", key.hex());
            }
            if (id != null) {
                json.put("id", id.text());
            }
            return parkedCall == null ? json : json.put("parked", parkedCall);
        }

        static Target from(@Nullable ObjectNode json) {
            String id = Json.stringAt(json, "id");
            HandleId handle = id == null ? null : HandleId.parse(id).orElse(null);
            String key = Json.stringAt(json, "key");
            return new Target(
                    handle != null ? HandleKey.of(handle) : key == null ? null : new HandleKey(key),
                    handle,
                    Json.stringAt(json, "parked"));
        }
    }
}
