package dev.mooring.gateway;

import dev.mooring.gateway.TaskIds.Task;
import dev.mooring.handle.HandleKey;
import dev.mooring.mcp.Era;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Meta;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.server.Caller;
import dev.mooring.mcp.server.Exchange;
import dev.mooring.mcp.server.Refusal;
import dev.mooring.session.CallOutcome;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Forwards the requests about tasks of one endpoint's servers. A task belongs to the upstream session in which a tool call has
 * created it. Its id names that session and is valid only for the principal of the call.
 */
final class TaskForwarding {
    /** The methods that an endpoint serves if a server behind it has tasks. */
    static final Set<String> METHODS = Set.of(
            Methods.TASKS_GET, Methods.TASKS_RESULT, Methods.TASKS_UPDATE, Methods.TASKS_CANCEL, Methods.TASKS_LIST);

    private static final String RELATED_TASK = "io.modelcontextprotocol/related-task";
    private static final String TASK_ID = "taskId";
    private static final int MAX_PAGES = 100;

    private final List<Route> routes;
    private final HandleSelection selection;
    private final TaskIds ids;

    TaskForwarding(List<Route> routes, HandleSelection selection, TaskIds ids) {
        this.routes = routes;
        this.selection = selection;
        this.ids = ids;
    }

    /** Answers one of the {@link #METHODS}. */
    ObjectNode answer(String method, ObjectNode params, Exchange exchange)
            throws Refusal, UpstreamUnavailable, InterruptedException {
        return method.equals(Methods.TASKS_LIST) ? list(params, exchange) : forward(method, params, exchange);
    }

    private ObjectNode forward(String method, ObjectNode params, Exchange exchange)
            throws Refusal, UpstreamUnavailable, InterruptedException {
        String id = Json.stringAt(params, TASK_ID);
        Caller caller = exchange.caller();
        Task task = ids.taskOf(id == null ? "" : id, caller.principal()).orElseThrow(TaskForwarding::unknownTask);
        Route route = routes.stream()
                .filter(each -> each.server().equals(task.server()))
                .findFirst()
                .orElseThrow(TaskForwarding::unknownTask);
        UpstreamListing listing = route.upstream(caller).listing(Freshness.CACHED);
        if (!TaskSupport.isPossible(caller, listing)) {
            throw new Refusal(McpError.methodNotFound(method));
        }
        HandleKey key = task.handle();
        GatewayHandle handle = null;
        if (key != null) {
            switch (selection.selectByKey(key, exchange, new ForwardedRequest(method, null, params))) {
                case Selection.Selected selected -> handle = selected.handle();
                case Selection.Forwarded(var outcome) -> {
                    return ForwardedAnswers.result(outcome);
                }
                case Selection.Refused(String _, boolean hasEnded) when hasEnded -> throw unknownTask();
                case Selection.Refused(String message, boolean _) ->
                    throw new Refusal(new McpError(McpError.INTERNAL_ERROR, message));
            }
        }
        GatewayHandle used = handle;
        ObjectNode forwarded = Json.shallowCopy(params).put(TASK_ID, task.id());
        forwarded.remove(Meta.FIELD); // the exchange passes it on
        var relayed = new CallerExchange(exchange, listing, inbound -> renamed(inbound, task, caller));
        if (method.equals(Methods.TASKS_RESULT)) {
            // The server answers when the task ends.
            relayed.timeout(route.settings().maxCallDuration());
        }
        return route.forward(
                relayed,
                method,
                forwarded,
                used,
                outcome -> result(outcome, method, task, used, caller, listing.argumentName()));
    }

    private static Refusal unknownTask() {
        return new Refusal(McpError.invalidParams(
                "Unknown task. It does not exist, its session has ended, or it belongs to another caller."));
    }

    private ObjectNode result(
            CallOutcome outcome,
            String method,
            Task task,
            @Nullable GatewayHandle handle,
            Caller caller,
            String argument)
            throws Refusal {
        ObjectNode result = renamed(CallerResults.ofRequest(outcome, caller), task, caller);
        return handle == null ? result : annotated(result, method, handle, caller, argument);
    }

    /**
     * Adds the session id to a result about a task. The model reads the id in the result of the tool, unless a transport
     * session binds the caller's requests.
     */
    private static ObjectNode annotated(
            ObjectNode result, String method, GatewayHandle handle, Caller caller, String argument) {
        String sessionId = handle.id().text();
        boolean isResult = method.equals(Methods.TASKS_RESULT) && result.has("content");
        return isResult && caller.sessionId() == null
                ? SessionAnnotation.addForModel(result, sessionId, argument, 0)
                : SessionAnnotation.addToMeta(result, sessionId);
    }

    /**
     * Returns the result of a tool call with the caller's id of the task, or empty if the result is no task.
     *
     * @param handle the handle that the call used, or null if it used none
     */
    Optional<ObjectNode> created(ObjectNode result, Route route, @Nullable GatewayHandle handle, Caller caller) {
        ObjectNode nested = Json.objectAt(result, "task");
        boolean isModern = "task".equals(Json.stringAt(result, "resultType"));
        String id = Json.stringAt(isModern ? result : nested, TASK_ID);
        if (id == null) {
            return Optional.empty();
        }
        ObjectNode renamed =
                renamed(result, new Task(handle == null ? null : handle.key(), route.server(), id), caller);
        return Optional.of(
                handle == null
                        ? renamed
                        : SessionAnnotation.addToMeta(renamed, handle.id().text()));
    }

    /** Replaces the server's id of a task wherever results, elicitations and notifications have it. */
    private ObjectNode renamed(ObjectNode json, Task task, Caller caller) {
        ObjectNode copy = Json.shallowCopy(json);
        String id = ids.idFor(task, caller.principal());
        rename(copy, task.id(), id);
        for (String field : List.of("task", "result")) {
            if (copy.get(field) instanceof ObjectNode nested) {
                ObjectNode renamed = Json.shallowCopy(nested);
                rename(renamed, task.id(), id);
                copy.set(field, renamed);
            }
        }
        return copy;
    }

    private static void rename(ObjectNode json, String from, String to) {
        if (from.equals(Json.stringAt(json, TASK_ID))) {
            json.put(TASK_ID, to);
        }
        ObjectNode meta = Json.objectAt(json, Meta.FIELD);
        ObjectNode related = Json.objectAt(meta, RELATED_TASK);
        if (meta != null && from.equals(Json.stringAt(related, TASK_ID))) {
            ObjectNode renamed = Json.shallowCopy(meta);
            renamed.set(RELATED_TASK, Json.shallowCopy(related).put(TASK_ID, to));
            json.set(Meta.FIELD, renamed);
        }
    }

    /**
     * Lists the tasks in the sessions of the caller's handle. Leaves out the tasks of shared servers, which list those of
     * other callers too.
     */
    private ObjectNode list(ObjectNode params, Exchange exchange) throws Refusal, InterruptedException {
        Caller caller = exchange.caller();
        ObjectNode result = Json.object();
        ArrayNode all = result.putArray("tasks");
        String sessionId = Json.stringAt(exchange.meta(), SessionAnnotation.META);
        for (Route route : routes) {
            UpstreamListing listing = route.upstream(caller).lastListing();
            if (listing == null || !isListable(listing, caller)) {
                continue;
            }
            var request = new ForwardedRequest(Methods.TASKS_LIST, null, params);
            Selection selected = selection
                    .selectExisting(exchange, sessionId, listing.argumentName(), request)
                    .orElse(null);
            if (selected instanceof Selection.Forwarded(var outcome)) {
                return ForwardedAnswers.result(outcome); // the handle spans all servers
            }
            if (selected instanceof Selection.Selected(GatewayHandle handle, boolean _, int _)
                    && handle.servers().contains(route.server())) {
                addTasks(all, route, handle, new CallerExchange(exchange, listing));
            }
        }
        return result;
    }

    private static boolean isListable(UpstreamListing listing, Caller caller) {
        return listing.argument() != null
                && listing.era() == Era.LEGACY
                && TaskSupport.isPossible(caller, listing)
                && listing.capabilities().path(TaskSupport.CAPABILITY).has("list");
    }

    private void addTasks(ArrayNode all, Route route, GatewayHandle handle, CallerExchange relayed)
            throws Refusal, InterruptedException {
        String cursor = null;
        for (int page = 0; page == 0 || (cursor != null && page < MAX_PAGES); page++) {
            ObjectNode params = Json.object();
            if (cursor != null) {
                params.put("cursor", cursor);
            }
            ObjectNode listed = route.forward(
                    relayed,
                    Methods.TASKS_LIST,
                    params,
                    handle,
                    outcome -> CallerResults.ofRequest(outcome, relayed.caller()));
            for (JsonNode task : listed.path("tasks")) {
                String id = Json.stringAt(task, TASK_ID);
                if (task instanceof ObjectNode object && id != null) {
                    all.add(renamed(object, new Task(handle.key(), route.server(), id), relayed.caller()));
                }
            }
            cursor = Json.stringAt(listed, "nextCursor");
        }
    }
}
