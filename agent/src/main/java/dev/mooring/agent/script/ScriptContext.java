package dev.mooring.agent.script;

import dev.mooring.agent.model.ChatEntry;
import dev.mooring.agent.model.ModelRequest;
import dev.mooring.agent.model.ToolAnswer;
import dev.mooring.mcp.Json;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.StringNode;

/**
 * The input of a scripted turn.
 *
 * @param input the last user message
 * @param result the last tool result
 * @param all the text of all messages since the previous turn
 * @param errors the text of the error results since the previous turn
 */
record ScriptContext(String input, String result, String all, String errors) {
    static ScriptContext of(ModelRequest request) {
        String input = "";
        String result = "";
        List<String> all = new ArrayList<>();
        List<String> errors = new ArrayList<>();
        for (ChatEntry entry : request.conversation()) {
            switch (entry) {
                case ChatEntry.UserMessage(String text) -> {
                    input = text;
                    all.add(text);
                }
                case ChatEntry.ModelMessage _ -> {
                    all.clear();
                    errors.clear();
                }
                case ChatEntry.ToolMessage(List<ToolAnswer> answers) -> {
                    for (ToolAnswer answer : answers) {
                        result = answer.result().text();
                        all.add(result);
                        if (answer.result().isError()) {
                            errors.add(result);
                        }
                    }
                }
            }
        }
        return new ScriptContext(input, result, String.join("\n", all), String.join("\n", errors));
    }

    /** Replaces the placeholders in a text. */
    String fill(String text) {
        return text.replace("{{result}}", result).replace("{{input}}", input);
    }

    /** Replaces the placeholders in JSON, with escaping. */
    String fillJson(String json) {
        return json.replace("{{result}}", escaped(result)).replace("{{input}}", escaped(input));
    }

    private static String escaped(String text) {
        String quoted = Json.text(StringNode.valueOf(text));
        return quoted.substring(1, quoted.length() - 1);
    }
}
