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
 * Lets a server ask the person at the terminal, field by field. What the server says is shown as the server's; a field
 * left empty takes its default or is left out; {@code /decline} says no, the end of the input breaks off.
 */
final class TerminalElicitation implements ClientHandler {
    private static final int ATTEMPTS = 5;

    private final String server;
    private final Prompter asking;
    private final Screen screen;

    TerminalElicitation(String server, Prompter asking, Screen screen) {
        this.server = server;
        this.asking = asking;
        this.screen = screen;
    }

    @Override
    public ObjectNode answer(ObjectNode params) throws InterruptedException {
        return asking.together(() -> elicit(params));
    }

    private ObjectNode elicit(ObjectNode params) throws InterruptedException {
        String message = Json.stringAt(params, "message");
        String intro = screen.styled("bold", "The server " + Printable.oneLine(server) + " asks: ")
                + Printable.text(message == null ? "" : message);
        ObjectNode schema = Json.objectAt(params, "requestedSchema");
        ObjectNode fields = Json.objectAt(schema, "properties");
        if (schema == null || fields == null || fields.isEmpty()) {
            String said = asking.ask(intro, "Agree? [y]es, [n]o: ");
            return said == null
                    ? action("cancel")
                    : said.strip().toLowerCase(Locale.ROOT).startsWith("y")
                            ? accepted(Json.object())
                            : action("decline");
        }
        Set<String> required = new HashSet<>();
        schema.path("required").forEach(name -> required.add(name.asString("")));
        ObjectNode content = Json.object();
        String explanation = intro + "\n  (/decline says no, Ctrl-D breaks off)";
        for (Map.Entry<String, JsonNode> field : fields.properties()) {
            FormField form = new FormField(field.getKey(), field.getValue(), required.contains(field.getKey()));
            ObjectNode ended = fill(form, content, explanation);
            if (ended != null) {
                return ended;
            }
            explanation = "";
        }
        return accepted(content);
    }

    /** Null when the field is dealt with, else the answer as a whole. */
    private @Nullable ObjectNode fill(FormField form, ObjectNode content, String intro) throws InterruptedException {
        String explanation = intro;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            String said = asking.ask(explanation, form.prompt());
            if (said == null) {
                return action("cancel");
            }
            if (said.strip().equals("/decline")) {
                return action("decline");
            }
            switch (form.read(said.strip())) {
                case FormField.Input.Value(JsonNode value) -> {
                    content.set(form.name(), value);
                    return null;
                }
                case FormField.Input.Nothing() -> {
                    return null;
                }
                case FormField.Input.Wrong(String why) -> explanation = why;
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
