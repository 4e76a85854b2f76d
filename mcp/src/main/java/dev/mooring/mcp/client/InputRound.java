package dev.mooring.mcp.client;

import dev.mooring.mcp.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One round of a modern request that needs input: what the server asked for, answered by this client's handlers. */
final class InputRound {
    private static final Logger LOG = LoggerFactory.getLogger(InputRound.class);

    private InputRound() {}

    sealed interface Outcome {
        record Given(
                @Nullable ObjectNode responses, @Nullable JsonNode state) implements Outcome {
            /** The original params with the input; what an earlier round had added is replaced. */
            ObjectNode addTo(ObjectNode params) {
                ObjectNode next = Json.shallowCopy(params);
                if (responses != null) {
                    next.set("inputResponses", responses);
                }
                if (state != null) {
                    next.set("requestState", state);
                }
                return next;
            }
        }

        record Refused(String reason) implements Outcome {}
    }

    static Outcome answer(ObjectNode result, Map<String, ClientHandler> handlers, CallOptions call)
            throws InterruptedException {
        ObjectNode requests = Json.objectAt(result, "inputRequests");
        ObjectNode responses = requests == null ? null : Json.object();
        if (requests != null && responses != null) {
            for (Map.Entry<String, JsonNode> request : requests.properties()) {
                String method = String.valueOf(Json.stringAt(request.getValue(), "method"));
                ClientHandler own = call.handlerFor(method);
                ClientHandler handler = own != null ? own : handlers.get(method);
                if (handler == null) {
                    return new Outcome.Refused("the server needs " + method + ", which this client does not offer");
                }
                ObjectNode params = Json.objectAt(request.getValue(), "params");
                try {
                    responses.set(request.getKey(), handler.answer(params == null ? Json.object() : params));
                } catch (InterruptedException e) {
                    throw e;
                } catch (Exception e) {
                    LOG.warn("the handler for {} failed", method, e);
                    return new Outcome.Refused("the input that the server needs (" + method + ") could not be had");
                }
            }
        }
        return new Outcome.Given(responses, result.get("requestState"));
    }
}
