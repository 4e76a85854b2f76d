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
import dev.mooring.mcp.server.Exchange;
import dev.mooring.mcp.server.InputRequest;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The caller for whom a request goes up: what it attached goes along, and progress, logs and questions come back to it.
 * A call that was parked goes on with another request of the same caller, so the exchange can be replaced.
 */
final class Behalf {
    private static final ObjectNode ELICITATION = Json.object();

    private static final InputRequest A_FORM = InputRequest.elicit("", Json.object());
    private static final String RESERVED = "io.modelcontextprotocol/";
    private static final String TASKS = "tasks";
    private static final String EXTENSIONS = "extensions";

    /** Null while the caller has no request open. */
    private final AtomicReference<@Nullable Exchange> exchange;

    Behalf(Exchange exchange) {
        this.exchange = new AtomicReference<>(exchange);
    }

    private static boolean isModern(Exchange exchange) {
        return exchange.caller().era() == Era.MODERN;
    }

    /** Whether the caller can fill in forms. */
    private static boolean canBeAsked(Exchange exchange) {
        return exchange.canRequest(A_FORM);
    }

    /** Whether questions and answers are as the server has them: no call waits for them here. */
    private static boolean answersItself(Exchange exchange, Catalogue catalogue) {
        return isModern(exchange) && catalogue.era() == Era.MODERN && catalogue.argument() == null;
    }

    /** Whether a question of the server's would end the request, while the call waits for the next one here. */
    static boolean mayPark(Exchange exchange, Catalogue catalogue) {
        return isModern(exchange) && !answersItself(exchange, catalogue) && canBeAsked(exchange);
    }

    /** Whether the request is the next one of a call that waits here. */
    static boolean isParked(Exchange exchange, Catalogue catalogue) {
        return isModern(exchange) && !answersItself(exchange, catalogue) && exchange.requestState() != null;
    }

    void continueIn(@Nullable Exchange next) {
        exchange.set(next);
    }

    /** How a request to a server of that kind is made; a legacy caller is asked while its request waits. */
    CallOptions options(Catalogue catalogue) {
        Exchange asked = exchange.get();
        return asked != null && canBeAsked(asked) && !isModern(asked)
                ? options(catalogue, params -> asked.requestInput("question", new InputRequest(Methods.ELICIT, params)))
                : options(catalogue, null);
    }

    /** How such a request is made, with somebody else to answer the server's questions. */
    CallOptions options(Catalogue catalogue, @Nullable ClientHandler answers) {
        Exchange current = exchange.get();
        if (current == null) {
            throw new IllegalStateException("there is nobody to ask for");
        }
        LogLevel level = current.logLevel();
        // A legacy server has a level of its own for those who have not asked for one.
        LogLevel asked = catalogue.era() == Era.LEGACY ? current.requestedLogLevel() : level;
        boolean answersItself = answersItself(current, catalogue);
        ObjectNode capabilities = Json.object();
        if (answersItself) {
            capabilities = withoutTasks(current.caller().capabilities());
        } else if (answers != null) {
            capabilities.set("elicitation", ELICITATION);
        }
        RelayOptions.Builder relay = RelayOptions.builder()
                .capabilities(capabilities)
                .notifications(level != null && catalogue.has("logging") ? this::log : null)
                .exclusive(catalogue.argument() != null)
                .returnsInputRequired(answersItself);
        if (answers != null) {
            relay.handler(Methods.ELICIT, answers);
        }
        return CallOptions.builder()
                .meta(meta(current.meta()))
                .progress(this::progress)
                .logLevel(asked)
                .relay(relay.build())
                .build();
    }

    /** A server must not answer with a task: nobody could ask for its result here. */
    private static ObjectNode withoutTasks(ObjectNode declared) {
        ObjectNode passed = Json.shallowCopy(declared);
        passed.remove(TASKS);
        ObjectNode extensions = Json.objectAt(declared, EXTENSIONS);
        if (extensions != null) {
            ObjectNode others = Json.shallowCopy(extensions);
            others.remove(RESERVED + TASKS);
            passed.set(EXTENSIONS, others);
        }
        return passed;
    }

    /** What came with the request, without what is between the caller and the gateway. */
    private static ObjectNode meta(@Nullable ObjectNode given) {
        ObjectNode passed = Json.object();
        if (given != null) {
            given.forEachEntry((name, value) -> {
                if (!isBetweenUs(name)) {
                    passed.set(name, value);
                }
            });
        }
        return passed;
    }

    private static boolean isBetweenUs(String name) {
        return name.equals(Meta.PROGRESS_TOKEN) || name.equals(HandleMark.META) || name.startsWith(RESERVED);
    }

    private void progress(ObjectNode params) {
        Exchange current = exchange.get();
        JsonNode progress = params.get("progress");
        if (current != null && progress != null && progress.isNumber()) {
            JsonNode total = params.get("total");
            current.progress(
                    progress.doubleValue(),
                    total != null && total.isNumber() ? (Double) total.doubleValue() : null,
                    Json.stringAt(params, "message"));
        }
    }

    private void log(Message.Notification notification) {
        Exchange current = exchange.get();
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
