package dev.mooring.agent.script;

import dev.mooring.agent.model.ChatEntry;
import dev.mooring.agent.model.ModelRequest;
import dev.mooring.agent.model.ToolAnswer;
import dev.mooring.mcp.Json;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.StringNode;

/**
 * What came in since a model's last turn.
 *
 * @param input what the agent was asked last
 * @param result the last result of a tool
 * @param all everything, in words
 * @param errors those of the results that are errors
 */
record ScriptContext(String input, String result, String all, String errors) {
    static ScriptContext in(ModelRequest request) {
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
                case ChatEntry.ModelMessage said -> {
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

    String fill(String text) {
        return text.replace("{{result}}", result).replace("{{input}}", input);
    }

    /** As {@link #fill}, within JSON. */
    String fillJson(String json) {
        return json.replace("{{result}}", escaped(result)).replace("{{input}}", escaped(input));
    }

    private static String escaped(String text) {
        String quoted = Json.text(StringNode.valueOf(text));
        return quoted.substring(1, quoted.length() - 1);
    }
}
