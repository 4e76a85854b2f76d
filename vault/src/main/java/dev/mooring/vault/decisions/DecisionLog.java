package dev.mooring.vault.decisions;

import dev.mooring.vault.files.FileProblem;
import dev.mooring.vault.files.HiddenFolder;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The decisions on suggestions of one folder, in {@code .mooring/decisions.jsonl}, which assistants read to learn about
 * their suggestions. All processes on the folder share it. Nothing else depends on it: old entries are dropped, and the
 * file can be deleted. Thread-safe.
 */
public final class DecisionLog {

    private static final Logger LOG = LoggerFactory.getLogger(DecisionLog.class);
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int MAX_TEXT_LENGTH = 500;

    private final HiddenFolder folder;

    /** The result of the last read. The log mostly grows at its end, and then only the new lines are parsed. */
    private volatile Parsed parsed = new Parsed("", List.of());

    private record Parsed(String text, List<Entry> entries) {}

    /** Opens the log in a folder. */
    public DecisionLog(HiddenFolder folder) {
        this.folder = folder;
    }

    /** The kind of an entry. */
    public enum Kind {
        /** A suggestion was accepted unchanged. */
        ACCEPTED,
        /** A suggestion was rejected, with or without a reason. */
        REJECTED,
        /** A suggestion was accepted with another text. */
        CHANGED,
        /** An earlier decision on the suggestion, or on a part of it, was undone. */
        UNDONE,
        /** A document was moved. */
        MOVED
    }

    /**
     * A decision on a suggestion, or the move of a document.
     *
     * @param group the id that the marks of the suggestion share; for a move the old path
     * @param text the reason of a rejection, the text of a change, the new path of a move, or the kind of the decision that
     *     was undone; empty if there is none
     */
    public record Entry(Kind kind, String group, String text) {}

    /** Adds entries. A failure is only logged, because the decision stands without them. */
    public void add(Collection<Entry> entries, Instant time) {
        if (entries.isEmpty()) {
            return;
        }
        List<String> lines = entries.stream()
                .map(entry -> {
                    ObjectNode json = JSON.createObjectNode()
                            .put("kind", entry.kind.name())
                            .put("g", entry.group)
                            .put("time", time.getEpochSecond());
                    return (entry.text.isEmpty() ? json : json.put("text", shortened(entry.text))).toString();
                })
                .toList();
        try {
            folder.appendToLog(lines);
        } catch (IOException e) {
            LOG.warn("Cannot log decisions, so assistants do not learn of them: {}", FileProblem.describe(e));
        }
    }

    private static String shortened(String text) {
        if (text.length() <= MAX_TEXT_LENGTH) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(MAX_TEXT_LENGTH - 1)) ? MAX_TEXT_LENGTH - 1 : MAX_TEXT_LENGTH;
        return text.substring(0, end) + "…";
    }

    /** Returns the entries, oldest first. Skips invalid lines. */
    public List<Entry> entries() throws IOException {
        Parsed before = parsed;
        String text = folder.readLog();
        if (text.equals(before.text)) {
            return before.entries;
        }
        boolean hasGrown = before.text.endsWith("\n") && text.startsWith(before.text);
        List<Entry> entries = hasGrown ? new ArrayList<>(before.entries) : new ArrayList<>();
        text.substring(hasGrown ? before.text.length() : 0)
                .lines()
                .forEach(line -> parse(line).ifPresent(entries::add));
        var now = new Parsed(text, List.copyOf(entries));
        parsed = now;
        return now.entries;
    }

    private static Optional<Entry> parse(String line) {
        try {
            JsonNode json = JSON.readTree(line);
            return Optional.of(new Entry(
                    Kind.valueOf(json.path("kind").asString("")),
                    json.path("g").asString(""),
                    json.path("text").asString("")));
        } catch (JacksonException | IllegalArgumentException e) {
            LOG.debug("Skipped a line of the log of decisions", e);
            return Optional.empty();
        }
    }
}
