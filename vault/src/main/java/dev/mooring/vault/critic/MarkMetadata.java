package dev.mooring.vault.critic;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The metadata of a mark. In the raw text it precedes the mark's text as a JSON object and {@code @@}, the form that the
 * Obsidian plugin Commentator reads. {@code docs/marks.md} specifies the keys.
 *
 * @param group the id that all marks of one edit share; null if the mark stands for itself
 * @param proposal the change that a comment proposes; null for a mark of another kind and for a comment that is only text
 * @param highlight the prefix of the highlight around a suggestion: the metadata of the highlight, or empty; null if the
 *     suggestion is in no highlight
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record MarkMetadata(
        @Nullable String author,
        @Nullable Instant time,
        @Nullable String group,
        Set<Flag> flags,
        @Nullable Proposal proposal,
        @Nullable String highlight) {

    private static final String SEPARATOR = "@@";
    private static final int MAX_LENGTH = 4_000;
    private static final int MAX_GROUP_LENGTH = 64;

    private static final JsonMapper JSON = JsonMapper.shared();

    /** The flags of a mark. Each constant describes the marks that carry it. */
    public enum Flag {
        /** The insertion that proposes a whole new document. */
        CREATED("created"),
        /** A mark that a person made in a review. No assistant may change it, whatever its name. */
        PERSON("person"),
        /** An assistant's comment that a person has accepted, so that other assistants may read it. */
        ACCEPTED("accepted"),
        /** A resolved comment. */
        DONE("done"),
        /** A resolved comment with the reason why a person rejected the suggestion of the same group. */
        REJECTED("rejected");

        private final String key;

        Flag(String key) {
            this.key = key;
        }
    }

    /** Copies the flags. */
    public MarkMetadata {
        flags = flags.isEmpty() ? Set.of() : Set.copyOf(flags);
    }

    /** Returns the metadata of a mark without group, flags and proposal. */
    public static MarkMetadata of(String author, Instant time) {
        return new MarkMetadata(author, time, null, Set.of(), null, null);
    }

    /** Returns this metadata with a flag in addition. */
    public MarkMetadata with(Flag flag) {
        Set<Flag> more = EnumSet.of(flag);
        more.addAll(flags);
        return new MarkMetadata(author, time, group, more, proposal, highlight);
    }

    /** Returns this metadata with another group. */
    public MarkMetadata inGroup(@Nullable String id) {
        return new MarkMetadata(author, time, id, flags, proposal, highlight);
    }

    /** Returns this metadata with a proposal. */
    public MarkMetadata proposing(Proposal change) {
        return new MarkMetadata(author, time, group, flags, change, highlight);
    }

    /** Returns this metadata for a suggestion that stands in a highlight. */
    public MarkMetadata inHighlight(String prefix) {
        return new MarkMetadata(author, time, group, flags, proposal, prefix);
    }

    /** Returns true for the insertion that proposes a whole new document. */
    public boolean created() {
        return flags.contains(Flag.CREATED);
    }

    /** Returns true if a person made the mark in a review. */
    public boolean person() {
        return flags.contains(Flag.PERSON);
    }

    /** Returns true for an assistant's comment that a person has accepted. */
    public boolean accepted() {
        return flags.contains(Flag.ACCEPTED);
    }

    /** Returns true for a comment that is resolved. */
    public boolean done() {
        return flags.contains(Flag.DONE);
    }

    /** Returns the prefix of a mark's text: the JSON object and the separator. */
    public String toPrefix() {
        List<String> members = new ArrayList<>();
        if (author != null) {
            members.add(MarkJson.member("author", author));
        }
        if (time != null) {
            members.add("\"time\":" + time.getEpochSecond());
        }
        if (group != null) {
            members.add(MarkJson.member("g", group));
        }
        for (Flag flag : Flag.values()) {
            if (flags.contains(flag)) {
                members.add(MarkJson.member(flag.key, true));
            }
        }
        if (proposal != null) {
            members.addAll(ProposalJson.members(proposal));
        }
        if (highlight != null) {
            members.add(MarkJson.member("highlight", highlight));
        }
        return "{" + String.join(",", members) + "}" + SEPARATOR;
    }

    /**
     * Returns a prefix with a flag in addition, and all other properties as they are.
     *
     * @param prefix the prefix of a mark; empty if the mark has no metadata
     */
    static String withFlag(String prefix, Flag flag) {
        String member = MarkJson.member(flag.key, true);
        if (prefix.isEmpty()) {
            return "{" + member + "}" + SEPARATOR;
        }
        String unset = "(?<!\\\\)\"" + flag.key + "\"\\s*:\\s*false";
        String changed = prefix.replaceFirst(unset, member);
        if (!changed.equals(prefix)) {
            return changed;
        }
        int close = prefix.lastIndexOf('}');
        boolean isEmpty = prefix.substring(prefix.indexOf('{') + 1, close).isBlank();
        return prefix.substring(0, close) + (isEmpty ? "" : ",") + member + prefix.substring(close);
    }

    /**
     * Metadata read from a mark.
     *
     * @param textStart where the mark's text begins in the raw text
     */
    record Parsed(MarkMetadata metadata, int textStart) {}

    /**
     * Reads the metadata at the beginning of a mark's content, up to the first separator; empty if it has none.
     *
     * @param cache metadata by its JSON, because most marks of a text repeat the same metadata
     */
    static Optional<Parsed> read(String raw, int start, int end, Map<String, Optional<MarkMetadata>> cache) {
        int open = start;
        while (open < end && Character.isWhitespace(raw.charAt(open))) {
            open++;
        }
        if (open >= end || raw.charAt(open) != '{') {
            return Optional.empty();
        }
        int close = raw.indexOf(SEPARATOR, open, Math.min(end, open + MAX_LENGTH));
        if (close < 0) {
            return Optional.empty();
        }
        return cache.computeIfAbsent(raw.substring(open, close), MarkMetadata::parse)
                .map(metadata -> new Parsed(metadata, close + SEPARATOR.length()));
    }

    private static Optional<MarkMetadata> parse(String json) {
        try {
            JsonNode node = JSON.readTree(json);
            if (!node.isObject()) {
                return Optional.empty();
            }
            Set<Flag> flags = EnumSet.noneOf(Flag.class);
            for (Flag flag : Flag.values()) {
                ifTrue(node.path(flag.key), flag, flags::add);
            }
            ifTrue(node.path("d"), Flag.DONE, flags::add);
            return Optional.of(new MarkMetadata(
                    string(node.path("author"), node.path("a")),
                    time(node).orElse(null),
                    group(node.path("g")),
                    flags,
                    ProposalJson.read(node),
                    node.path("highlight").isString() ? node.path("highlight").stringValue() : null));
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    private static void ifTrue(JsonNode value, Flag flag, Consumer<Flag> found) {
        if (value.isBoolean() && value.booleanValue()) {
            found.accept(flag);
        }
    }

    private static @Nullable String string(JsonNode value, JsonNode shorthand) {
        return value.isString() ? value.stringValue() : shorthand.isString() ? shorthand.stringValue() : null;
    }

    private static @Nullable String group(JsonNode value) {
        return value.isString()
                        && !value.stringValue().isEmpty()
                        && value.stringValue().length() <= MAX_GROUP_LENGTH
                ? value.stringValue()
                : null;
    }

    private static Optional<Instant> time(JsonNode node) {
        for (JsonNode seconds : List.of(node.path("time"), node.path("t"))) {
            if (seconds.isNumber()) {
                return Optional.of(Instant.ofEpochSecond(clamped(seconds)));
            }
        }
        JsonNode millis = node.path("timestamp");
        return millis.isNumber() ? Optional.of(Instant.ofEpochMilli(clamped(millis))) : Optional.empty();
    }

    /** Limits the number to a plausible time, so that later arithmetic does not overflow. */
    private static long clamped(JsonNode number) {
        return Math.clamp((long) number.asDouble(0), 0L, 100_000_000_000_000L);
    }
}
