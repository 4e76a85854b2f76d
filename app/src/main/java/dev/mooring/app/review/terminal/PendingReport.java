package dev.mooring.app.review.terminal;

import dev.mooring.app.terminal.Printable;
import dev.mooring.app.terminal.Screen;
import dev.mooring.mcp.Json;
import dev.mooring.vault.review.PendingDocument;
import dev.mooring.vault.review.PendingSuggestion;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The list of pending suggestions, as text and as JSON. */
public final class PendingReport {
    private static final int MAX_LENGTH = 60;

    /** The number of characters that are shown before a difference. */
    private static final int KEPT_ALIKE = 12;

    private final List<PendingDocument> documents;

    /** @param documents the documents with their pending suggestions */
    public PendingReport(List<PendingDocument> documents) {
        this.documents = documents;
    }

    /** Returns the number of pending suggestions. */
    public int count() {
        return documents.stream().mapToInt(it -> it.suggestions().size()).sum();
    }

    /** Prints one line per suggestion: {@code path:line: "old" → "new" (author, age)}. */
    public void print(PrintWriter out, Screen screen, Instant now) {
        for (PendingDocument document : documents) {
            for (PendingSuggestion suggestion : document.suggestions()) {
                out.println(Printable.oneLine(document.path()) + ":" + suggestion.line() + ": "
                        + change(screen, suggestion)
                        + screen.styled("faint", " (" + signature(suggestion, now) + ")"));
            }
        }
    }

    static String signature(PendingSuggestion suggestion, Instant now) {
        return Printable.oneLine(suggestion.authorName())
                + suggestion.age(now).map(age -> ", " + age).orElse("");
    }

    private static String change(Screen screen, PendingSuggestion suggestion) {
        int alike = suggestion.comment() ? 0 : lengthAlike(suggestion.before(), suggestion.after());
        String before = screen.styled("red", quoted(screen, suggestion.before(), alike));
        String after = screen.styled("green", quoted(screen, suggestion.after(), alike));
        return switch (suggestion.kind()) {
            case NEW_DOCUMENT -> "new document " + after;
            case COMMENT -> "comment " + after;
            case MOVE -> "move to " + after;
            case DELETE -> "delete the document";
            case PROPERTY -> "property " + change(suggestion, before, after);
            case CHANGE -> change(suggestion, before, after);
        };
    }

    private static String change(PendingSuggestion suggestion, String before, String after) {
        if (suggestion.before().isEmpty()) {
            return "insert " + after;
        }
        return suggestion.after().isEmpty() ? "delete " + before : before + " → " + after;
    }

    private static String quoted(Screen screen, String text, int from) {
        String line = text.substring(from).replace("\n", "↵");
        return "\"" + screen.cut(from == 0 ? line : "…" + line, MAX_LENGTH) + "\"";
    }

    /**
     * Returns how many characters to leave out at the beginning of two texts, so that their difference is visible although
     * both are cut: 0 if it is visible anyway.
     */
    private static int lengthAlike(String before, String after) {
        int shorter = Math.min(before.length(), after.length());
        int alike = 0;
        while (alike < shorter && before.charAt(alike) == after.charAt(alike)) {
            alike++;
        }
        if (alike < MAX_LENGTH / 2) {
            return 0;
        }
        return before.lastIndexOf(' ', alike - KEPT_ALIKE) + 1;
    }

    /** Returns all suggestions with their complete texts. */
    public ObjectNode json() {
        ObjectNode json = Json.object();
        ArrayNode suggestions = json.putArray("suggestions");
        for (PendingDocument document : documents) {
            for (PendingSuggestion suggestion : document.suggestions()) {
                Instant time = suggestion.time();
                ObjectNode each = suggestions.addObject();
                each.put("path", document.path())
                        .put("id", suggestion.ref().id())
                        .put("line", suggestion.line())
                        .put("before", suggestion.before())
                        .put("after", suggestion.after())
                        .put("author", suggestion.author())
                        .put("time", time == null ? null : time.toString())
                        .put("kind", suggestion.kind().name().toLowerCase(Locale.ROOT))
                        .put("person", suggestion.person())
                        .put("parts", suggestion.parts().size())
                        .put("new_document", suggestion.wholeDocument())
                        .put("comment", suggestion.comment());
                ArrayNode thread = each.putArray("thread");
                suggestion
                        .thread()
                        .forEach(comment -> thread.addObject()
                                .put("author", comment.author())
                                .put("text", comment.text())
                                .put("done", comment.done()));
            }
        }
        return json;
    }
}
