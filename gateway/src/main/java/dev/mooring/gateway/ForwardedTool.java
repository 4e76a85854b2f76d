package dev.mooring.gateway;

import dev.mooring.gateway.CompletedCall.Status;
import dev.mooring.gateway.schema.SessionArgument;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.server.Exchange;
import dev.mooring.mcp.server.Refusal;
import dev.mooring.mcp.server.ToolHandler;
import dev.mooring.mcp.server.ToolResult;
import dev.mooring.session.CallOutcome;
import dev.mooring.session.ToolScope;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One tool of an upstream server. If the server keeps state in sessions, each call uses the session of its handle;
 * otherwise arguments and results pass through unchanged.
 */
final class ForwardedTool implements ToolHandler {
    private final Route route;
    private final HandleSelection selection;
    private final UpstreamListing listing;
    private final CallLog callLog;
    private final TaskForwarding tasks;
    private final String tool;

    ForwardedTool(Route route, UpstreamListing listing, ObjectNode definition, CallLog callLog, TaskForwarding tasks) {
        this.route = route;
        this.selection = route.selection();
        this.listing = listing;
        this.callLog = callLog;
        this.tasks = tasks;
        this.tool = definition.path("name").stringValue("");
    }

    /** Returns what a caller needs to call the tool. */
    ToolScope scope() {
        return route.settings().scopeOf(tool);
    }

    @Override
    public ToolResult handle(ObjectNode arguments, Exchange exchange) throws Refusal, InterruptedException {
        var caller = new CallerExchange(exchange, listing);
        CallLog.Entry entry = callLog.begin(route.server(), tool, caller.caller());
        Status status = Status.ERROR;
        try {
            var result = new ToolResult(SignInRequests.callSignedIn(route, caller, () -> call(arguments, caller)));
            status = result.isError() ? Status.ERROR : Status.OK;
            return result;
        } catch (InterruptedException e) {
            status = Status.CANCELLED;
            throw e;
        } finally {
            if (!caller.isForwarded()) { // the replica that runs the call reports it
                entry.complete(caller.handle(), arguments, status);
            }
        }
    }

    private ObjectNode call(ObjectNode arguments, CallerExchange caller) throws Refusal, InterruptedException {
        if (caller.isResumption()) {
            // The request state is sealed for the arguments, and so for the session id among them.
            return route.resume(
                    caller.exchange(),
                    null,
                    ForwardedRequest.ofTool(caller.exchange(), arguments),
                    ForwardedTool::error);
        }
        SessionArgument argument = listing.argument();
        return argument == null
                ? route.forward(caller, Methods.TOOLS_CALL, params(arguments, caller), null, outcome -> {
                    caller.recordOutcome(outcome);
                    ObjectNode result = CallerResults.ofToolCall(outcome);
                    return tasks.created(result, route, null, caller.caller()).orElse(result);
                })
                : callInSession(argument, arguments, caller);
    }

    private ObjectNode callInSession(SessionArgument argument, ObjectNode arguments, CallerExchange caller)
            throws Refusal, InterruptedException {
        ObjectNode forwarded = argument.removeFrom(arguments);
        Exchange exchange = caller.exchange();
        var request = ForwardedRequest.ofTool(exchange, arguments);
        return switch (selection.select(exchange, argument.valueIn(arguments), argument.name(), request)) {
            case Selection.Refused(String message, boolean _) -> error(message);
            case Selection.Forwarded(var outcome) -> {
                caller.markForwarded();
                yield ForwardedAnswers.toolResult(outcome);
            }
            case Selection.Selected selected -> {
                caller.use(selected.handle());
                yield route.forward(
                        caller,
                        Methods.TOOLS_CALL,
                        params(forwarded, caller),
                        selected.handle(),
                        new InSession(argument, selected, caller));
            }
        };
    }

    private ObjectNode params(ObjectNode arguments, CallerExchange caller) {
        ObjectNode params = Json.object().put("name", tool);
        params.set("arguments", arguments);
        JsonNode task = caller.exchange().params().get("task");
        if (task != null && caller.acceptsTasks()) {
            params.set("task", task);
        }
        return params;
    }

    private static ObjectNode error(String message) {
        return ToolResult.error(message).json();
    }

    /** Names the session in the result, or ends a new handle whose first call leaves no session behind. */
    private final class InSession implements RequestCompletion {
        private final SessionArgument argument;
        private final Selection.Selected selected;
        private final GatewayHandle handle;
        private final CallerExchange caller;

        InSession(SessionArgument argument, Selection.Selected selected, CallerExchange caller) {
            this.argument = argument;
            this.selected = selected;
            this.handle = selected.handle();
            this.caller = caller;
        }

        @Override
        public ObjectNode complete(CallOutcome outcome) throws Refusal {
            caller.recordOutcome(outcome);
            if (outcome.mayHaveLeftState()) {
                return annotate(CallerResults.ofToolCall(outcome));
            }
            abandon();
            return CallerResults.ofToolCall(outcome);
        }

        private ObjectNode annotate(ObjectNode result) {
            String sessionId = handle.id().text();
            return tasks.created(result, route, handle, caller.caller())
                    .orElseGet(() -> selected.isNew()
                            ? SessionAnnotation.addForModel(result, sessionId, argument.name(), selected.others())
                            : SessionAnnotation.addToMeta(result, sessionId));
        }

        @Override
        public void abandon() {
            if (selected.isNew() && handle.calls() == 1) {
                selection.open().end(handle);
            }
        }
    }
}
