package dev.mooring.agent.file;

import dev.mooring.agent.Agent;
import dev.mooring.mcp.JsonSchema;
import dev.mooring.run.Limits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads an agent's file, and finds all that is wrong with it at once. */
final class AgentFileReader {
    /** What Claude Code knows besides, in the same files. */
    private static final Set<String> FOREIGN = Set.of(
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

    private static final Pattern TIME = Pattern.compile("(\\d{1,9})\\s*(ms|s|m|h)?");

    private final Path path;
    private final String text;
    private final List<String> faults = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    AgentFileReader(Path path, String text) {
        this.path = path;
        this.text = text;
    }

    AgentFile read() throws InvalidAgentFile {
        FrontMatter matter = FrontMatter.of(path, text);
        ObjectNode fields = matter.fields();
        for (String key : fields.propertyNames()) {
            if (!AgentFile.KEYS.contains(key) && !FOREIGN.contains(key)) {
                warnings.add(path + ": \"" + key + "\" is not known; there are "
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
                (int) number(limits, "resultChars", AgentFile.DEFAULT_RESULT_CHARS),
                schema(fields, "input"),
                schema(fields, "output"),
                List.copyOf(warnings));
        if (!faults.isEmpty()) {
            throw new InvalidAgentFile(faults);
        }
        return file;
    }

    private String name(ObjectNode fields) {
        String own = path.getFileName().toString();
        String name = string(fields, "name", own.endsWith(".md") ? own.substring(0, own.length() - 3) : own);
        if (name.isBlank()) {
            fault("name", "is blank");
        }
        return name;
    }

    /** Claude Code writes "inherit" for what is the default here. */
    private @Nullable String model(ObjectNode fields) {
        String model = string(fields, "model", "inherit").strip();
        return model.equals("inherit") || model.isEmpty() ? null : model;
    }

    private String string(ObjectNode fields, String key, String otherwise) {
        JsonNode value = fields.path(key);
        if (value.isMissingNode() || value.isNull()) {
            return otherwise;
        }
        if (!value.isValueNode()) {
            fault(key, "should be text");
            return otherwise;
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
            fault("tools", "should be names, separated by commas or as a list");
        }
        List<ToolReference> tools = new ArrayList<>();
        for (String name : names) {
            ToolReference tool = ToolReference.of(name.strip());
            if (tool != null) {
                tools.add(tool);
            } else if (!name.isBlank() || value.isArray()) {
                fault(
                        "tools",
                        "\"" + name.strip()
                                + "\" is no tool; write server, server/tool, server/pat*tern or agent:name");
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
                    "should have some of "
                            + String.join(
                                    ", ", AgentFile.LIMITS.stream().sorted().toList()));
            return Agent.DEFAULT_LIMITS;
        }
        for (String key : value.propertyNames()) {
            if (!AgentFile.LIMITS.contains(key)) {
                fault(
                        "limits." + key,
                        "is not known; there are "
                                + String.join(
                                        ", ", AgentFile.LIMITS.stream().sorted().toList()));
            }
        }
        Limits.Builder limits = Limits.builder()
                .rounds(number(value, "rounds", Agent.DEFAULT_LIMITS.rounds()))
                .calls(number(value, "toolCalls", Long.MAX_VALUE))
                .tokens(number(value, "tokens", Long.MAX_VALUE));
        Duration time = time(value.path("time"));
        return (time == null ? limits : limits.time(time)).build();
    }

    private long number(JsonNode limits, String key, long otherwise) {
        JsonNode value = limits.path(key);
        if (value.isMissingNode()) {
            return otherwise;
        }
        boolean isSmall = key.equals("depth") || key.equals("resultChars");
        if (!value.isIntegralNumber()
                || !value.canConvertToLong()
                || value.longValue() < 0
                || (isSmall && value.longValue() > Integer.MAX_VALUE)) {
            fault("limits." + key, "should be a whole number, not " + value);
            return otherwise;
        }
        return value.longValue();
    }

    private @Nullable Duration time(JsonNode value) {
        if (value.isMissingNode()) {
            return null;
        }
        Matcher matcher = TIME.matcher(value.asString("").strip());
        if (!matcher.matches()) {
            fault("limits.time", "should be a time such as 90s, 5m or 1h, not " + value);
            return null;
        }
        long count = Long.parseLong(matcher.group(1));
        String unit = matcher.group(2);
        return unit == null
                ? Duration.ofSeconds(count)
                : switch (unit) {
                    case "ms" -> Duration.ofMillis(count);
                    case "m" -> Duration.ofMinutes(count);
                    case "h" -> Duration.ofHours(count);
                    default -> Duration.ofSeconds(count);
                };
    }

    private @Nullable ObjectNode schema(ObjectNode fields, String key) {
        JsonNode value = fields.path(key);
        if (value.isMissingNode()) {
            return null;
        }
        if (!(value instanceof ObjectNode schema)) {
            fault(key, "should be a JSON Schema, such as {type: object}");
            return null;
        }
        try {
            JsonSchema.compile(schema);
        } catch (JsonSchema.UnusableSchema e) {
            fault(key, "is no usable JSON Schema: " + e.getMessage());
        }
        return schema;
    }

    private void fault(String key, String what) {
        faults.add(path + ": " + key + " " + what);
    }
}
