package dev.mooring.vault.critic;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Who made a mark and when, in the form that the Obsidian plugin Commentator reads: a JSON object and {@code @@} before
 * the mark's text.
 *
 * @param created true on the one insertion that made a whole new document
 */
public record MarkMetadata(
        @Nullable String author, @Nullable Instant time, boolean created) {

    private static final String SEPARATOR = "@@";
    private static final int LONGEST = 2_000;

    /** Characters that would mean something to CriticMarkup, Markdown tables or YAML around the mark. */
    private static final String ESCAPED = "\"\\{}~<>@`|:#'[]";

    private static final JsonMapper JSON = JsonMapper.shared();

    public static MarkMetadata of(String author, Instant time) {
        return new MarkMetadata(author, time, false);
    }

    /** The text to put in front of the mark's own, separator included. */
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
        if (created) {
            json.append(json.length() == 1 ? "" : ",").append("\"created\":true");
        }
        return json.append('}').append(SEPARATOR).toString();
    }

    private static void appendEscaped(StringBuilder json, char c) {
        if (c < ' ' || c == 0x7f || Character.isSurrogate(c) || ESCAPED.indexOf(c) >= 0) {
            json.append(String.format("\\u%04x", (int) c));
        } else {
            json.append(c);
        }
    }

    /** Metadata found in a text, and where the text proper begins. */
    record Found(MarkMetadata metadata, int textStart) {}

    /**
     * Reads the metadata at the beginning of a mark's content.
     *
     * @param known what was read from the same JSON before, because a text repeats it many times
     */
    static Optional<Found> read(String raw, int start, int end, Map<String, Optional<MarkMetadata>> known) {
        if (start >= end || raw.charAt(start) != '{') {
            return Optional.empty();
        }
        int limit = Math.min(end, start + LONGEST);
        int close = raw.indexOf("}" + SEPARATOR, start, limit);
        while (close >= 0) {
            Optional<MarkMetadata> metadata =
                    known.computeIfAbsent(raw.substring(start, close + 1), MarkMetadata::parse);
            if (metadata.isPresent()) {
                return Optional.of(new Found(metadata.get(), close + 1 + SEPARATOR.length()));
            }
            close = raw.indexOf("}" + SEPARATOR, close + 1, limit);
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
                    node.path("created").isBoolean() && node.path("created").booleanValue()));
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    private static Optional<Instant> time(JsonNode node) {
        JsonNode seconds = node.path("time");
        if (seconds.isNumber()) {
            return Optional.of(Instant.ofEpochSecond(clamped(seconds)));
        }
        JsonNode millis = node.path("timestamp");
        return millis.isNumber() ? Optional.of(Instant.ofEpochMilli(clamped(millis))) : Optional.empty();
    }

    /** Anything outside of what a clock shows would only make later arithmetic overflow. */
    private static long clamped(JsonNode number) {
        return Math.clamp((long) number.asDouble(0), 0L, 100_000_000_000_000L);
    }
}
