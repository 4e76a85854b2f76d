package dev.mooring.gateway;

import dev.mooring.gateway.Berths.Place;
import dev.mooring.mcp.Era;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.client.CallOptions;
import dev.mooring.mcp.server.Exchange;
import dev.mooring.mcp.server.Refusal;
import dev.mooring.session.CallOutcome;
import dev.mooring.session.LastingOwner;
import dev.mooring.session.OwnerEnded;
import dev.mooring.session.Sessions;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * The way from one endpoint to one server.
 *
 * @param everybody holds what is not held for a handle
 */
record Route(
        Upstream upstream,
        Sessions sessions,
        LastingOwner everybody,
        Berths berths,
        ParkedCalls parked,
        GatewayOptions.CallListener calls) {
    String server() {
        return upstream.name();
    }

    /**
     * Asks for something that is not a tool with a handle of its own: on the session of the caller's handle, else on
     * one opened for it; a server that keeps no state in sessions on the one that all share.
     */
    CallOutcome ask(Catalogue catalogue, String method, ObjectNode params, Exchange exchange, Optional<Place> place)
            throws Refusal, InterruptedException {
        ObjectNode complete = params;
        if (exchange.requestState() != null || !exchange.inputResponses().isEmpty()) {
            complete = Json.shallowCopy(params);
            complete.set("inputResponses", exchange.inputResponses());
            if (exchange.requestState() != null) {
                complete.put("requestState", exchange.requestState());
            }
        }
        CallOptions options = new Behalf(exchange).options(catalogue);
        if (catalogue.argument() == null) {
            CallOutcome outcome = sessions.request(everybody, server(), method, complete, options);
            boolean nothingLost = catalogue.era() == Era.MODERN
                    && outcome instanceof CallOutcome.SessionLost lost
                    && !lost.mayHaveHappened();
            return nothingLost ? sessions.request(everybody, server(), method, complete, options) : outcome;
        }
        if (place.isEmpty()) {
            return sessions.requestOnce(server(), method, complete, options);
        }
        if (!(place.get() instanceof Place.Found(Berth berth, boolean _))) {
            throw new Refusal(McpError.invalidParams(berths.unknown("it")));
        }
        berth.begin(server());
        boolean failed = true;
        try {
            CallOutcome outcome = sessions.request(berth.owner(), server(), method, complete, options);
            failed = !(outcome instanceof CallOutcome.Answered);
            return outcome;
        } catch (OwnerEnded e) {
            throw new Refusal(McpError.invalidParams(berths.unknown("it")));
        } finally {
            berth.end(failed);
            berths.used(berth);
        }
    }

    /** The same for a resource or a prompt, whose requests name their handle in the metadata. */
    ObjectNode read(String method, ObjectNode params, Exchange exchange)
            throws Refusal, Unavailable, InterruptedException {
        String named = Json.stringAt(exchange.meta(), HandleMark.META);
        Optional<Place> place = berths.placeOfReader(exchange.caller(), named);
        return Outcomes.result(ask(upstream.known(), method, params, exchange, place), exchange.caller());
    }
}
