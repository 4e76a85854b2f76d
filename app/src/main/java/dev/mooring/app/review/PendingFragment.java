package dev.mooring.app.review;

import dev.mooring.app.web.Html;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.crypto.Sha256;
import dev.mooring.vault.review.PendingDocument;
import dev.mooring.vault.review.PendingSuggestion;
import dev.mooring.vault.review.SuggestionRef;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.node.ArrayNode;

/** Renders the list of documents with pending suggestions. */
final class PendingFragment {
    private final List<PendingDocument> all;
    private final List<PendingDocument> matching;
    private final FilterQuery query;

    PendingFragment(List<PendingDocument> all, List<PendingDocument> matching, FilterQuery query) {
        this.all = all;
        this.matching = matching;
        this.query = query;
    }

    /**
     * Renders the list.
     *
     * @param open the path of the open document; empty for none
     */
    Html html(String open) {
        int count = matching.stream().mapToInt(it -> it.suggestions().size()).sum();
        var html = new Html().raw("<div class=\"pending\"");
        html.attribute("data-count", String.valueOf(count))
                .attribute("data-fingerprint", fingerprint(matching))
                .attribute("data-authors", json(authors()))
                .attribute("data-folders", json(folders()))
                .raw(">\n");
        if (count == 0) {
            empty(html);
            return html.raw("</div>\n");
        }
        html.raw("<p class=\"sum\">").text(sum()).raw("</p>\n<ul class=\"documents\">\n");
        matching.forEach(document -> document(html, document, document.path().equals(open)));
        html.raw("</ul>\n<div class=\"everything\">")
                .raw("<button type=\"button\" class=\"quiet\" data-do=\"accept-everything\">Accept all ")
                .text(String.valueOf(count))
                .raw("</button><button type=\"button\" class=\"quiet\" data-do=\"reject-everything\">Reject all ")
                .text(String.valueOf(count))
                .raw("</button></div>\n");
        return html.raw("</div>\n");
    }

    private String sum() {
        return PendingCount.of(matching.stream()
                        .flatMap(document -> document.suggestions().stream())
                        .toList())
                + (matching.size() == 1 ? " in 1 document" : " in " + matching.size() + " documents");
    }

    private void empty(Html html) {
        if (all.isEmpty()) {
            html.raw("<p class=\"sum\">No suggestions to review.</p>\n");
        } else {
            html.raw("<p class=\"sum\">No suggestion matches this filter.</p>\n")
                    .raw("<button type=\"button\" class=\"quiet\" data-do=\"clear-filter\">Clear the"
                            + " filter</button>\n");
        }
    }

    private void document(Html html, PendingDocument document, boolean isOpen) {
        int slash = document.path().lastIndexOf('/');
        int number = document.suggestions().size();
        html.raw("<li><a")
                .attribute("href", query.url(document.path()))
                .attribute("data-path", document.path())
                .attribute("title", document.path())
                .raw(isOpen ? " aria-current=\"page\">" : ">")
                .raw("<span class=\"label\"><span class=\"name\">")
                .text(document.path().substring(slash + 1))
                .raw("</span><span class=\"where\">")
                .text(slash < 0 ? "" : document.path().substring(0, slash + 1))
                .raw("</span></span><span class=\"count\" aria-hidden=\"true\">")
                .text(String.valueOf(number))
                .raw("</span><span class=\"sr\">")
                .text(PendingCount.of(document.suggestions()))
                .raw("</span></a></li>\n");
    }

    /** Returns a fingerprint of exactly these suggestions, so that a bulk decision applies only to what the person saw. */
    static String fingerprint(List<PendingDocument> documents) {
        return Sha256.hex(documents.stream()
                .flatMap(document -> document.suggestions().stream())
                .map(PendingSuggestion::ref)
                .map(SuggestionRef::toString)
                .collect(Collectors.joining("\n")));
    }

    private Collection<String> authors() {
        return suggestions().map(PendingSuggestion::authorName).collect(Collectors.toCollection(TreeSet::new));
    }

    private Collection<String> folders() {
        return all.stream()
                .map(PendingDocument::path)
                .filter(path -> path.contains("/"))
                .map(path -> path.substring(0, path.lastIndexOf('/')))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private Stream<PendingSuggestion> suggestions() {
        return all.stream().flatMap(document -> document.suggestions().stream());
    }

    private static String json(Collection<String> values) {
        ArrayNode array = Json.array();
        values.forEach(array::add);
        return Json.text(array);
    }
}
