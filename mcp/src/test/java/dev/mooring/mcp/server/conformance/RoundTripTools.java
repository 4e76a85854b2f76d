package dev.mooring.mcp.server.conformance;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.server.Exchange;
import dev.mooring.mcp.server.InputRequest;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolHandler;
import dev.mooring.mcp.server.ToolResult;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Tools that need several rounds in the modern era. */
final class RoundTripTools {
    private static final String PREFIX = "test_input_required_result_";

    private RoundTripTools() {}

    static void addTo(McpServer.Builder builder) {
        add(builder, "elicitation", (arguments, exchange) -> {
            ObjectNode answer = exchange.requestInput("user_name", nameRequest("What is your name?"));
            return ToolResult.text("Hello, " + text(answer, "name"));
        });
        add(builder, "sampling", (arguments, exchange) -> {
            ObjectNode answer = exchange.requestInput(
                    "sample_request", InputRequest.sample(InputTools.sampleOf("What is the capital of France?", 100)));
            return ToolResult.text(
                    "The model said: " + answer.path("content").path("text").stringValue(""));
        });
        add(
                builder,
                "list_roots",
                (arguments, exchange) -> ToolResult.text("Roots: "
                        + exchange.requestInput("roots_request", InputRequest.roots())
                                .path("roots")
                                .size()));
        add(builder, "request_state", RoundTripTools::confirmed);
        add(builder, "tampered_state", RoundTripTools::confirmed);
        add(builder, "multiple_inputs", RoundTripTools::threeAtOnce);
        add(builder, "multi_round", RoundTripTools::twoSteps);
        add(builder, "capabilities", RoundTripTools::supportedInputs);
    }

    /** Keeps its own state between the rounds. */
    private static ToolResult confirmed(ObjectNode arguments, Exchange exchange) throws Exception {
        ObjectNode state = exchange.openState();
        if (state != null && exchange.inputResponses().has("confirm")) {
            return ToolResult.text("state-ok: " + state.path("kind").stringValue(""));
        }
        return ToolResult.inputRequired(
                Map.of("confirm", InputRequest.elicit("Please confirm", InputTools.form("ok", "boolean"))),
                exchange.sealState(Json.object().put("kind", "confirmation")));
    }

    private static ToolResult threeAtOnce(ObjectNode arguments, Exchange exchange) throws Exception {
        ObjectNode state = exchange.openState();
        ObjectNode answers = exchange.inputResponses();
        if (state != null && answers.has("user_name") && answers.has("greeting") && answers.has("client_roots")) {
            return ToolResult.text("Three answers for " + text(answers.path("user_name"), "name"));
        }
        Map<String, InputRequest> requests = new LinkedHashMap<>();
        requests.put("user_name", nameRequest("What is your name?"));
        requests.put("greeting", InputRequest.sample(InputTools.sampleOf("Greet somebody", 50)));
        requests.put("client_roots", InputRequest.roots());
        return ToolResult.inputRequired(
                requests, exchange.sealState(Json.object().put("kind", "three")));
    }

    /** Keeps the answer of the first round in its state. */
    private static ToolResult twoSteps(ObjectNode arguments, Exchange exchange) throws Exception {
        ObjectNode state = exchange.openState();
        ObjectNode answers = exchange.inputResponses();
        if (state != null && state.has("name") && answers.has("step2")) {
            return ToolResult.text(
                    state.path("name").stringValue("") + " likes " + text(answers.path("step2"), "color"));
        }
        if (state != null && answers.has("step1")) {
            return ToolResult.inputRequired(
                    Map.of("step2", InputRequest.elicit("Your favourite colour?", InputTools.form("color", "string"))),
                    exchange.sealState(Json.object().put("name", text(answers.path("step1"), "name"))));
        }
        return ToolResult.inputRequired(Map.of("step1", nameRequest("Your name?")), exchange.sealState(Json.object()));
    }

    private static ToolResult supportedInputs(ObjectNode arguments, Exchange exchange) throws Exception {
        Map<String, InputRequest> requests = new LinkedHashMap<>();
        requests.put("elicit_input", InputRequest.elicit("A value?", InputTools.form("value", "string")));
        requests.put("sample_input", InputRequest.sample(InputTools.sampleOf("Anything", 50)));
        requests.values().removeIf(request -> !exchange.canRequest(request));
        return requests.isEmpty()
                ? ToolResult.text("The client supports no input requests.")
                : ToolResult.text(
                        "Received: " + exchange.requestInputs(requests).keySet());
    }

    private static InputRequest nameRequest(String message) {
        return InputRequest.elicit(message, InputTools.form("name", "string"));
    }

    static String text(JsonNode answer, String field) {
        return answer.path("content").path(field).stringValue("somebody");
    }

    private static void add(McpServer.Builder builder, String name, ToolHandler handler) {
        builder.tool(Tool.named(PREFIX + name)
                .description("Needs more than one round of input")
                .handledBy(handler));
    }
}
