package dev.mooring.gateway;

import dev.mooring.gateway.Berths.Place;
import dev.mooring.gateway.schema.SessionArgument;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.JsonSchema;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.client.CallOptions;
import dev.mooring.mcp.server.Exchange;
import dev.mooring.mcp.server.Refusal;
import dev.mooring.mcp.server.ToolHandler;
import dev.mooring.mcp.server.ToolResult;
import dev.mooring.session.CallOutcome;
import dev.mooring.session.OwnerEnded;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A tool of a server that keeps state: each call goes up on the session that its handle holds. */
final class PassedTool implements ToolHandler {
    private final Route route;
    private final Catalogue catalogue;
    private final SessionArgument argument;
    private final String tool;
    private final @Nullable JsonSchema schema;

    PassedTool(Route route, Catalogue catalogue, SessionArgument argument, ObjectNode definition) {
        this.route = route;
        this.catalogue = catalogue;
        this.argument = argument;
        this.tool = definition.path("name").stringValue("");
        this.schema = compiled(definition);
    }

    /** The server's own schema; one that cannot be used here is left to the server. */
    private static @Nullable JsonSchema compiled(ObjectNode definition) {
        ObjectNode schema = Json.objectAt(definition, "inputSchema");
        try {
            return schema == null ? null : JsonSchema.compile(schema);
        } catch (JsonSchema.UnusableSchema e) {
            return null;
        }
    }

    @Override
    public ToolResult handle(ObjectNode given, Exchange exchange) throws Refusal, InterruptedException {
        long began = System.nanoTime();
        boolean failed = true;
        try {
            ToolResult result = Behalf.isParked(exchange, catalogue) ? resumed(route, exchange) : call(given, exchange);
            failed = result.isError();
            return result;
        } finally {
            route.calls().onCall(route.server(), tool, Duration.ofNanos(System.nanoTime() - began), failed);
        }
    }

    private static ToolResult resumed(Route route, Exchange exchange) throws Refusal, InterruptedException {
        // Its arguments name the handle, if anything does, and the state is sealed for them.
        return new ToolResult(route.parked()
                .resume(exchange, null, message -> ToolResult.error(message).json()));
    }

    private ToolResult call(ObjectNode given, Exchange exchange) throws Refusal, InterruptedException {
        ObjectNode arguments = argument.without(given);
        List<String> faults = schema == null ? List.of() : schema.faultsOf(arguments);
        if (!faults.isEmpty()) {
            return ToolResult.error("Invalid arguments for " + tool + ": " + String.join("; ", faults));
        }
        return switch (route.berths().place(exchange.caller(), argument.in(given))) {
            case Place.Found(Berth berth, boolean isNew) -> call(new Turn(berth, isNew), arguments, exchange);
            case Place.Unknown _ -> ToolResult.error(route.berths().unknown(argument.name()));
            case Place.Full full -> ToolResult.error(route.berths().full(full, argument.name()));
        };
    }

    private ToolResult call(Turn turn, ObjectNode arguments, Exchange exchange) throws Refusal, InterruptedException {
        var behalf = new Behalf(exchange);
        turn.begin();
        if (Behalf.mayPark(exchange, catalogue)) {
            return new ToolResult(route.parked()
                    .begin(
                            exchange,
                            turn.berth.id().text(),
                            behalf,
                            answers -> send(turn, arguments, behalf.options(catalogue, answers)),
                            outcome -> turn.finish(outcome).json(),
                            turn::abandon));
        }
        CallOutcome outcome;
        try {
            outcome = send(turn, arguments, behalf.options(catalogue));
        } catch (InterruptedException | RuntimeException e) {
            turn.abandon();
            throw e;
        }
        return turn.finish(outcome);
    }

    private CallOutcome send(Turn turn, ObjectNode arguments, CallOptions options) throws InterruptedException {
        ObjectNode params = Json.object().put("name", tool);
        params.set("arguments", arguments);
        try {
            return route.sessions().request(turn.berth.owner(), route.server(), Methods.TOOLS_CALL, params, options);
        } catch (OwnerEnded e) {
            return new CallOutcome.SessionLost(
                    route.server(), true, route.berths().unknown(argument.name()));
        }
    }

    /** One call in a berth. */
    private final class Turn {
        private final Berth berth;
        private final boolean isNew;

        Turn(Berth berth, boolean isNew) {
            this.berth = berth;
            this.isNew = isNew;
        }

        void begin() {
            berth.begin(route.server());
        }

        ToolResult finish(CallOutcome outcome) throws Refusal {
            return switch (outcome) {
                case CallOutcome.WithResult answered -> marked(answered.result());
                case CallOutcome.TimedOut _, CallOutcome.NoAnswer _ ->
                    marked(ToolResult.error(outcome.text()).json());
                case CallOutcome.SessionLost _, CallOutcome.NotOpened _ -> closed(outcome.text());
                case CallOutcome.Rejected rejected -> {
                    abandon();
                    throw new Refusal(rejected.error());
                }
            };
        }

        private ToolResult marked(ObjectNode result) {
            berth.end(result.path("isError").asBoolean(false));
            route.berths().used(berth);
            String handle = berth.id().text();
            return new ToolResult(
                    isNew ? HandleMark.forModel(result, handle, argument.name()) : HandleMark.inMeta(result, handle));
        }

        /** The caller that asked for nothing but this has nothing to go on with. */
        private ToolResult closed(String message) {
            abandon();
            return ToolResult.error(message);
        }

        void abandon() {
            berth.end(true);
            if (isNew && berth.calls() == 1) {
                route.berths().end(berth);
            }
        }
    }

    /** The tool of a server that keeps no state in sessions: passed on as it is, in both directions. */
    static ToolHandler stateless(Route route, Catalogue catalogue, ObjectNode definition) {
        String tool = definition.path("name").stringValue("");
        return (arguments, exchange) -> {
            long began = System.nanoTime();
            boolean failed = true;
            try {
                ObjectNode params = Json.object().put("name", tool);
                params.set("arguments", arguments);
                ToolResult result = Behalf.isParked(exchange, catalogue)
                        ? resumed(route, exchange)
                        : new ToolResult(
                                route.ask(catalogue, Methods.TOOLS_CALL, params, exchange, null, PassedTool::asItIs));
                failed = result.isError();
                return result;
            } finally {
                route.calls().onCall(route.server(), tool, Duration.ofNanos(System.nanoTime() - began), failed);
            }
        };
    }

    private static ObjectNode asItIs(CallOutcome outcome) throws Refusal {
        return switch (outcome) {
            case CallOutcome.WithResult answered -> answered.result();
            case CallOutcome.Rejected rejected -> throw new Refusal(rejected.error());
            case CallOutcome.WithoutResult failed ->
                ToolResult.error(failed.message()).json();
        };
    }
}
