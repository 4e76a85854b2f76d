package dev.mooring.gateway;

import dev.mooring.mcp.Era;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.LogLevel;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Meta;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.client.CallOptions;
import dev.mooring.mcp.client.ClientHandler;
import dev.mooring.mcp.client.RelayOptions;
import dev.mooring.mcp.server.Caller;
import dev.mooring.mcp.server.Exchange;
import dev.mooring.mcp.server.InputRequest;
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

    private static final InputRequest ANY_FORM = InputRequest.elicit("", Json.object());
    private static final String RESERVED_PREFIX = "io.modelcontextprotocol/";
    private static final String TASKS = "tasks";
    private static final String EXTENSIONS = "extensions";

    private final UpstreamListing listing;
    private final boolean isModern;

    /** Null while the caller has no request in flight. */
    private volatile @Nullable Exchange exchange;

    /** @param listing the listing of the server that the request goes to */
    CallerExchange(Exchange exchange, UpstreamListing listing) {
        this.exchange = exchange;
        this.listing = listing;
        this.isModern = exchange.caller().era() == Era.MODERN;
    }

    UpstreamListing listing() {
        return listing;
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

    /** Whether the server's input requests and the caller's responses pass through unchanged. */
    boolean passesInputThrough() {
        return isModern && listing.era() == Era.MODERN && listing.argument() == null;
    }

    /** Whether an elicitation ends the caller's request, so that the upstream call has to be parked. */
    boolean mayPark() {
        return isModern && !passesInputThrough() && acceptsElicitation();
    }

    /** Whether this request continues a parked call. */
    boolean isResumption() {
        return isModern && !passesInputThrough() && exchange().requestState() != null;
    }

    private boolean acceptsElicitation() {
        return exchange().canRequest(ANY_FORM);
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
        if (!passesInputThrough()
                || (current.requestState() == null && current.inputResponses().isEmpty())) {
            return params;
        }
        ObjectNode complete = Json.shallowCopy(params);
        complete.set("inputResponses", current.inputResponses());
        if (current.requestState() != null) {
            complete.put("requestState", current.requestState());
        }
        return complete;
    }

    /** Returns the options of the upstream request. A legacy caller answers elicitations while its request waits. */
    CallOptions options() {
        Exchange current = exchange();
        return !isModern && acceptsElicitation()
                ? options(params -> current.requestInput(INPUT_KEY, new InputRequest(Methods.ELICIT, params)))
                : options(null);
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
        ObjectNode capabilities = Json.object();
        if (passesInputThrough) {
            capabilities = withoutTasks(current.caller().capabilities());
        } else if (elicitation != null) {
            capabilities.putObject("elicitation");
        }
        RelayOptions.Builder relay = RelayOptions.builder()
                .capabilities(capabilities)
                .notifications(level != null && listing.hasCapability("logging") ? this::forwardLog : null)
                .exclusive(listing.argument() != null)
                .returnsInputRequired(passesInputThrough);
        if (elicitation != null) {
            relay.handler(Methods.ELICIT, elicitation);
        }
        return CallOptions.builder()
                .meta(upstreamMeta(current.meta()))
                .progress(this::forwardProgress)
                .logLevel(requestedLevel)
                .relay(relay.build())
                .build();
    }

    /** Hides the caller's support for tasks: the gateway does not forward requests for the result of a task. */
    private static ObjectNode withoutTasks(ObjectNode declared) {
        ObjectNode capabilities = Json.shallowCopy(declared);
        capabilities.remove(TASKS);
        ObjectNode extensions = Json.objectAt(declared, EXTENSIONS);
        if (extensions != null) {
            ObjectNode others = Json.shallowCopy(extensions);
            others.remove(RESERVED_PREFIX + TASKS);
            capabilities.set(EXTENSIONS, others);
        }
        return capabilities;
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

    /** Whether a field of {@code _meta} is between the caller and the gateway only. */
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

    private void forwardLog(Message.Notification notification) {
        Exchange current = exchange;
        ObjectNode params = notification.params();
        if (current == null || params == null || !notification.method().equals(Methods.LOG)) {
            return;
        }
        LogLevel level = LogLevel.from(Json.stringAt(params, "level"));
        JsonNode data = params.get("data");
        if (level != null && data != null) {
            current.log(level, Json.stringAt(params, "logger"), data);
        }
    }
}
