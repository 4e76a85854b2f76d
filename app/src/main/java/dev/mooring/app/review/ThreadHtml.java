package dev.mooring.app.review;

import dev.mooring.app.web.Html;
import dev.mooring.vault.review.PendingSuggestion;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Renders the comments of a thread, or those about a suggestion. */
final class ThreadHtml {
    private ThreadHtml() {}

    /** Appends the line with author and time. */
    @FunctionalInterface
    interface ByLine {
        void append(String name, boolean isPerson, @Nullable Instant time);
    }

    static void append(Html html, PendingSuggestion suggestion, ByLine by) {
        if (suggestion.thread().isEmpty()) {
            return;
        }
        html.raw("<ol class=\"thread\" aria-label=\"Comments\">");
        boolean isFirst = true;
        boolean isOpen = false;
        for (PendingSuggestion.ThreadComment comment : suggestion.thread()) {
            html.raw(comment.done() ? "<li class=\"done\">" : "<li>");
            // The card already names the author of a thread's first comment.
            if (!suggestion.comment() || !isFirst) {
                by.append(comment.authorName(), comment.person(), comment.time());
            }
            html.raw("<p class=\"said\">").text(comment.text()).raw("</p>");
            if (comment.done()) {
                html.raw("<span class=\"resolved\">Resolved</span>");
            }
            html.raw("<button type=\"button\" class=\"quiet delete\" data-do=\"delete-comment\"")
                    .attribute("data-comment", comment.id())
                    .attribute("aria-label", "Delete the comment by " + comment.authorName())
                    .raw(">Delete</button></li>");
            isFirst = false;
            isOpen |= !comment.done();
        }
        html.raw("</ol>");
        if (isOpen && !suggestion.comment()) {
            html.raw("<div class=\"acts\"><button type=\"button\" data-do=\"comment\">Reply</button>"
                    + "<button type=\"button\" data-do=\"resolve\">Resolve comments</button></div>");
        }
    }
}
