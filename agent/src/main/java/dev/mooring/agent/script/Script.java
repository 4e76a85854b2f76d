package dev.mooring.agent.script;

import dev.mooring.agent.script.ScriptedModel.InvalidScript;
import dev.mooring.mcp.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The scripted turns of agents.
 *
 * @param byAgent the turns of each agent; {@link #ANY} holds the turns for agents without an entry
 */
record Script(String name, Map<String, List<Turn>> byAgent) {
    private static final String ANY = "*";
    private static final Set<String> KEYS = Set.of("say", "call", "expect", "expectError", "pause");
    private static final YAMLMapper YAML = YAMLMapper.builder().build();

    record Turn(String say, List<ScriptedCall> calls, List<String> expect, List<String> expectError, long pause) {}

    /** A tool call of a turn. */
    record ScriptedCall(String tool, JsonNode arguments) {}

    static Script read(Path file) throws InvalidScript {
        try {
            return parse(file.toString(), Files.readString(file));
        } catch (IOException e) {
            throw new InvalidScript("Cannot read the script " + file + ": " + e);
        }
    }

    static Script parse(String name, String yaml) throws InvalidScript {
        JsonNode root;
        try {
            root = YAML.readTree(yaml);
        } catch (JacksonException e) {
            throw new InvalidScript(name + " is not valid YAML: " + e.getOriginalMessage());
        }
        Map<String, List<Turn>> byAgent = new LinkedHashMap<>();
        if (root.isArray()) {
            byAgent.put(ANY, turns(root, name));
        } else if (root.path("agents") instanceof ObjectNode agents) {
            for (Map.Entry<String, JsonNode> agent : agents.properties()) {
                byAgent.put(agent.getKey(), turns(agent.getValue(), name + ": " + agent.getKey()));
            }
        } else {
            throw new InvalidScript(
                    name + ": expected a list of turns, or \"agents\" with a list of turns for each agent");
        }
        return new Script(name, byAgent);
    }

    List<Turn> turnsOf(String agent) {
        List<Turn> own = byAgent.get(agent);
        return own != null ? own : byAgent.getOrDefault(ANY, List.of());
    }

    private static List<Turn> turns(JsonNode list, String where) throws InvalidScript {
        if (!list.isArray()) {
            throw new InvalidScript(where + ": expected a list of turns");
        }
        List<Turn> turns = new ArrayList<>();
        for (JsonNode turn : list) {
            turns.add(turn(turn, where + ", turn " + (turns.size() + 1)));
        }
        return turns;
    }

    private static Turn turn(JsonNode turn, String where) throws InvalidScript {
        if (!turn.isObject()) {
            throw new InvalidScript(where + ": expected an object with keys of "
                    + KEYS.stream().sorted().toList());
        }
        for (String key : turn.propertyNames()) {
            if (!KEYS.contains(key)) {
                throw new InvalidScript(where + ": unknown key \"" + key + "\"; known keys: "
                        + KEYS.stream().sorted().toList());
            }
        }
        JsonNode pause = turn.path("pause");
        if (!pause.isMissingNode() && !(pause.isIntegralNumber() && pause.longValue() >= 0)) {
            throw new InvalidScript(where + ": \"pause\" must be a number of milliseconds");
        }
        return new Turn(
                turn.path("say").asString(""),
                calls(turn.path("call"), where),
                texts(turn.path("expect")),
                texts(turn.path("expectError")),
                pause.asLong(0));
    }

    private static List<String> texts(JsonNode texts) {
        List<String> all = new ArrayList<>();
        if (texts.isArray()) {
            texts.forEach(text -> all.add(text.asString("")));
        } else if (!texts.isMissingNode()) {
            all.add(texts.asString(""));
        }
        return all;
    }

    private static List<ScriptedCall> calls(JsonNode calls, String where) throws InvalidScript {
        List<ScriptedCall> all = new ArrayList<>();
        for (JsonNode each : calls.isObject() ? List.of(calls) : calls) {
            if (!each.isObject()) {
                throw new InvalidScript(
                        where + ": expected a tool with its arguments, for example \"memory/add: {a: 1}\"");
            }
            for (Map.Entry<String, JsonNode> call : each.properties()) {
                JsonNode arguments = call.getValue();
                all.add(new ScriptedCall(modelName(call.getKey()), arguments.isNull() ? Json.object() : arguments));
            }
        }
        return all;
    }

    /** Converts a tool name of an agent file to the name that models see. */
    private static String modelName(String tool) {
        return tool.startsWith("agent:") ? "agent__" + tool.substring("agent:".length()) : tool.replaceFirst("/", "__");
    }
}
