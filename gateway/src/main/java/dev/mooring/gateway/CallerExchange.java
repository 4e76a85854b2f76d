package dev.mooring.gateway;

import dev.mooring.mcp.Era;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.LogLevel;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Meta;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.client.AnswerRefused;
import dev.mooring.mcp.client.CallOptions;
import dev.mooring.mcp.client.ClientHandler;
import dev.mooring.mcp.client.RelayOptions;
import dev.mooring.mcp.server.Caller;
import dev.mooring.mcp.server.Exchange;
import dev.mooring.mcp.server.InputRequest;
import dev.mooring.mcp.server.InputRequestFailed;
import dev.mooring.mcp.server.Refusal;
import dev.mooring.session.CallOutcome;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The caller's side of one forwarded request. The caller's metadata go upstream; progress, logs and elicitations come back
 * to the caller.
 *
 * <p>A parked call continues in a later request of the same caller, so the exchange can be replaced. Thread-safe.
 */
final class CallerExchange {
    /** The key of the only input request that the gateway sends at a time. */
    static final String INPUT_KEY = "question";

    private static final String RESERVED_PREFIX = "io.modelcontextprotocol/";
    private static final String ELICITATION = "elicitation";
    static final InputRequest ANY_FORM = InputRequest.elicit("", Json.object());
    static final InputRequest ANY_URL =
            new InputRequest(Methods.ELICIT, Json.object().put("mode", "url"));

    private final UpstreamListing listing;
    private final boolean isModern;
    private final UnaryOperator<ObjectNode> inbound;

    private volatile @Nullable GatewayHandle handle;
    private volatile @Nullable Duration timeout;
    private volatile boolean isForwarded;
    private volatile boolean needsSignIn;

    /** Null while the caller has no request in flight. */
    private volatile @Nullable Exchange exchange;

    /** @param listing the listing of the server that the request goes to */
    CallerExchange(Exchange exchange, UpstreamListing listing) {
        this(exchange, listing, UnaryOperator.identity());
    }

    /**
     * Creates the caller's side of a request.
     *
     * @param listing the listing of the server that the request goes to
     * @param inbound changes the params of the server's elicitations and notifications before the caller receives them
     */
    CallerExchange(Exchange exchange, UpstreamListing listing, UnaryOperator<ObjectNode> inbound) {
        this.exchange = exchange;
        this.listing = listing;
        this.inbound = inbound;
        this.isModern = exchange.caller().era() == Era.MODERN;
    }

    UpstreamListing listing() {
        return listing;
    }

    /** Sets how long the server may take to answer, instead of its usual timeout. */
    void timeout(Duration value) {
        timeout = value;
    }

    /** Records whether the server requires a sign-in of the caller. */
    void recordOutcome(CallOutcome outcome) {
        needsSignIn = SignInRequests.isNeeded(outcome);
    }

    /** Returns whether the server required a sign-in of the caller, as its latest outcome says. */
    boolean needsSignIn() {
        return needsSignIn;
    }

    /** Records the handle that the request uses. */
    void use(GatewayHandle used) {
        handle = used;
    }

    /** Returns the handle that the request uses, or null if it uses none. */
    @Nullable
    GatewayHandle handle() {
        return handle;
    }

    /** Records that another replica has answered the request. */
    void markForwarded() {
        isForwarded = true;
    }

    /** Returns whether another replica has answered the request. */
    boolean isForwarded() {
        return isForwarded;
    }

    /** Returns the request in flight. */
    Exchange exchange() {
        Exchange current = exchange;
        if (current == null) {
            throw new IllegalStateException("The caller has no request in flight");
        }
        return current;
    }

    Caller caller() {
        return exchange().caller();
    }

    /** Returns whether the server's input requests and the caller's responses pass through unchanged. */
    boolean passesInputThrough() {
        return isModern && listing.era() == Era.MODERN && listing.argument() == null;
    }

    /** Returns whether an elicitation ends the caller's request, so that the upstream call has to be parked. */
    boolean mayPark() {
        return isModern && !passesInputThrough() && acceptsElicitation();
    }

    /** Returns whether this request continues a parked call. */
    boolean isResumption() {
        return isModern && !passesInputThrough() && exchange().requestState() != null;
    }

    private boolean acceptsElicitation() {
        return exchange().canRequest(ANY_FORM) || exchange().canRequest(ANY_URL);
    }

    /** Returns whether the server may answer with a task, whose id the caller can use in later requests. */
    boolean acceptsTasks() {
        return TaskSupport.isPossible(caller(), listing);
    }

    /** Detaches the caller, whose request ends while the call stays parked. */
    void detach() {
        exchange = null;
    }

    /** Attaches the next request of the caller. */
    void attach(Exchange next) {
        exchange = next;
    }

    /** Adds the caller's input responses to the parameters, if they are for the server. */
    ObjectNode withInputResponses(ObjectNode params) {
        Exchange current = exchange();
        ObjectNode responses = Json.shallowCopy(current.inputResponses());
        responses.remove(SignInRequests.KEY); // the gateway's own question
        if (!passesInputThrough() || (current.requestState() == null && responses.isEmpty())) {
            return params;
        }
        ObjectNode complete = Json.shallowCopy(params);
        complete.set("inputResponses", responses);
        if (current.requestState() != null) {
            complete.put("requestState", current.requestState());
        }
        return complete;
    }

    /** Returns the options of the upstream request. A legacy caller answers elicitations while its request waits. */
    CallOptions options() {
        Exchange current = exchange();
        return !isModern && acceptsElicitation()
                ? options(params -> requestInput(current, new InputRequest(Methods.ELICIT, params)))
                : options(null);
    }

    /** Requests input from a legacy caller, whose error the server receives. */
    private static ObjectNode requestInput(Exchange current, InputRequest request)
            throws AnswerRefused, Refusal, InterruptedException {
        try {
            return current.requestInput(INPUT_KEY, request);
        } catch (InputRequestFailed e) {
            throw new AnswerRefused(e.error());
        }
    }

    /** Returns a handler that refuses the modes of elicitation that the caller does not support. */
    private ClientHandler inSupportedModes(ClientHandler elicitation, Exchange current) {
        return params -> {
            if (!current.canRequest(new InputRequest(Methods.ELICIT, params))) {
                throw new AnswerRefused(McpError.invalidParams("the client does not support elicitation in the mode \""
                        + params.path("mode").asString("form") + "\""));
            }
            return elicitation.answer(inbound.apply(params));
        };
    }

    /**
     * Returns the options of the upstream request.
     *
     * @param elicitation answers the server's elicitations; null if the caller accepts none
     */
    CallOptions options(@Nullable ClientHandler elicitation) {
        Exchange current = exchange();
        LogLevel level = current.logLevel();
        // A legacy server has its own default level, which a caller without a preference keeps.
        LogLevel requestedLevel = listing.era() == Era.LEGACY ? current.requestedLogLevel() : level;
        boolean passesInputThrough = passesInputThrough();
        ObjectNode declared = current.caller().capabilities();
        boolean forwardsNotifications =
                (level != null && listing.hasCapability("logging")) || current.canRequest(ANY_URL);
        RelayOptions.Builder relay = RelayOptions.builder()
                .capabilities(passesInputThrough ? declared : forwardedCapabilities(declared, elicitation != null))
                .notifications(forwardsNotifications ? this::forwardNotification : null)
                .exclusive(listing.argument() != null)
                .returnsInputRequired(passesInputThrough);
        if (elicitation != null) {
            relay.handler(Methods.ELICIT, inSupportedModes(elicitation, current));
        }
        return CallOptions.builder()
                .meta(upstreamMeta(current.meta()))
                .progress(this::forwardProgress)
                .logLevel(requestedLevel)
                .timeout(timeout)
                .relay(relay.build())
                .build();
    }

    /** Returns the options of a request on a session that other callers use, too. */
    CallOptions sharedOptions() {
        return CallOptions.builder()
                .meta(upstreamMeta(exchange().meta()))
                .progress(this::forwardProgress)
                .relay(RelayOptions.builder().build())
                .build();
    }

    /** Returns the capabilities of the caller that the gateway can relay: the modes of elicitation, and the extensions. */
    private ObjectNode forwardedCapabilities(ObjectNode declared, boolean elicitation) {
        ObjectNode capabilities = Json.object();
        ObjectNode modes = Json.objectAt(declared, ELICITATION);
        if (elicitation && modes != null) {
            capabilities.set(ELICITATION, modes);
        }
        ObjectNode extensions = Extensions.declaredIn(declared);
        if (!acceptsTasks()) {
            extensions.remove(TaskSupport.EXTENSION);
        }
        return extensions.isEmpty() ? capabilities : capabilities.set(Extensions.FIELD, extensions);
    }

    private static ObjectNode upstreamMeta(@Nullable ObjectNode meta) {
        ObjectNode forwarded = Json.object();
        if (meta != null) {
            meta.forEachEntry((name, value) -> {
                if (!concernsGateway(name)) {
                    forwarded.set(name, value);
                }
            });
        }
        return forwarded;
    }

    /** Returns whether a field of {@code _meta} is between the caller and the gateway only. */
    private static boolean concernsGateway(String name) {
        return name.equals(Meta.PROGRESS_TOKEN)
                || name.equals(SessionAnnotation.META)
                || name.startsWith(RESERVED_PREFIX);
    }

    private void forwardProgress(ObjectNode params) {
        Exchange current = exchange;
        JsonNode progress = params.get("progress");
        if (current != null && progress != null && progress.isNumber()) {
            JsonNode total = params.get("total");
            current.progress(
                    progress.doubleValue(),
                    total != null && total.isNumber() ? (Double) total.doubleValue() : null,
                    Json.stringAt(params, "message"));
        }
    }

    private void forwardNotification(Message.Notification notification) {
        Exchange current = exchange;
        ObjectNode params = notification.params();
        if (current == null || params == null) {
            return;
        }
        switch (notification.method()) {
            case Methods.LOG -> forwardLog(params, current);
            case Methods.ELICITATION_COMPLETE -> {
                if (!isModern) { // the modern era has no such notification
                    current.notifyCaller(notification.method(), inbound.apply(params));
                }
            }
            default -> {
                // Progress has its own listener, and changes concern all callers.
            }
        }
    }

    private static void forwardLog(ObjectNode params, Exchange current) {
        LogLevel level = LogLevel.from(Json.stringAt(params, "level"));
        JsonNode data = params.get("data");
        if (level != null && data != null) {
            current.log(level, Json.stringAt(params, "logger"), data);
        }
    }
}
