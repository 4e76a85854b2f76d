package dev.mooring.gateway;

import dev.mooring.gateway.EndpointCluster.Target;
import dev.mooring.gateway.cluster.CallOwner;
import dev.mooring.gateway.cluster.ClusterNode;
import dev.mooring.gateway.cluster.ForwardOutcome;
import dev.mooring.gateway.cluster.ForwardedCall;
import dev.mooring.gateway.cluster.ForwardedCaller;
import dev.mooring.gateway.cluster.RoutingResult;
import dev.mooring.handle.HandleKey;
import dev.mooring.handle.cluster.protocol.NotSentReason;
import dev.mooring.handle.cluster.protocol.Ticket;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.server.Refusal;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Answers the requests that other replicas forward to this one. Thread-safe. */
final class ForwardedCalls implements CallOwner {
    private final ClusterNode node;
    private final Function<String, Optional<Endpoint>> endpoints;
    private final Predicate<String> isParked;

    /**
     * Creates the owner of a replica's calls.
     *
     * @param endpoints returns the endpoint with a scope
     * @param isParked tells whether a call waits for input in this process
     */
    ForwardedCalls(ClusterNode node, Function<String, Optional<Endpoint>> endpoints, Predicate<String> isParked) {
        this.node = node;
        this.endpoints = endpoints;
        this.isParked = isParked;
    }

    @Override
    public OfferReply offer(ForwardedCall call) {
        String scope = Objects.requireNonNullElse(Json.stringAt(call.request(), "endpoint"), "");
        Endpoint endpoint = endpoints.apply(scope).orElse(null);
        if (endpoint == null) {
            return new OfferReply.Refused(new NotSentReason.Unknown()); // the replicas have different servers
        }
        Target target = Target.from(Json.objectAt(call.request(), "target"));
        HandleKey key = target.key();
        String parkedCall = target.parkedCall();
        if (key != null) {
            return offerOfHandle(key, call, endpoint, target);
        }
        boolean canRun = parkedCall == null ? node.takesNewHandles() : isParked.test(parkedCall);
        return canRun
                ? new OfferReply.Accepted(new EndpointCall(endpoint, call, target, null))
                : new OfferReply.Refused(
                        parkedCall == null
                                ? new NotSentReason.TryAgain(NotSentReason.Reason.MOVING)
                                : new NotSentReason.Unknown());
    }

    private OfferReply offerOfHandle(HandleKey key, ForwardedCall call, Endpoint endpoint, Target target) {
        try {
            return switch (node.routeForwarded(key, call.isCertain())) {
                case RoutingResult.Local(Ticket ticket) ->
                    new OfferReply.Accepted(new EndpointCall(endpoint, call, target, ticket));
                case RoutingResult.NotSent(NotSentReason notSentReason) -> new OfferReply.Refused(notSentReason);
                case RoutingResult.Forwarded _ ->
                    throw new IllegalStateException("A forwarded call is not forwarded again");
            };
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new OfferReply.Refused(new NotSentReason.TryAgain(NotSentReason.Reason.MOVING));
        }
    }

    /** A request that this replica will answer. The ticket keeps its handle here until the request has begun. */
    private final class EndpointCall implements AcceptedCall {
        private final Endpoint endpoint;
        private final ForwardedCall call;
        private final Target target;
        private final @Nullable Ticket ticket;

        EndpointCall(Endpoint endpoint, ForwardedCall call, Target target, @Nullable Ticket ticket) {
            this.endpoint = endpoint;
            this.call = call;
            this.target = target;
            this.ticket = ticket;
        }

        @Override
        public ForwardOutcome.Accepted run(ForwardedCaller caller) throws InterruptedException {
            var exchange = new ForwardedExchange(
                    Json.shallowCopy(Json.objectAt(call.request(), "exchange")), call.principal(), target.id(), caller);
            try {
                ObjectNode result = endpoint.answerForwarded(
                        ForwardedRequest.from(Json.objectAt(call.request(), "request")), exchange);
                return exchange.hasEnded()
                        ? new ForwardOutcome.NotSent(new NotSentReason.Unknown())
                        : new ForwardOutcome.Answered(result);
            } catch (Refusal e) {
                return exchange.hasEnded()
                        ? new ForwardOutcome.NotSent(new NotSentReason.Unknown())
                        : new ForwardOutcome.Failed(e.error());
            } finally {
                abandon();
            }
        }

        @Override
        public void abandon() {
            if (ticket != null) {
                node.finish(ticket);
            }
        }
    }
}
