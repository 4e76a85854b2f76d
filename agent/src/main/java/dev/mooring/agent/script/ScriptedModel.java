package dev.mooring.agent.script;

import dev.mooring.agent.model.ChatEntry;
import dev.mooring.agent.model.Model;
import dev.mooring.agent.model.ModelFailed;
import dev.mooring.agent.model.ModelRequest;
import dev.mooring.agent.model.ModelTurn;
import dev.mooring.agent.model.TextListener;
import dev.mooring.agent.model.ToolRequest;
import dev.mooring.agent.model.Usage;
import dev.mooring.mcp.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apiguardian.api.API;

/**
 * A model that follows a script: a YAML file with the turns of one agent, or of several agents by name.
 *
 * <pre>{@code
 * agents:
 *   root:
 *     - say: I note that down.
 *       call:
 *         - memory/remember: {name: Ada}
 *         - agent:reviewer: {input: Look at Ada}
 *     - expect: Ada
 *       say: "Done: {{result}}"
 *   reviewer:
 *     - say: Fine.
 * }</pre>
 *
 * A turn has any of {@code say}, {@code call} (a tool with its arguments, or a list of them, which run in parallel), {@code expect} (a
 * text or a list of texts that the messages since the previous turn must contain), {@code expectError} (the same for error results) and
 * {@code pause} (milliseconds before the text). In {@code say} and in arguments, <code>{{result}}</code> stands for the last tool result and
 * <code>{{input}}</code> for the last user message.
 *
 * <p>The conversation determines the number of the turn, so each invocation of an agent starts at its first turn.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class ScriptedModel implements Model {
    private final String name;
    private final Script script;

    private ScriptedModel(String name, Script script) {
        this.name = name;
        this.script = script;
    }

    /**
     * Reads a script file.
     *
     * @throws InvalidScript if the file is missing or invalid
     */
    public static ScriptedModel read(Path file) throws InvalidScript {
        return new ScriptedModel("script/" + file, Script.read(file));
    }

    /**
     * Parses a script.
     *
     * @param name for messages
     * @throws InvalidScript if the text is not a valid script
     */
    public static ScriptedModel parse(String name, String yaml) throws InvalidScript {
        return new ScriptedModel("script/" + name, Script.parse(name, yaml));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public ModelTurn answer(ModelRequest request, TextListener text) throws ModelFailed, InterruptedException {
        List<Script.Turn> turns = script.turnsOf(request.agent());
        int number = (int) request.conversation().stream()
                        .filter(ChatEntry.ModelMessage.class::isInstance)
                        .count()
                + 1;
        ScriptContext context = ScriptContext.of(request);
        if (number > turns.size()) {
            throw failed(
                    request, number, "the script has only " + turns.size() + " turns. Last input: " + context.all());
        }
        Script.Turn turn = turns.get(number - 1);
        for (String expected : turn.expect()) {
            if (!context.all().contains(expected)) {
                throw failed(request, number, "expected \"" + expected + "\", but received: " + context.all());
            }
        }
        for (String expected : turn.expectError()) {
            if (!context.errors().contains(expected)) {
                throw failed(
                        request, number, "expected an error with \"" + expected + "\", but received: " + context.all());
            }
        }
        Thread.sleep(turn.pause());
        String answer = context.fill(turn.say());
        stream(answer, text);
        return new ModelTurn(
                answer,
                calls(turn, context),
                new Usage(words(context.all()), words(answer), 0),
                turn.calls().isEmpty() ? ModelTurn.StopReason.DONE : ModelTurn.StopReason.CALLS,
                null);
    }

    private ModelFailed failed(ModelRequest request, int number, String what) {
        return new ModelFailed(ModelFailed.Kind.SCRIPT, "turn " + number + " of " + request.agent() + ": " + what);
    }

    private static List<ToolRequest> calls(Script.Turn turn, ScriptContext context) {
        List<ToolRequest> calls = new ArrayList<>();
        for (Script.ScriptedCall call : turn.calls()) {
            calls.add(new ToolRequest(
                    "call_" + (calls.size() + 1), call.tool(), context.fillJson(Json.text(call.arguments()))));
        }
        return calls;
    }

    /** Passes the text on word by word, as models do. */
    private static void stream(String answer, TextListener text) {
        int from = 0;
        while (from < answer.length()) {
            int space = answer.indexOf(' ', from);
            int to = space < 0 ? answer.length() : space + 1;
            text.onText(answer.substring(from, to));
            from = to;
        }
    }

    private static long words(String text) {
        return text.isBlank() ? 0 : text.strip().split("\\s+").length;
    }

    /** Thrown if a script is invalid. The message names the place and the reason. */
    public static final class InvalidScript extends Exception {
        private static final long serialVersionUID = 1;

        InvalidScript(String message) {
            super(message);
        }
    }
}
