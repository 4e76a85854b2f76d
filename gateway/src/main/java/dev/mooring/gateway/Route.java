package dev.mooring.gateway;

import dev.mooring.gateway.Berths.Place;
import dev.mooring.mcp.Era;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.client.CallOptions;
import dev.mooring.mcp.server.Caller;
import dev.mooring.mcp.server.Exchange;
import dev.mooring.mcp.server.Refusal;
import dev.mooring.session.CallOutcome;
import dev.mooring.session.ClosableOwner;
import dev.mooring.session.OwnerEnded;
import dev.mooring.session.Sessions;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The way from one endpoint to one server.
 *
 * @param everybody holds what is not held for a handle
 */
record Route(
        Upstream upstream,
        Sessions sessions,
        ClosableOwner everybody,
        Berths berths,
        ParkedCalls parked,
        GatewayOptions.CallListener calls) {
    String server() {
        return upstream.name();
    }

    /**
     * Asks for something that has no handle of its own: on the session of the caller's berth, else on one opened for
     * it; a server that keeps no state in sessions on the one that all share. A question of the server's may end the
     * request first; {@link Behalf#isParked} is asked before this.
     */
    ObjectNode ask(
            Catalogue catalogue,
            String method,
            ObjectNode params,
            Exchange exchange,
            @Nullable Berth berth,
            ParkedCalls.Finish finish)
            throws Refusal, InterruptedException {
        var behalf = new Behalf(exchange);
        if (!Behalf.mayPark(exchange, catalogue)) {
            return finish.of(send(catalogue, method, withAnswers(params, exchange), berth, behalf.options(catalogue)));
        }
        return parked.begin(
                exchange,
                berth == null ? "" : berth.id().text(),
                behalf,
                answers -> send(catalogue, method, params, berth, behalf.options(catalogue, answers)),
                finish,
                () -> {});
    }

    /** A modern server is given the answers to its questions as they came. */
    private static ObjectNode withAnswers(ObjectNode params, Exchange exchange) {
        if (exchange.requestState() == null && exchange.inputResponses().isEmpty()) {
            return params;
        }
        ObjectNode complete = Json.shallowCopy(params);
        complete.set("inputResponses", exchange.inputResponses());
        if (exchange.requestState() != null) {
            complete.put("requestState", exchange.requestState());
        }
        return complete;
    }

    private CallOutcome send(
            Catalogue catalogue, String method, ObjectNode params, @Nullable Berth berth, CallOptions options)
            throws InterruptedException {
        if (catalogue.argument() == null) {
            CallOutcome outcome = sessions.request(everybody, server(), method, params, options);
            boolean nothingLost = catalogue.era() == Era.MODERN
                    && outcome instanceof CallOutcome.SessionLost lost
                    && !lost.mayHaveHappened();
            return nothingLost ? sessions.request(everybody, server(), method, params, options) : outcome;
        }
        return berth == null
                ? sessions.requestEphemeral(server(), method, params, options)
                : send(berth, method, params, options);
    }

    private CallOutcome send(Berth berth, String method, ObjectNode params, CallOptions options)
            throws InterruptedException {
        berth.begin(server());
        boolean failed = true;
        try {
            CallOutcome outcome = sessions.request(berth.owner(), server(), method, params, options);
            failed = !(outcome instanceof CallOutcome.Answered);
            return outcome;
        } catch (OwnerEnded e) {
            return new CallOutcome.Rejected(server(), unknown());
        } finally {
            berth.end(failed);
            berths.used(berth);
        }
    }

    /** The same for a resource or a prompt, whose requests name their handle in the metadata. */
    ObjectNode read(String method, ObjectNode params, Exchange exchange)
            throws Refusal, Unavailable, InterruptedException {
        Catalogue catalogue = upstream.catalogue(Upstream.Want.KNOWN);
        String named = Json.stringAt(exchange.meta(), HandleMark.META);
        if (Behalf.isParked(exchange, catalogue)) {
            return parked.resume(exchange, named, message -> {
                throw new Refusal(McpError.invalidParams(message));
            });
        }
        Place place = berths.placeOfReader(exchange.caller(), named).orElse(null);
        Berth berth = place instanceof Place.Found(Berth found, boolean _) ? found : null;
        if (place != null && berth == null) {
            throw new Refusal(unknown());
        }
        return ask(catalogue, method, params, exchange, berth, outcome -> Outcomes.result(outcome, exchange.caller()));
    }

    /** Has the server tell of changes to a resource: to the caller's own session where it has one, else to the gateway's. */
    void watch(String uri, Caller caller) throws Unavailable, Refusal, InterruptedException {
        Catalogue catalogue = upstream.catalogue(Upstream.Want.KNOWN);
        if (catalogue.argument() != null
                && catalogue.era() == Era.LEGACY
                && berths.placeOfReader(caller, null).orElse(null) instanceof Place.Found(Berth berth, boolean _)) {
            ObjectNode params = Json.object().put("uri", uri);
            Outcomes.result(send(berth, Methods.RESOURCES_SUBSCRIBE, params, CallOptions.DEFAULT), caller);
        } else {
            upstream.watch(uri);
        }
    }

    private McpError unknown() {
        return McpError.invalidParams(berths.unknown("it"));
    }
}
