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

/**
 * Plays a script: a YAML file with the turns of one agent, or of several by name.
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
 * A turn has any of {@code say}, {@code call} (a tool with its arguments, or a list of them, which are called at once), {@code expect} (text,
 * or a list of texts, that must be in what came in since the turn before), {@code expectError} (the same, in a result that is an error) and
 * {@code pause} (milliseconds, before it says anything). In what is said and in arguments, <code>{{result}}</code> stands for the last result and
 * <code>{{input}}</code> for what the agent was asked.
 *
 * <p>Which turn it is follows from the conversation, so each invocation of an agent plays its part from the beginning.
 */
public final class ScriptedModel implements Model {
    private final String name;
    private final Script script;

    private ScriptedModel(String name, Script script) {
        this.name = name;
        this.script = script;
    }

    public static ScriptedModel read(Path file) throws InvalidScript {
        return new ScriptedModel("script/" + file, Script.read(file));
    }

    /** From text, with a name for messages. */
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
        ScriptContext heard = ScriptContext.in(request);
        if (number > turns.size()) {
            throw failed(
                    request, number, "the script has only " + turns.size() + " turns. What came last: " + heard.all());
        }
        Script.Turn turn = turns.get(number - 1);
        for (String expected : turn.expect()) {
            if (!heard.all().contains(expected)) {
                throw failed(request, number, "expected \"" + expected + "\", but what came is: " + heard.all());
            }
        }
        for (String expected : turn.expectError()) {
            if (!heard.errors().contains(expected)) {
                throw failed(
                        request,
                        number,
                        "expected an error with \"" + expected + "\", but what came is: " + heard.all());
            }
        }
        Thread.sleep(turn.pause());
        String said = heard.fill(turn.say());
        speak(said, text);
        return new ModelTurn(
                said,
                calls(turn, heard),
                new Usage(words(heard.all()), words(said), 0),
                turn.calls().isEmpty() ? ModelTurn.StopReason.DONE : ModelTurn.StopReason.CALLS,
                null);
    }

    private ModelFailed failed(ModelRequest request, int number, String what) {
        return new ModelFailed(ModelFailed.Kind.SCRIPT, "turn " + number + " of " + request.agent() + ": " + what);
    }

    private static List<ToolRequest> calls(Script.Turn turn, ScriptContext heard) {
        List<ToolRequest> calls = new ArrayList<>();
        for (Script.Call call : turn.calls()) {
            calls.add(new ToolRequest(
                    "call_" + (calls.size() + 1), call.tool(), heard.fillJson(Json.text(call.arguments()))));
        }
        return calls;
    }

    /** Word by word, as models do. */
    private static void speak(String said, TextListener text) {
        int from = 0;
        while (from < said.length()) {
            int space = said.indexOf(' ', from);
            int to = space < 0 ? said.length() : space + 1;
            text.onText(said.substring(from, to));
            from = to;
        }
    }

    private static long words(String text) {
        return text.isBlank() ? 0 : text.strip().split("\\s+").length;
    }

    /** A script cannot be used; the message says where and why. */
    public static final class InvalidScript extends Exception {
        private static final long serialVersionUID = 1;

        InvalidScript(String message) {
            super(message);
        }
    }
}
