package dev.mooring.mcp.server.conformance;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.server.InputRequest;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.Prompt;
import dev.mooring.mcp.server.PromptResult;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Prompts with every kind of argument and content. */
final class FixturePrompts {
    private FixturePrompts() {}

    static void addTo(McpServer.Builder builder) {
        builder.prompt(Prompt.of(
                "test_simple_prompt",
                "Has no arguments",
                (arguments, exchange) -> PromptResult.text("A prompt without arguments.")));
        builder.prompt(new Prompt(
                definition("test_prompt_with_arguments", "arg1", "arg2"),
                (arguments, exchange) -> PromptResult.text("arg1='%s', arg2='%s'"
                        .formatted(
                                arguments.get("arg1").stringValue(),
                                arguments.get("arg2").stringValue()))));
        builder.prompt(new Prompt(
                definition("test_prompt_with_embedded_resource", "resourceUri"),
                (arguments, exchange) -> messages(
                        ContentTools.resource(arguments.get("resourceUri").stringValue(), "text/plain"))));
        builder.prompt(Prompt.of(
                "test_prompt_with_image",
                "Contains an image",
                (arguments, exchange) -> messages(ContentTools.image())));
        builder.prompt(Prompt.of(
                "test_input_required_result_prompt", "Requests an answer of the user first", (arguments, exchange) -> {
                    ObjectNode answer = exchange.requestInput(
                            "user_context",
                            InputRequest.elicit("Which context?", InputTools.form("context", "string")));
                    return PromptResult.text("In the context of " + RoundTripTools.text(answer, "context"));
                }));
    }

    private static ObjectNode definition(String name, String... required) {
        ObjectNode definition = Json.object().put("name", name).put("description", "Has required arguments");
        ArrayNode arguments = definition.putArray("arguments");
        for (String argument : required) {
            arguments.addObject().put("name", argument).put("required", true);
        }
        return definition;
    }

    private static PromptResult messages(ObjectNode block) {
        ObjectNode json = Json.object();
        ArrayNode messages = json.putArray("messages");
        messages.addObject().put("role", "user").set("content", block);
        messages.addObject()
                .put("role", "user")
                .putObject("content")
                .put("type", "text")
                .put("text", "Please look at this.");
        return new PromptResult(json);
    }
}
