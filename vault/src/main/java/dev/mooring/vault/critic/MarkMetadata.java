package dev.mooring.vault.critic;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Author and time of a mark. In the raw text they precede the mark's text as a JSON object and {@code @@}, the form that
 * the Obsidian plugin Commentator reads.
 *
 * @param created true on the insertion that proposes a whole new document
 * @param person true if a person made the mark in a review, so that no assistant may change it, whatever its name
 * @param accepted true on an assistant's comment that a person has accepted
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record MarkMetadata(
        @Nullable String author, @Nullable Instant time, boolean created, boolean person, boolean accepted) {

    private static final String SEPARATOR = "@@";
    private static final String END = "}" + SEPARATOR;
    private static final int MAX_LENGTH = 2_000;

    /** Characters that have a meaning in JSON, CriticMarkup, Markdown or YAML around the mark. */
    private static final String ESCAPED = "\"\\{}~<>@`|:#'[]";

    private static final JsonMapper JSON = JsonMapper.shared();

    /** Returns the metadata of an assistant's mark in an existing document. */
    public static MarkMetadata of(String author, Instant time) {
        return new MarkMetadata(author, time, false, false, false);
    }

    /** Returns this metadata for the mark that proposes a whole new document. */
    public MarkMetadata onNewDocument() {
        return new MarkMetadata(author, time, true, person, accepted);
    }

    /** Returns the prefix of a mark's text: the JSON object and the separator. */
    public String toPrefix() {
        var json = new StringBuilder("{");
        if (author != null) {
            json.append("\"author\":\"");
            author.chars().forEach(c -> appendEscaped(json, (char) c));
            json.append('"');
        }
        if (time != null) {
            json.append(author == null ? "" : ",").append("\"time\":").append(time.getEpochSecond());
        }
        appendFlag(json, "created", created);
        appendFlag(json, "person", person);
        appendFlag(json, "accepted", accepted);
        return json.append(END).toString();
    }

    /** Returns a prefix with {@code "accepted":true} in addition, and all other properties as they are. */
    static String acceptedPrefix(String prefix) {
        return prefix.substring(0, prefix.length() - END.length()) + ",\"accepted\":true" + END;
    }

    private static void appendFlag(StringBuilder json, String name, boolean value) {
        if (value) {
            json.append(json.length() == 1 ? "" : ",").append('"').append(name).append("\":true");
        }
    }

    private static void appendEscaped(StringBuilder json, char c) {
        if (c < ' ' || c == 0x7f || Character.isSurrogate(c) || ESCAPED.indexOf(c) >= 0) {
            json.append(String.format("\\u%04x", (int) c));
        } else {
            json.append(c);
        }
    }

    /**
     * Metadata read from a mark.
     *
     * @param textStart where the mark's text begins in the raw text
     */
    record Parsed(MarkMetadata metadata, int textStart) {}

    /**
     * Reads the metadata at the beginning of a mark's content; empty if there is none.
     *
     * @param cache metadata by its JSON, because most marks of a text repeat the same metadata
     */
    static Optional<Parsed> read(String raw, int start, int end, Map<String, Optional<MarkMetadata>> cache) {
        if (start >= end || raw.charAt(start) != '{') {
            return Optional.empty();
        }
        int limit = Math.min(end, start + MAX_LENGTH);
        int close = raw.indexOf(END, start, limit);
        while (close >= 0) {
            Optional<MarkMetadata> metadata =
                    cache.computeIfAbsent(raw.substring(start, close + 1), MarkMetadata::parse);
            if (metadata.isPresent()) {
                return Optional.of(new Parsed(metadata.get(), close + END.length()));
            }
            close = raw.indexOf(END, close + 1, limit);
        }
        return Optional.empty();
    }

    private static Optional<MarkMetadata> parse(String json) {
        try {
            JsonNode node = JSON.readTree(json);
            if (!node.isObject()) {
                return Optional.empty();
            }
            JsonNode author = node.path("author");
            return Optional.of(new MarkMetadata(
                    author.isString() ? author.stringValue() : null,
                    time(node).orElse(null),
                    isTrue(node.path("created")),
                    isTrue(node.path("person")),
                    isTrue(node.path("accepted"))));
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    private static boolean isTrue(JsonNode flag) {
        return flag.isBoolean() && flag.booleanValue();
    }

    private static Optional<Instant> time(JsonNode node) {
        JsonNode seconds = node.path("time");
        if (seconds.isNumber()) {
            return Optional.of(Instant.ofEpochSecond(clamped(seconds)));
        }
        JsonNode millis = node.path("timestamp");
        return millis.isNumber() ? Optional.of(Instant.ofEpochMilli(clamped(millis))) : Optional.empty();
    }

    /** Limits the number to a plausible time, so that later arithmetic does not overflow. */
    private static long clamped(JsonNode number) {
        return Math.clamp((long) number.asDouble(0), 0L, 100_000_000_000_000L);
    }
}
