package dev.mooring.app.review;

import dev.mooring.app.review.prose.DocumentRow;
import dev.mooring.app.review.prose.DocumentView;
import dev.mooring.app.web.Html;
import dev.mooring.mcp.crypto.Sha256;
import dev.mooring.vault.review.PendingSuggestion;
import dev.mooring.vault.review.ReviewedDocument;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Renders one document of the page. A long document is split into parts: the first parts are rendered at once, the others
 * as empty placeholders that the page fills when they scroll into view. Not thread-safe.
 */
final class DocumentFragment {
    private static final int MAX_INITIAL_TEXT = 48 * 1024;
    private static final int MAX_INITIAL_SUGGESTIONS = 80;

    private final ReviewedDocument document;
    private final DocumentView view;
    private final boolean isRaw;
    private final List<Boolean> matching;
    private final List<String> keys;

    /** @param matching whether each pending suggestion of the document matches the filter */
    DocumentFragment(ReviewedDocument document, boolean isRaw, List<Boolean> matching) {
        this.document = document;
        this.isRaw = isRaw;
        this.view = isRaw ? DocumentView.raw(document) : DocumentView.prose(document);
        this.matching = matching;
        this.keys = IntStream.range(0, view.parts()).mapToObj(this::key).toList();
    }

    /** Returns a key that stays the same while the part renders to the same HTML, wherever it is in the document. */
    private String key(int part) {
        var content = new StringBuilder(isRaw ? "raw\0" : "prose\0").append(view.source(part));
        for (int i : view.suggestionsIn(part)) {
            content.append('\0').append(document.pending().get(i)).append(matching.get(i));
        }
        return Sha256.hex(content.toString());
    }

    Html html() {
        var html = new Html().raw("<article class=\"document\"");
        html.attribute("data-path", document.path())
                .attribute("data-version", document.version())
                .attribute("data-view", isRaw ? "raw" : "prose")
                .attribute("data-pending", String.valueOf(document.pending().size()))
                .raw(">\n");
        head(html);
        if (view.parts() == 0) {
            html.raw("<p class=\"nothing\">This document is empty.</p>");
        }
        int text = 0;
        int suggestions = 0;
        for (int part = 0; part < view.parts(); part++) {
            boolean isInitial = part == 0 || (text < MAX_INITIAL_TEXT && suggestions < MAX_INITIAL_SUGGESTIONS);
            appendPart(html, part, isInitial);
            text += view.length(part);
            suggestions += view.suggestionsIn(part).size();
        }
        return html.raw("</article>\n");
    }

    private void head(Html html) {
        int slash = document.path().lastIndexOf('/');
        int count = matchingCount();
        html.raw("<header class=\"head\"><div class=\"titles\"><p class=\"where\">")
                .text(slash < 0 ? "" : document.path().substring(0, slash + 1))
                .raw("</p><h1>")
                .text(document.path().substring(slash + 1))
                .raw("</h1><p class=\"state\">")
                .text(state(count))
                .raw("</p></div><div class=\"tools\"><div class=\"switch\" role=\"group\" aria-label=\"View\">");
        viewButton(html, "prose", "Prose", !isRaw);
        viewButton(html, "raw", "Raw", isRaw);
        html.raw("</div>");
        if (count > 1) {
            html.raw("<button type=\"button\" data-do=\"accept-document\" class=\"quiet\">Accept all ")
                    .text(String.valueOf(count))
                    .raw("</button><button type=\"button\" data-do=\"reject-document\" class=\"quiet\">Reject all ")
                    .text(String.valueOf(count))
                    .raw("</button>");
        }
        html.raw("</div></header>\n");
    }

    private static void viewButton(Html html, String view, String label, boolean isOn) {
        html.raw("<button type=\"button\" data-do=\"view\"")
                .attribute("data-view", view)
                .attribute("aria-pressed", String.valueOf(isOn))
                .raw(">")
                .text(label)
                .raw("</button>");
    }

    private int matchingCount() {
        return (int) matching.stream().filter(it -> it).count();
    }

    private String state(int count) {
        int all = document.pending().size();
        if (all == 0) {
            return "No suggestions in this document.";
        }
        String authors = document.pending().stream()
                .map(PendingSuggestion::authorName)
                .collect(Collectors.toCollection(TreeSet::new))
                .stream()
                .collect(Collectors.joining(", "));
        String counted = PendingCount.of(document.pending());
        return (count < all ? count + " of " + counted + " match the filter" : counted) + ", by " + authors;
    }

    private void appendPart(Html html, int part, boolean isInitial) {
        html.raw("<section")
                .attribute("class", isInitial ? "part" : "part placeholder")
                .attribute("data-key", keys.get(part))
                .attribute("data-length", String.valueOf(view.length(part)))
                .attribute(
                        "data-ids",
                        view.suggestionsIn(part).stream()
                                .filter(matching::get)
                                .map(i -> document.pending().get(i).ref().id())
                                .collect(Collectors.joining(" ")))
                .attribute(
                        "data-depths",
                        view.suggestionsIn(part).stream()
                                .filter(matching::get)
                                .map(i -> String.valueOf(view.depth(part, i)))
                                .collect(Collectors.joining(" ")))
                .raw(">\n");
        if (isInitial) {
            rows(html, part);
        }
        html.raw("</section>\n");
    }

    /** Renders the content of a placeholder; empty if the document has no such part. */
    Optional<Html> part(String key) {
        int part = keys.indexOf(key);
        if (part < 0) {
            return Optional.empty();
        }
        var html = new Html();
        rows(html, part);
        return Optional.of(html);
    }

    private void rows(Html html, int part) {
        var cards = new Html();
        html.raw("<div class=\"text\">");
        for (DocumentRow row : view.rows(part)) {
            html.raw("<div class=\"block\"");
            if (row.source() != null) {
                html.attribute("data-from", String.valueOf(row.source().start()))
                        .attribute("data-to", String.valueOf(row.source().end()));
            }
            html.raw(">");
            for (int i : row.suggestions()) {
                PendingSuggestion suggestion = document.pending().get(i);
                if (!view.isVisible(i)) {
                    html.raw("<span class=\"anchor\"")
                            .attribute("data-s", suggestion.ref().id())
                            .raw("></span>");
                }
                CardHtml.append(cards, suggestion, matching.get(i));
            }
            html.raw(row.html()).raw("</div>\n");
        }
        html.raw("</div><div class=\"margin\">").add(cards).raw("</div>\n");
    }
}
