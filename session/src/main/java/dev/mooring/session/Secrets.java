package dev.mooring.session;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.NumericNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * Values that must not appear in any output. Redaction ignores values of less than 8 characters, because they would match
 * ordinary text.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class Secrets {
    /** No secrets. */
    public static final Secrets NONE = new Secrets(List.of());

    private static final int MIN_LENGTH = 8;
    private static final String MASK = "[secret]";

    /** Longest first, so that redacting a secret that contains another one leaves no remainder. */
    private final List<String> values;

    private Secrets(List<String> values) {
        this.values = values;
    }

    /** Returns secrets with these values. */
    public static Secrets of(Collection<String> values) {
        List<String> kept = values.stream()
                .filter(value -> value.length() >= MIN_LENGTH)
                .distinct()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
        return kept.isEmpty() ? NONE : new Secrets(kept);
    }

    /** Returns the union of these and other secrets. */
    public Secrets and(Secrets others) {
        return of(Stream.concat(values.stream(), others.values.stream()).toList());
    }

    /** Returns the text with every secret masked. */
    public String redact(String text) {
        String redacted = text;
        for (String value : values) {
            redacted = redacted.replace(value, MASK);
        }
        return redacted;
    }

    /** Returns the error with every secret in its message and data masked. */
    public McpError redact(McpError error) {
        JsonNode data = error.data();
        return values.isEmpty()
                ? error
                : new McpError(error.code(), redact(error.message()), data == null ? null : masked(data));
    }

    /** Returns the same object if it contains no secret, otherwise a copy with the secrets in its keys and values masked. */
    public ObjectNode redact(ObjectNode json) {
        if (values.isEmpty()) {
            return json;
        }
        String text = Json.text(json);
        // JSON escapes could hide such a value from the text search, so the tree is always searched.
        return values.stream().anyMatch(value -> text.contains(value) || mayBeEscaped(value))
                ? (ObjectNode) masked(json)
                : json;
    }

    private static boolean mayBeEscaped(String value) {
        return value.chars().anyMatch(c -> c < ' ' || c == '"' || c == '\\' || c > '~');
    }

    private JsonNode masked(JsonNode node) {
        return switch (node) {
            case StringNode text -> StringNode.valueOf(redact(text.stringValue()));
            case ObjectNode object -> {
                ObjectNode copy = Json.object();
                for (Map.Entry<String, JsonNode> field : object.properties()) {
                    copy.set(freeKey(copy, redact(field.getKey())), masked(field.getValue()));
                }
                yield copy;
            }
            case ArrayNode array -> {
                ArrayNode copy = Json.array();
                array.forEach(element -> copy.add(masked(element)));
                yield copy;
            }
            case NumericNode number -> {
                String text = number.asString();
                String redacted = redact(text);
                yield redacted.equals(text) ? number : StringNode.valueOf(redacted);
            }
            default -> node;
        };
    }

    /** Two keys can become equal when they are masked. */
    private static String freeKey(ObjectNode object, String key) {
        String free = key;
        for (int number = 2; object.has(free); number++) {
            free = key + " " + number;
        }
        return free;
    }

    @Override
    public String toString() {
        return values.size() + " secrets";
    }
}
