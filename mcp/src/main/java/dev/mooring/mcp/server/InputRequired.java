package dev.mooring.mcp.server;

import dev.mooring.mcp.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Leaves a handler of the modern era in the middle: the caller has to answer first. An {@link Error}, so that a
 * handler's {@code catch (Exception e)} does not swallow it.
 */
final class InputRequired extends Error {
    private static final String RESULT_TYPE = "input_required";

    private final transient ObjectNode result;

    InputRequired(Map<String, InputRequest> requests, @Nullable String requestState) {
        super("the caller has to answer first", null, false, false);
        this.result = result(requests, requestState);
    }

    ObjectNode result() {
        return result;
    }

    /** Whether a result asks instead of answering. */
    static boolean isIn(ObjectNode result) {
        return RESULT_TYPE.equals(result.path("resultType").stringValue(""));
    }

    /** What such a result asks, by key. */
    static Map<String, InputRequest> questionsIn(ObjectNode result) {
        Map<String, InputRequest> questions = new LinkedHashMap<>();
        result.path("inputRequests")
                .properties()
                .forEach(question -> questions.put(
                        question.getKey(),
                        new InputRequest(
                                question.getValue().path("method").stringValue(""),
                                Json.shallowCopy(Json.objectAt(question.getValue(), "params")))));
        return questions;
    }

    static ObjectNode result(Map<String, InputRequest> requests, @Nullable String requestState) {
        ObjectNode result = Json.object().put("resultType", RESULT_TYPE);
        if (!requests.isEmpty()) {
            ObjectNode inputs = result.putObject("inputRequests");
            requests.forEach((key, request) -> inputs.set(key, request.toJson()));
        }
        if (requestState != null) {
            result.put("requestState", requestState);
        }
        if (result.size() == 1) {
            throw new IllegalArgumentException("neither a question nor a state to come back with");
        }
        return result;
    }
}
