package dev.mooring.mcp.client;

import dev.mooring.mcp.Json;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Answers the input requests in an {@code input_required} result of a modern server. */
final class InputRequests {
    private static final Logger LOG = LoggerFactory.getLogger(InputRequests.class);

    /** The field of a repeated request with the answers of the client. */
    static final String RESPONSES = "inputResponses";

    /** The field with the state of the server, in its result and in the repeated request. */
    static final String STATE = "requestState";

    private InputRequests() {}

    /** The outcome of one round. */
    sealed interface Round {
        /**
         * The handlers answered all requests.
         *
         * @param responses null if the server requested no input, but only a repetition of the request
         * @param state the server's state, which the next request returns unchanged; null if the server sent no state
         */
        record Answered(
                @Nullable ObjectNode responses, @Nullable JsonNode state) implements Round {
            /** Returns the original params of the request with the responses of this round. */
            ObjectNode addTo(ObjectNode params) {
                ObjectNode next = Json.shallowCopy(params);
                if (responses != null) {
                    next.set(RESPONSES, responses);
                }
                if (state != null) {
                    next.set(STATE, state);
                }
                return next;
            }
        }

        /** A request has no handler, or its handler failed. */
        record Refused(String reason) implements Round {}
    }

    /** Answers the requests one by one, on the caller's thread. */
    static Round answer(ObjectNode result, Function<String, @Nullable ClientHandler> handlers)
            throws InterruptedException {
        JsonNode state = result.get(STATE);
        ObjectNode requests = Json.objectAt(result, "inputRequests");
        if (requests == null) {
            return new Round.Answered(null, state);
        }
        ObjectNode responses = Json.object();
        for (Map.Entry<String, JsonNode> request : requests.properties()) {
            String method = String.valueOf(Json.stringAt(request.getValue(), "method"));
            ClientHandler handler = handlers.apply(method);
            if (handler == null) {
                return new Round.Refused("the server requested " + method + ", which this client does not support");
            }
            ObjectNode params = Json.objectAt(request.getValue(), "params");
            try {
                responses.set(request.getKey(), handler.answer(params == null ? Json.object() : params));
            } catch (InterruptedException e) {
                throw e;
            } catch (AnswerRefused e) {
                return new Round.Refused("the server requested " + method + ": " + e.getMessage());
            } catch (Exception e) {
                LOG.warn("The handler for {} failed", method, e);
                return new Round.Refused("the server requested " + method + ", but this client's handler failed");
            }
        }
        return new Round.Answered(responses, state);
    }
}
