package dev.mooring.gateway;

import dev.mooring.gateway.cluster.ForwardedCaller;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.LogLevel;
import dev.mooring.mcp.server.Exchange;
import dev.mooring.mcp.server.InputRequest;
import dev.mooring.mcp.server.InputRequestFailed;
import dev.mooring.mcp.server.Refusal;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Passes the messages of a forwarded call on to its caller, which is connected to this replica. Thread-safe. */
final class ExchangeRelay implements ForwardedCaller {
    /** The field with the answer to {@link #seal}. */
    static final String SEALED = "sealed";

    private static final String KIND = "kind";
    private static final String SEAL = "seal";
    private static final String METHOD = "method";
    private static final String PARAMS = "params";

    private final Exchange exchange;

    ExchangeRelay(Exchange exchange) {
        this.exchange = exchange;
    }

    static ObjectNode progress(double progress, @Nullable Double total, @Nullable String message) {
        ObjectNode json = Json.object().put(KIND, "progress").put("progress", progress);
        if (total != null) {
            json.put("total", total);
        }
        return message == null ? json : json.put("message", message);
    }

    static ObjectNode log(LogLevel level, @Nullable String logger, JsonNode data) {
        ObjectNode json = Json.object().put(KIND, "log").put("level", level.text());
        if (logger != null) {
            json.put("logger", logger);
        }
        return json.set("data", data);
    }

    static ObjectNode notification(String method, ObjectNode params) {
        return Json.object().put(KIND, "notification").put(METHOD, method).set(PARAMS, params);
    }

    static ObjectNode input(String key, InputRequest request) {
        return Json.object().put("key", key).put(METHOD, request.method()).set(PARAMS, request.params());
    }

    static ObjectNode seal(ObjectNode state) {
        return Json.object().set(SEAL, state);
    }

    @Override
    public void notify(ObjectNode notification) {
        switch (notification.path(KIND).stringValue("")) {
            case "progress" -> {
                JsonNode total = notification.get("total");
                exchange.progress(
                        notification.path("progress").doubleValue(0),
                        total == null ? null : (Double) total.doubleValue(),
                        Json.stringAt(notification, "message"));
            }
            case "log" -> {
                LogLevel level = LogLevel.from(Json.stringAt(notification, "level"));
                JsonNode data = notification.get("data");
                if (level != null && data != null) {
                    exchange.log(level, Json.stringAt(notification, "logger"), data);
                }
            }
            default -> {
                String method = Json.stringAt(notification, METHOD);
                ObjectNode params = Json.objectAt(notification, PARAMS);
                if (method != null && params != null) {
                    exchange.notifyCaller(method, params);
                }
            }
        }
    }

    @Override
    public ObjectNode requestInput(ObjectNode request) throws InputRequestFailed, InterruptedException {
        ObjectNode state = Json.objectAt(request, SEAL);
        if (state != null) {
            return Json.object().put(SEALED, exchange.sealState(state));
        }
        try {
            return exchange.requestInput(
                    Objects.requireNonNullElse(Json.stringAt(request, "key"), ""),
                    new InputRequest(
                            Objects.requireNonNullElse(Json.stringAt(request, METHOD), ""),
                            Json.shallowCopy(Json.objectAt(request, PARAMS))));
        } catch (Refusal e) {
            throw new InputRequestFailed(e.error());
        }
    }
}
