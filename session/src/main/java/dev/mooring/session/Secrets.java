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
 * ordinary text. Values can be added while others redact, because tokens change while a program runs. Thread-safe.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class Secrets {
    private static final int MIN_LENGTH = 8;

    /** Older additions are dropped, because tokens expire and each value costs time in every redaction. */
    private static final int MAX_ADDED = 32;

    private static final String MASK = "[secret]";

    private final List<String> fixed;
    private final List<Secrets> others;

    /** The latest additions, oldest first. */
    private List<String> added = List.of();

    /** The fixed and added values, longest first, so that redacting a secret that contains another one leaves no remainder. */
    private volatile List<String> own;

    private Secrets(Collection<String> fixed, List<Secrets> others) {
        this.fixed = List.copyOf(fixed);
        this.others = others;
        this.own = ordered(this.fixed.stream());
    }

    private static List<String> ordered(Stream<String> values) {
        return values.filter(value -> value.length() >= MIN_LENGTH)
                .distinct()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
    }

    /** Returns secrets without a value. */
    public static Secrets none() {
        return of(List.of());
    }

    /** Returns secrets with these values. */
    public static Secrets of(Collection<String> values) {
        return new Secrets(values, List.of());
    }

    /** Returns the union of these and other secrets. It includes the values that are added to them later. */
    public Secrets and(Secrets more) {
        return new Secrets(List.of(), List.of(this, more));
    }

    /** Adds a value, such as a new token. At most 32 added values are kept, the latest ones. */
    public synchronized void add(String value) {
        if (added.contains(value)) {
            return;
        }
        added = Stream.concat(added.stream().skip(Math.max(0, added.size() + 1 - MAX_ADDED)), Stream.of(value))
                .toList();
        own = ordered(Stream.concat(fixed.stream(), added.stream()));
    }

    private List<String> values() {
        return others.isEmpty()
                ? own
                : ordered(Stream.concat(own.stream(), others.stream().flatMap(each -> each.values().stream())));
    }

    /** Returns the text with every secret masked. */
    public String redact(String text) {
        return masked(text, values());
    }

    private static String masked(String text, List<String> values) {
        String masked = text;
        for (String value : values) {
            masked = masked.replace(value, MASK);
        }
        return masked;
    }

    /** Returns the error with every secret in its message and data masked. */
    public McpError redact(McpError error) {
        List<String> values = values();
        JsonNode data = error.data();
        return values.isEmpty()
                ? error
                : new McpError(
                        error.code(), masked(error.message(), values), data == null ? null : masked(data, values));
    }

    /** Returns the same object if it contains no secret, otherwise a copy with the secrets in its keys and values masked. */
    public ObjectNode redact(ObjectNode json) {
        List<String> values = values();
        if (values.isEmpty()) {
            return json;
        }
        String text = Json.text(json);
        // JSON escapes can hide a value with special characters from the text search, so the tree is searched then.
        return values.stream().anyMatch(value -> text.contains(value) || mayBeEscaped(value))
                ? (ObjectNode) masked(json, values)
                : json;
    }

    private static boolean mayBeEscaped(String value) {
        return value.chars().anyMatch(c -> c < ' ' || c == '"' || c == '\\' || c > '~');
    }

    private static JsonNode masked(JsonNode node, List<String> values) {
        return switch (node) {
            case StringNode text -> StringNode.valueOf(masked(text.stringValue(), values));
            case ObjectNode object -> {
                ObjectNode copy = Json.object();
                for (Map.Entry<String, JsonNode> field : object.properties()) {
                    copy.set(freeKey(copy, masked(field.getKey(), values)), masked(field.getValue(), values));
                }
                yield copy;
            }
            case ArrayNode array -> {
                ArrayNode copy = Json.array();
                array.forEach(element -> copy.add(masked(element, values)));
                yield copy;
            }
            case NumericNode number -> {
                String text = number.asString();
                String redacted = masked(text, values);
                yield redacted.equals(text) ? number : StringNode.valueOf(redacted);
            }
            default -> node;
        };
    }

    /** Returns a key that the object does not have. Two keys can become equal when they are masked. */
    private static String freeKey(ObjectNode object, String key) {
        String free = key;
        for (int number = 2; object.has(free); number++) {
            free = key + " " + number;
        }
        return free;
    }

    @Override
    public String toString() {
        return values().size() + " secrets";
    }
}
