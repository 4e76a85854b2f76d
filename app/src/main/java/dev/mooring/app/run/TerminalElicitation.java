package dev.mooring.app.run;

import dev.mooring.app.terminal.Printable;
import dev.mooring.app.terminal.Prompter;
import dev.mooring.app.terminal.Screen;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.client.ClientHandler;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Answers a server's elicitation by prompting the person at the terminal for each field. Names the server, so that the
 * person knows the sender. An empty line takes the field's default, or omits the field. {@code /decline} declines, and the
 * end of the input cancels.
 */
final class TerminalElicitation implements ClientHandler {
    private static final int MAX_ATTEMPTS = 5;

    private final String server;
    private final Prompter prompter;
    private final Screen screen;

    TerminalElicitation(String server, Prompter prompter, Screen screen) {
        this.server = server;
        this.prompter = prompter;
        this.screen = screen;
    }

    @Override
    public ObjectNode answer(ObjectNode params) throws InterruptedException {
        return prompter.exclusively(() -> elicit(params));
    }

    private ObjectNode elicit(ObjectNode params) throws InterruptedException {
        String message = Json.stringAt(params, "message");
        String introduction = screen.styled("bold", "The server " + Printable.oneLine(server) + " asks: ")
                + Printable.text(message == null ? "" : message);
        ObjectNode schema = Json.objectAt(params, "requestedSchema");
        ObjectNode fields = Json.objectAt(schema, "properties");
        if (schema == null || fields == null || fields.isEmpty()) {
            String input = prompter.prompt(introduction, "Agree? [y]es, [n]o: ");
            return input == null
                    ? action("cancel")
                    : input.strip().toLowerCase(Locale.ROOT).startsWith("y")
                            ? accepted(Json.object())
                            : action("decline");
        }
        Set<String> required = new HashSet<>();
        schema.path("required").forEach(name -> required.add(name.asString("")));
        ObjectNode content = Json.object();
        String explanation = introduction + "\n  (/decline declines, Ctrl-D cancels)";
        for (Map.Entry<String, JsonNode> field : fields.properties()) {
            FormField form = new FormField(field.getKey(), field.getValue(), required.contains(field.getKey()));
            ObjectNode answer = fill(form, content, explanation);
            if (answer != null) {
                return answer;
            }
            explanation = "";
        }
        return accepted(content);
    }

    /** Fills in one field. Returns null, or the final answer if the person declines or cancels. */
    private @Nullable ObjectNode fill(FormField form, ObjectNode content, String introduction)
            throws InterruptedException {
        String explanation = introduction;
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            String input = prompter.prompt(explanation, form.prompt());
            if (input == null) {
                return action("cancel");
            }
            if (input.strip().equals("/decline")) {
                return action("decline");
            }
            switch (form.parse(input.strip())) {
                case FormField.Input.Value(JsonNode value) -> {
                    content.set(form.name(), value);
                    return null;
                }
                case FormField.Input.Omitted() -> {
                    return null;
                }
                case FormField.Input.Invalid(String reason) -> explanation = reason;
            }
        }
        return action("cancel");
    }

    private static ObjectNode accepted(ObjectNode content) {
        ObjectNode answer = action("accept");
        answer.set("content", content);
        return answer;
    }

    private static ObjectNode action(String action) {
        return Json.object().put("action", action);
    }
}
