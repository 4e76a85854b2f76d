package dev.mooring.agent.file;

import dev.mooring.agent.Agent;
import dev.mooring.agent.model.ModelTimeouts;
import dev.mooring.mcp.JsonSchema;
import dev.mooring.run.Limits;
import dev.mooring.session.config.DurationText;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Parses an agent file, and reports all its errors together. */
final class AgentFileReader {
    /** Keys that only Claude Code uses, in the same files. */
    private static final Set<String> CLAUDE_CODE_KEYS = Set.of(
            "color",
            "permissionMode",
            "skills",
            "hooks",
            "disallowedTools",
            "memory",
            "background",
            "effort",
            "isolation",
            "maxTurns",
            "mcpServers");

    private final Path path;
    private final String text;
    private final List<String> faults = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    AgentFileReader(Path path, String text) {
        this.path = path;
        this.text = text;
    }

    AgentFile read() throws InvalidAgentFile {
        AgentFrontMatter matter = AgentFrontMatter.of(path, text);
        ObjectNode fields = matter.fields();
        for (String key : fields.propertyNames()) {
            if (!AgentFile.KEYS.contains(key) && !CLAUDE_CODE_KEYS.contains(key)) {
                warnings.add(path + ": \"" + key + "\" is not a known key and is ignored; known keys: "
                        + String.join(", ", AgentFile.KEYS.stream().sorted().toList()));
            }
        }
        JsonNode limits = fields.path("limits");
        AgentFile file = new AgentFile(
                path,
                name(fields),
                string(fields, "description", ""),
                matter.body(),
                model(fields),
                tools(fields.path("tools")),
                limits(limits),
                (int) number(limits, "depth", Agent.DEFAULT_MAX_DEPTH),
                (int) number(limits, "resultChars", AgentFile.DEFAULT_RESULT_LIMIT),
                modelTimeouts(limits),
                schema(fields, "input"),
                schema(fields, "output"),
                List.copyOf(warnings));
        if (!faults.isEmpty()) {
            throw new InvalidAgentFile(faults);
        }
        return file;
    }

    private String name(ObjectNode fields) {
        String fileName = path.getFileName().toString();
        String name = string(
                fields, "name", fileName.endsWith(".md") ? fileName.substring(0, fileName.length() - 3) : fileName);
        if (name.isBlank()) {
            fault("name", "is blank");
        }
        return name;
    }

    /** Claude Code writes "inherit" for the default. */
    private @Nullable String model(ObjectNode fields) {
        String model = string(fields, "model", "inherit").strip();
        return model.equals("inherit") || model.isEmpty() ? null : model;
    }

    private String string(ObjectNode fields, String key, String defaultValue) {
        JsonNode value = fields.path(key);
        if (value.isMissingNode() || value.isNull()) {
            return defaultValue;
        }
        if (!value.isValueNode()) {
            fault(key, "must be text");
            return defaultValue;
        }
        return value.asString();
    }

    private @Nullable List<ToolReference> tools(JsonNode value) {
        if (value.isMissingNode()) {
            return null;
        }
        List<String> names = new ArrayList<>();
        if (value.isArray()) {
            value.forEach(each -> names.add(each.isValueNode() ? each.asString() : ""));
        } else if (value.isString()) {
            names.addAll(List.of(value.stringValue().split(",")));
        } else if (!value.isNull()) {
            fault("tools", "must be a list of names or names separated by commas");
        }
        List<ToolReference> tools = new ArrayList<>();
        for (String name : names) {
            ToolReference tool = ToolReference.parse(name.strip());
            if (tool != null) {
                tools.add(tool);
            } else if (!name.isBlank() || value.isArray()) {
                fault(
                        "tools",
                        "\"" + name.strip()
                                + "\" is not a tool name; write server, server/tool, server/pat*tern or agent:name");
            }
        }
        return List.copyOf(tools);
    }

    private Limits limits(JsonNode value) {
        if (value.isMissingNode()) {
            return Agent.DEFAULT_LIMITS;
        }
        if (!value.isObject()) {
            fault(
                    "limits",
                    "must be an object with keys of "
                            + String.join(
                                    ", ", AgentFile.LIMITS.stream().sorted().toList()));
            return Agent.DEFAULT_LIMITS;
        }
        for (String key : value.propertyNames()) {
            if (!AgentFile.LIMITS.contains(key)) {
                fault(
                        "limits." + key,
                        "is not a known limit; known limits: "
                                + String.join(
                                        ", ", AgentFile.LIMITS.stream().sorted().toList()));
            }
        }
        Limits.Builder limits = Limits.builder()
                .rounds(number(value, "rounds", Agent.DEFAULT_LIMITS.rounds()))
                .calls(number(value, "toolCalls", Long.MAX_VALUE))
                .tokens(number(value, "tokens", Long.MAX_VALUE));
        Duration time = duration(value, "time");
        return (time == null ? limits : limits.time(time)).build();
    }

    private long number(JsonNode limits, String key, long defaultValue) {
        JsonNode value = limits.path(key);
        if (value.isMissingNode()) {
            return defaultValue;
        }
        long max = key.equals("depth") || key.equals("resultChars") ? Integer.MAX_VALUE : Long.MAX_VALUE;
        if (!value.isIntegralNumber()
                || !value.canConvertToLong()
                || value.longValue() < 0
                || value.longValue() > max) {
            fault("limits." + key, "must be a whole number from 0 to " + max + ", not " + value);
            return defaultValue;
        }
        return value.longValue();
    }

    private ModelTimeouts modelTimeouts(JsonNode limits) {
        return new ModelTimeouts(
                timeout(limits, "firstToken", ModelTimeouts.DEFAULT.firstToken()),
                timeout(limits, "nextToken", ModelTimeouts.DEFAULT.nextToken()));
    }

    private Duration timeout(JsonNode limits, String key, Duration defaultValue) {
        Duration value = duration(limits, key);
        if (value == null) {
            return defaultValue;
        }
        if (!value.isPositive()) {
            fault("limits." + key, "must be greater than zero");
            return defaultValue;
        }
        return value;
    }

    private @Nullable Duration duration(JsonNode limits, String key) {
        JsonNode value = limits.path(key);
        if (value.isMissingNode()) {
            return null;
        }
        Duration duration = DurationText.parse(value.asString("")).orElse(null);
        if (duration == null) {
            fault(
                    "limits." + key,
                    "must be a duration such as 90s, 5m or 1h, at most " + DurationText.MAX + ", not " + value);
        }
        return duration;
    }

    private @Nullable ObjectNode schema(ObjectNode fields, String key) {
        JsonNode value = fields.path(key);
        if (value.isMissingNode()) {
            return null;
        }
        if (!(value instanceof ObjectNode schema)) {
            fault(key, "must be a JSON Schema, for example {type: object}");
            return null;
        }
        try {
            JsonSchema.compile(schema);
        } catch (JsonSchema.UnusableSchema e) {
            fault(key, "is not a valid JSON Schema: " + e.getMessage());
        }
        return schema;
    }

    private void fault(String key, String problem) {
        faults.add(path + ": " + key + " " + problem);
    }
}
