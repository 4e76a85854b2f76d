package dev.mooring.mcp.server;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.LogLevel;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Meta;
import dev.mooring.mcp.Methods;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A request that is being answered, as its handler sees it. Safe from any thread until the handler returns. */
public final class Exchange {
    private static final String EARLIER_ANSWERS = "answers";
    private static final String INPUT_RESPONSES = "inputResponses";
    private static final String REQUEST_STATE = "requestState";

    private final Message.Request request;
    private final Caller caller;
    private final RunningCall call;
    private final CallStream stream;
    private final Asking asking;
    private final Logging logging;
    private final @Nullable ObjectNode meta;
    private double lastProgress = Double.NEGATIVE_INFINITY;
    private @Nullable ObjectNode answers;

    /** How questions reach a client, as the server was built. */
    record Asking(PendingAnswers pending, StateSeal seal, Duration patience) {}

    /**
     * What of the log the caller gets.
     *
     * @param asked the level it asked for, if it did
     * @param mildest what may be sent; null if nothing may
     */
    record Logging(@Nullable LogLevel asked, @Nullable LogLevel mildest) {
        static final Logging NONE = new Logging(null, null);

        /** A legacy client that has not asked gets what matters to most. */
        static Logging ofSession(@Nullable LogLevel asked) {
            return new Logging(asked, asked == null ? LogLevel.INFO : asked);
        }

        static Logging ofRequest(@Nullable LogLevel asked) {
            return new Logging(asked, asked);
        }
    }

    Exchange(
            Message.Request request,
            Caller caller,
            RunningCall call,
            CallStream stream,
            Asking asking,
            Logging logging) {
        this.request = request;
        this.caller = caller;
        this.call = call;
        this.stream = stream;
        this.asking = asking;
        this.logging = logging;
        this.meta = Json.objectAt(request.params(), Meta.FIELD);
    }

    public Caller caller() {
        return caller;
    }

    /** What the caller attached to this request. */
    public @Nullable ObjectNode meta() {
        return meta;
    }

    /** The mildest level of log entries that the caller wants, or null if it wants none. */
    public @Nullable LogLevel logLevel() {
        return logging.mildest();
    }

    /** The same, or null if the caller has not asked for a level. */
    public @Nullable LogLevel requestedLogLevel() {
        return logging.asked();
    }

    /** Whether nobody waits for the answer any more; the handler's thread has been interrupted then. */
    public boolean isCancelled() {
        return call.isCancelled();
    }

    /** Tells how far the work is, if the caller wants to know. What does not go forward is not told. */
    public void progress(double progress, @Nullable Double total, @Nullable String message) {
        JsonNode token = meta == null ? null : meta.get(Meta.PROGRESS_TOKEN);
        if (token == null || !(token.isString() || token.isIntegralNumber()) || !advances(progress)) {
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
        tell(new Message.Notification(Methods.PROGRESS, params));
    }

    /** Sends a log entry to the caller, if the caller wants that level. It must not hold secrets. */
    public void log(LogLevel level, @Nullable String logger, JsonNode data) {
        LogLevel mildest = logging.mildest();
        if (mildest == null || !level.isAtLeast(mildest)) {
            return;
        }
        ObjectNode params = Json.object().put("level", level.text());
        if (logger != null) {
            params.put("logger", logger);
        }
        params.set("data", data);
        tell(new Message.Notification(Methods.LOG, params));
    }

    /** Whether the caller has declared that it can answer this. */
    public boolean canRequest(InputRequest question) {
        return question.missingFrom(caller.capabilities()) == null && (caller.isModern() || stream.canSend());
    }

    /**
     * Asks the caller something and returns its answer. In the modern era the handler does not come back from the
     * first time: it is run again, from its first line, and then the answer is there.
     *
     * @param key names this question within the request, the same each time the handler runs
     * @throws Refusal if the caller has not declared that it can answer
     * @throws InputRequestFailed if the caller answers with an error
     */
    public ObjectNode requestInput(String key, InputRequest question)
            throws Refusal, InputRequestFailed, InterruptedException {
        ObjectNode answer = requestInputs(Map.of(key, question)).get(key);
        if (answer == null) {
            throw new IllegalStateException("asked and not answered");
        }
        return answer;
    }

    /** Asks several questions at once; see {@link #requestInput}. */
    public Map<String, ObjectNode> requestInputs(Map<String, InputRequest> questions)
            throws Refusal, InputRequestFailed, InterruptedException {
        Map<String, ObjectNode> found = new LinkedHashMap<>();
        Map<String, InputRequest> open = new LinkedHashMap<>();
        for (Map.Entry<String, InputRequest> question : questions.entrySet()) {
            ObjectNode answer = caller.isModern() ? answerTo(question.getKey()) : null;
            if (answer != null) {
                found.put(question.getKey(), answer);
            } else {
                requireCapability(question.getValue());
                open.put(question.getKey(), question.getValue());
            }
        }
        if (caller.isModern() && !open.isEmpty()) {
            throw new InputRequired(open, earlierAnswers());
        }
        for (Map.Entry<String, InputRequest> question : open.entrySet()) {
            found.put(
                    question.getKey(),
                    asking.pending.ask(question.getValue(), caller.principal(), stream, asking.patience));
        }
        return found;
    }

    /** Asks what a result asks, and returns the request as it is asked again with the answers. */
    Exchange answering(ObjectNode inputRequired) throws Refusal, InputRequestFailed, InterruptedException {
        ObjectNode params = Json.shallowCopy(request.params());
        params.remove(REQUEST_STATE);
        ObjectNode responses = params.putObject(INPUT_RESPONSES);
        requestInputs(InputRequired.questionsIn(inputRequired)).forEach(responses::set);
        String state = Json.stringAt(inputRequired, REQUEST_STATE);
        if (state != null) {
            params.put(REQUEST_STATE, state);
        }
        var again = new Message.Request(request.id(), request.method(), params);
        var next = new Exchange(again, caller, call, stream, asking, logging);
        next.lastProgress = lastProgress();
        return next;
    }

    /** The answers that came with this request, by the keys of their questions; empty if there are none. */
    public ObjectNode inputResponses() {
        ObjectNode responses = Json.objectAt(request.params(), INPUT_RESPONSES);
        return responses == null ? Json.object() : responses;
    }

    /** The state that came with this request. The caller could have written anything there: see {@link #openState}. */
    public @Nullable String requestState() {
        return Json.stringAt(request.params(), REQUEST_STATE);
    }

    /** Seals state for {@link ToolResult#inputRequired}: unreadable, good for this principal and request, for a while. */
    public String sealState(ObjectNode state) {
        return asking.seal.seal(state, caller.principal(), RequestDigest.of(request));
    }

    /**
     * The state that {@link #sealState} made and that came back with this request, or null where none came.
     *
     * @throws Refusal if it is not what was sent out for this request
     */
    public @Nullable ObjectNode openState() throws Refusal {
        String state = requestState();
        return state == null ? null : asking.seal.open(state, caller.principal(), RequestDigest.of(request));
    }

    private void requireCapability(InputRequest question) throws Refusal {
        ObjectNode missing = question.missingFrom(caller.capabilities());
        if (missing != null) {
            throw new Refusal(McpError.missingCapability(String.join(", ", missing.propertyNames()), missing));
        }
        if (!caller.isModern() && !stream.canSend()) {
            throw new Refusal(McpError.invalidRequest("the client takes no event stream, so it cannot be asked"));
        }
    }

    private @Nullable ObjectNode answerTo(String key) throws Refusal {
        if (answers == null) {
            ObjectNode state = openState();
            answers = Json.shallowCopy(Json.objectAt(state, EARLIER_ANSWERS));
            answers.setAll(inputResponses());
        }
        JsonNode answer = answers.get(key);
        if (answer != null && !answer.isObject()) {
            throw new Refusal(McpError.invalidParams("inputResponses." + key + " must be an object"));
        }
        return (ObjectNode) answer;
    }

    /** A caller sends the answers of the last round only, so those of earlier rounds travel in the state. */
    private @Nullable String earlierAnswers() {
        if (answers == null || answers.isEmpty()) {
            return null;
        }
        ObjectNode state = Json.object();
        state.set(EARLIER_ANSWERS, answers);
        return sealState(state);
    }

    private synchronized boolean advances(double progress) {
        if (progress <= lastProgress) {
            return false;
        }
        lastProgress = progress;
        return true;
    }

    private synchronized double lastProgress() {
        return lastProgress;
    }

    private static void put(ObjectNode params, String field, double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            params.put(field, (long) value);
        } else {
            params.put(field, value);
        }
    }

    private void tell(Message message) {
        if (!stream.canSend()) {
            return;
        }
        try {
            stream.send(message);
        } catch (IOException e) {
            // The caller has gone; the transport cancels the call where the era says so.
        }
    }
}
