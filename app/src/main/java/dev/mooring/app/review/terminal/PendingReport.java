package dev.mooring.app.review.terminal;

import dev.mooring.app.terminal.Printable;
import dev.mooring.app.terminal.Screen;
import dev.mooring.mcp.Json;
import dev.mooring.vault.review.PendingDocument;
import dev.mooring.vault.review.PendingSuggestion;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What waits, for people and for programs. */
public final class PendingReport {
    private static final int LONGEST = 60;

    private final List<PendingDocument> documents;

    public PendingReport(List<PendingDocument> documents) {
        this.documents = documents;
    }

    public int count() {
        return documents.stream().mapToInt(it -> it.suggestions().size()).sum();
    }

    /** One line each: {@code path:line: "old" → "new" (author, age)}. */
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
        String before = screen.styled("red", quoted(screen, suggestion.before()));
        String after = screen.styled("green", quoted(screen, suggestion.after()));
        if (suggestion.wholeDocument()) {
            return "new document " + after;
        }
        if (suggestion.before().isEmpty()) {
            return "insert " + after;
        }
        return suggestion.after().isEmpty() ? "delete " + before : before + " → " + after;
    }

    private static String quoted(Screen screen, String text) {
        return "\"" + screen.cut(text.replace("\n", "↵"), LONGEST) + "\"";
    }

    /** Everything that is known, texts in full. */
    public ObjectNode json() {
        ObjectNode json = Json.object();
        ArrayNode suggestions = json.putArray("suggestions");
        for (PendingDocument document : documents) {
            for (PendingSuggestion suggestion : document.suggestions()) {
                Instant time = suggestion.time();
                suggestions
                        .addObject()
                        .put("path", document.path())
                        .put("id", suggestion.ref().id())
                        .put("line", suggestion.line())
                        .put("before", suggestion.before())
                        .put("after", suggestion.after())
                        .put("author", suggestion.author())
                        .put("time", time == null ? null : time.toString())
                        .put("new_document", suggestion.wholeDocument());
            }
        }
        return json;
    }
}
