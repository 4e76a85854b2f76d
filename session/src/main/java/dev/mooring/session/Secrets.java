package dev.mooring.session;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Values that must not be seen, and how to keep them out of what is said. Too short ones would hit innocent text. */
public final class Secrets {
    public static final Secrets NONE = new Secrets(List.of());

    private static final int SHORTEST = 8;
    private static final String MASK = "[secret]";

    /** Longest first, so that a secret within another leaves no rest. */
    private final List<String> values;

    private Secrets(List<String> values) {
        this.values = values;
    }

    public static Secrets of(Collection<String> values) {
        List<String> kept = values.stream()
                .filter(value -> value.length() >= SHORTEST)
                .distinct()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
        return kept.isEmpty() ? NONE : new Secrets(kept);
    }

    public Secrets and(Secrets others) {
        return of(java.util.stream.Stream.concat(values.stream(), others.values.stream())
                .toList());
    }

    public String redact(String text) {
        String redacted = text;
        for (String value : values) {
            redacted = redacted.replace(value, MASK);
        }
        return redacted;
    }

    /** What a server said went wrong, without what must not be seen. */
    public McpError redact(McpError error) {
        JsonNode data = error.data();
        return values.isEmpty()
                ? error
                : new McpError(error.code(), redact(error.message()), data == null ? null : masked(data));
    }

    /** The same object where there is nothing to hide, else a copy without it; keys are left alone. */
    public ObjectNode redact(ObjectNode json) {
        if (values.isEmpty()) {
            return json;
        }
        String text = Json.text(json);
        // Escapes could hide a value from the search, so anything unusual is looked at in full.
        return values.stream().anyMatch(value -> text.contains(value) || hasEscapes(value))
                ? (ObjectNode) masked(json)
                : json;
    }

    private static boolean hasEscapes(String value) {
        return value.chars().anyMatch(c -> c < ' ' || c == '"' || c == '\\' || c > '~');
    }

    private JsonNode masked(JsonNode node) {
        return switch (node) {
            case StringNode text -> StringNode.valueOf(redact(text.stringValue()));
            case ObjectNode object -> {
                ObjectNode copy = Json.object();
                for (Map.Entry<String, JsonNode> field : object.properties()) {
                    copy.set(field.getKey(), masked(field.getValue()));
                }
                yield copy;
            }
            case ArrayNode array -> {
                ArrayNode copy = Json.array();
                array.forEach(element -> copy.add(masked(element)));
                yield copy;
            }
            default -> node;
        };
    }

    @Override
    public String toString() {
        return values.size() + " secrets";
    }
}
