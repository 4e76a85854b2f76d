package dev.mooring.mcp.server.engine;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.LogLevel;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Meta;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.server.Caller;
import dev.mooring.mcp.server.Exchange;
import dev.mooring.mcp.server.InputRequest;
import dev.mooring.mcp.server.InputRequestFailed;
import dev.mooring.mcp.server.Refusal;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The exchange of one request in flight. Thread-safe until the handler returns. */
final class RequestExchange implements Exchange {
    private static final String EARLIER_ANSWERS = "answers";
    private static final String INPUT_RESPONSES = "inputResponses";
    private static final String REQUEST_STATE = "requestState";

    private final Message.Request request;
    private final Caller caller;
    private final RunningCall call;
    private final CallStream stream;
    private final InputChannel input;
    private final LogFilter logFilter;
    private final @Nullable ObjectNode meta;
    private double lastProgress = Double.NEGATIVE_INFINITY;
    private @Nullable ObjectNode answers;

    /**
     * The parts of the engine that input requests need.
     *
     * @param pending the requests to legacy clients that are not answered yet
     * @param seal the encryption of state that travels through modern callers
     * @param timeout how long a legacy client may take to answer
     */
    record InputChannel(PendingInputRequests pending, StateSeal seal, Duration timeout) {}

    /**
     * The log entries that a caller receives.
     *
     * @param requested the level that the caller has requested, or null
     * @param lowest the lowest level to send, or null to send nothing
     */
    record LogFilter(@Nullable LogLevel requested, @Nullable LogLevel lowest) {
        static final LogFilter NONE = new LogFilter(null, null);

        /** Returns the filter of a legacy session: INFO by default. */
        static LogFilter ofSession(@Nullable LogLevel requested) {
            return new LogFilter(requested, requested == null ? LogLevel.INFO : requested);
        }

        /** Returns the filter of a modern request: nothing by default. */
        static LogFilter ofRequest(@Nullable LogLevel requested) {
            return new LogFilter(requested, requested);
        }
    }

    RequestExchange(
            Message.Request request,
            Caller caller,
            RunningCall call,
            CallStream stream,
            InputChannel input,
            LogFilter logFilter) {
        this.request = request;
        this.caller = caller;
        this.call = call;
        this.stream = stream;
        this.input = input;
        this.logFilter = logFilter;
        this.meta = Json.objectAt(request.params(), Meta.FIELD);
    }

    @Override
    public Caller caller() {
        return caller;
    }

    @Override
    public ObjectNode params() {
        ObjectNode params = request.params();
        return params == null ? Json.object() : params;
    }

    @Override
    public void notifyCaller(String method, ObjectNode params) {
        notifyCaller(new Message.Notification(method, params));
    }

    @Override
    public @Nullable ObjectNode meta() {
        return meta;
    }

    @Override
    public void afterDelivery(Runnable task) {
        stream.afterDelivery(task);
    }

    @Override
    public @Nullable String header(String name) {
        return stream.header(name);
    }

    @Override
    public @Nullable LogLevel logLevel() {
        return logFilter.lowest();
    }

    @Override
    public @Nullable LogLevel requestedLogLevel() {
        return logFilter.requested();
    }

    @Override
    public boolean isCancelled() {
        return call.isCancelled();
    }

    @Override
    public void progress(double progress, @Nullable Double total, @Nullable String message) {
        JsonNode token = meta == null ? null : meta.get(Meta.PROGRESS_TOKEN);
        if (token == null || !(token.isString() || token.isIntegralNumber()) || !advanceTo(progress)) {
            return;
        }
        ObjectNode params = Json.object();
        params.set(Meta.PROGRESS_TOKEN, token);
        put(params, "progress", progress);
        if (total != null) {
            put(params, "total", total);
        }
        if (message != null) {
            params.put("message", message);
        }
        notifyCaller(new Message.Notification(Methods.PROGRESS, params));
    }

    @Override
    public void log(LogLevel level, @Nullable String logger, JsonNode data) {
        LogLevel lowest = logFilter.lowest();
        if (lowest == null || !level.isAtLeast(lowest)) {
            return;
        }
        ObjectNode params = Json.object().put("level", level.text());
        if (logger != null) {
            params.put("logger", logger);
        }
        params.set("data", data);
        notifyCaller(new Message.Notification(Methods.LOG, params));
    }

    @Override
    public boolean canRequest(InputRequest inputRequest) {
        return ClientCapabilities.missingFor(inputRequest, caller.capabilities()) == null
                && (caller.isModern() || stream.canSend());
    }

    @Override
    public ObjectNode requestInput(String key, InputRequest inputRequest)
            throws Refusal, InputRequestFailed, InterruptedException {
        ObjectNode answer = requestInputs(Map.of(key, inputRequest)).get(key);
        if (answer == null) {
            throw new IllegalStateException("No answer to the input request \"" + key + "\"");
        }
        return answer;
    }

    @Override
    public Map<String, ObjectNode> requestInputs(Map<String, InputRequest> requests)
            throws Refusal, InputRequestFailed, InterruptedException {
        Map<String, ObjectNode> answered = new LinkedHashMap<>();
        Map<String, InputRequest> unanswered = new LinkedHashMap<>();
        for (Map.Entry<String, InputRequest> entry : requests.entrySet()) {
            ObjectNode answer = caller.isModern() ? receivedAnswer(entry.getKey()) : null;
            if (answer != null) {
                answered.put(entry.getKey(), answer);
            } else {
                requireCapability(entry.getValue());
                unanswered.put(entry.getKey(), entry.getValue());
            }
        }
        if (caller.isModern() && !unanswered.isEmpty()) {
            throw new InputRequired(unanswered, sealedAnswers());
        }
        for (Map.Entry<String, InputRequest> entry : unanswered.entrySet()) {
            answered.put(
                    entry.getKey(), input.pending.request(entry.getValue(), caller.principal(), stream, input.timeout));
        }
        return answered;
    }

    /**
     * Requests the input that a result requires, and returns the exchange of the request repeated with the answers. This
     * does for a legacy caller what a modern client does itself.
     */
    RequestExchange nextRound(ObjectNode inputRequired) throws Refusal, InputRequestFailed, InterruptedException {
        ObjectNode params = Json.shallowCopy(request.params());
        params.remove(REQUEST_STATE);
        ObjectNode responses = params.putObject(INPUT_RESPONSES);
        requestInputs(inputRequests(inputRequired)).forEach(responses::set);
        String state = Json.stringAt(inputRequired, REQUEST_STATE);
        if (state != null) {
            params.put(REQUEST_STATE, state);
        }
        var repeated = new Message.Request(request.id(), request.method(), params);
        var next = new RequestExchange(repeated, caller, call, stream, input, logFilter);
        next.lastProgress = lastProgress();
        return next;
    }

    private static Map<String, InputRequest> inputRequests(ObjectNode inputRequired) {
        Map<String, InputRequest> requests = new LinkedHashMap<>();
        inputRequired
                .path("inputRequests")
                .properties()
                .forEach(entry -> requests.put(
                        entry.getKey(),
                        new InputRequest(
                                entry.getValue().path("method").stringValue(""),
                                Json.shallowCopy(Json.objectAt(entry.getValue(), "params")))));
        return requests;
    }

    @Override
    public ObjectNode inputResponses() {
        ObjectNode responses = Json.objectAt(request.params(), INPUT_RESPONSES);
        return responses == null ? Json.object() : responses;
    }

    @Override
    public @Nullable String requestState() {
        return Json.stringAt(request.params(), REQUEST_STATE);
    }

    @Override
    public String sealState(ObjectNode state) {
        return input.seal.seal(state, caller.principal(), RequestDigest.of(request));
    }

    @Override
    public @Nullable ObjectNode openState() throws Refusal {
        String state = requestState();
        return state == null ? null : input.seal.open(state, caller.principal(), RequestDigest.of(request));
    }

    private void requireCapability(InputRequest inputRequest) throws Refusal {
        ObjectNode missing = ClientCapabilities.missingFor(inputRequest, caller.capabilities());
        if (missing != null) {
            throw new Refusal(McpError.missingCapability(String.join(", ", missing.propertyNames()), missing));
        }
        if (!caller.isModern() && !stream.canSend()) {
            throw new Refusal(
                    McpError.invalidRequest("this call requests input, so the client must accept text/event-stream"));
        }
    }

    private @Nullable ObjectNode receivedAnswer(String key) throws Refusal {
        if (answers == null) {
            answers = Json.shallowCopy(Json.objectAt(openState(), EARLIER_ANSWERS));
            answers.setAll(inputResponses());
        }
        JsonNode answer = answers.get(key);
        if (answer != null && !answer.isObject()) {
            throw new Refusal(McpError.invalidParams("inputResponses." + key + " must be an object"));
        }
        return (ObjectNode) answer;
    }

    /** Returns the answers so far as sealed state, because a caller repeats only the answers of the last round. */
    private @Nullable String sealedAnswers() {
        if (answers == null || answers.isEmpty()) {
            return null;
        }
        ObjectNode state = Json.object();
        state.set(EARLIER_ANSWERS, answers);
        return sealState(state);
    }

    private synchronized boolean advanceTo(double progress) {
        if (progress <= lastProgress) {
            return false;
        }
        lastProgress = progress;
        return true;
    }

    private synchronized double lastProgress() {
        return lastProgress;
    }

    /** Writes a whole number without a fraction, as most clients do. */
    private static void put(ObjectNode params, String field, double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            params.put(field, (long) value);
        } else {
            params.put(field, value);
        }
    }

    private void notifyCaller(Message.Notification notification) {
        if (!stream.canSend()) {
            return;
        }
        try {
            stream.send(notification);
        } catch (IOException e) {
            // The caller has disconnected. The transport cancels the call if the era requires it.
        }
    }
}
