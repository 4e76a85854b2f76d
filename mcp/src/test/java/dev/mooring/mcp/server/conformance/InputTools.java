package dev.mooring.mcp.server.conformance;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.server.InputRequest;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolResult;
import tools.jackson.databind.node.ObjectNode;

/** Tools that request input once, in either era. */
final class InputTools {
    private InputTools() {}

    static void addTo(McpServer.Builder builder) {
        builder.tool(Tool.named("test_sampling")
                .description("Requests a message of the client's model")
                .input(stringArgument("prompt"))
                .handledBy((arguments, exchange) -> {
                    ObjectNode answer = exchange.requestInput(
                            "sample",
                            InputRequest.sample(sampleOf(arguments.get("prompt").stringValue(), 100)));
                    return ToolResult.text("The model said: "
                            + answer.path("content").path("text").stringValue(""));
                }));
        builder.tool(Tool.named("test_elicitation")
                .description("Requests an answer of the user")
                .input(stringArgument("message"))
                .handledBy((arguments, exchange) -> describe(exchange.requestInput(
                        "answer",
                        InputRequest.elicit(arguments.get("message").stringValue(), form("response", "string"))))));
        builder.tool(Tool.named("test_elicitation_sep1034_defaults")
                .description("Requests a form with default values")
                .handledBy((arguments, exchange) -> describe(exchange.requestInput(
                        "form", InputRequest.elicit("Please check these values", Json.objectOf("""
                                {"type": "object",
                                 "properties": {
                                   "name": {"type": "string", "default": "John Doe"},
                                   "age": {"type": "integer", "default": 30},
                                   "score": {"type": "number", "default": 95.5},
                                   "status": {"type": "string", "enum": ["active", "inactive", "pending"],
                                              "default": "active"},
                                   "verified": {"type": "boolean", "default": true}},
                                 "required": []}"""))))));
        builder.tool(Tool.named("test_elicitation_sep1330_enums")
                .description("Requests a choice with every kind of enum")
                .handledBy((arguments, exchange) -> describe(
                        exchange.requestInput("form", InputRequest.elicit("Please choose", Json.objectOf("""
                                {"type": "object",
                                 "properties": {
                                   "untitledSingle": {"type": "string", "enum": ["option1", "option2", "option3"]},
                                   "titledSingle": {"type": "string", "oneOf": [
                                     {"const": "value1", "title": "First"}, {"const": "value2", "title": "Second"},
                                     {"const": "value3", "title": "Third"}]},
                                   "legacyEnum": {"type": "string", "enum": ["opt1", "opt2", "opt3"],
                                     "enumNames": ["Option One", "Option Two", "Option Three"]},
                                   "untitledMulti": {"type": "array", "minItems": 1, "maxItems": 3,
                                     "items": {"type": "string", "enum": ["option1", "option2", "option3"]}},
                                   "titledMulti": {"type": "array", "minItems": 1, "maxItems": 3,
                                     "items": {"anyOf": [
                                       {"const": "value1", "title": "First"}, {"const": "value2", "title": "Second"},
                                       {"const": "value3", "title": "Third"}]}}},
                                 "required": []}"""))))));
        builder.tool(Tool.named("test_missing_capability")
                .description("Requires the sampling capability")
                .handledBy((arguments, exchange) -> {
                    exchange.requestInput("sample", InputRequest.sample(sampleOf("Say something", 10)));
                    return ToolResult.text("The client supports sampling.");
                }));
        builder.tool(Tool.named("test_streaming_elicitation")
                .description("Reports progress and requests an answer of the user")
                .handledBy((arguments, exchange) -> {
                    exchange.progress(50, 100.0, "Half way");
                    return describe(
                            exchange.requestInput("confirm", InputRequest.elicit("Continue?", form("ok", "boolean"))));
                }));
    }

    private static ToolResult describe(ObjectNode answer) {
        return ToolResult.text("action=" + answer.path("action").stringValue("none") + ", content="
                + Json.text(answer.path("content")));
    }

    static ObjectNode form(String field, String type) {
        ObjectNode schema = Json.object().put("type", "object");
        schema.putObject("properties").putObject(field).put("type", type);
        schema.putArray("required").add(field);
        return schema;
    }

    static ObjectNode sampleOf(String prompt, int maxTokens) {
        ObjectNode params = Json.object();
        params.putArray("messages")
                .addObject()
                .put("role", "user")
                .putObject("content")
                .put("type", "text")
                .put("text", prompt);
        return params.put("maxTokens", maxTokens);
    }

    private static ObjectNode stringArgument(String name) {
        return form(name, "string");
    }
}
