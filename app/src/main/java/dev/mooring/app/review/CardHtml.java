package dev.mooring.app.review;

import dev.mooring.app.review.prose.Comment;
import dev.mooring.app.web.Html;
import dev.mooring.vault.review.PendingSuggestion;
import java.text.BreakIterator;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Renders the cards beside a document's text: suggestions with their buttons, and comments. */
final class CardHtml {
    private static final int SHORT_LENGTH = 70;
    private static final int LONG_LENGTH = 600;
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'").withZone(ZoneOffset.UTC);

    private CardHtml() {}

    /**
     * Appends a suggestion with its buttons.
     *
     * @param matches whether the suggestion matches the filter; keyboard navigation skips the others
     * @param isVisible whether the text beside the card shows the change, so that the card can be short
     */
    static void suggestion(Html html, PendingSuggestion suggestion, boolean matches, boolean isVisible) {
        String id = suggestion.ref().id();
        html.raw("<div tabindex=\"-1\" role=\"group\"")
                .attribute("class", matches ? "card" : "card other")
                .attribute("data-card", id)
                .attribute("aria-label", label(suggestion))
                .raw("><label class=\"pick\"><input type=\"checkbox\" aria-label=\"Select this suggestion\"></label>")
                .raw("<div class=\"change\">");
        change(html, suggestion, isVisible && !suggestion.comment() ? SHORT_LENGTH : LONG_LENGTH);
        html.raw("</div><p class=\"by\"><span class=\"author\">")
                .text(suggestion.authorName())
                .raw("</span>");
        time(html, suggestion.time());
        html.raw("</p><div class=\"acts\">");
        button(html, "accept", "Accept", "a", "M4 12.5l5 5L20 6.5");
        button(html, "reject", "Reject", "r", "M6 6l12 12M18 6L6 18");
        button(html, "edit", "Edit", "e", "M4 20h4L19.5 8.5l-4-4L4 16zM13.5 6.5l4 4");
        button(html, "comment", "Comment", "c", "M4 5h16v11H12l-5 4v-4H4z");
        html.raw("</div></div>\n");
    }

    /**
     * Appends a button with an icon and a label. Narrow cards show the label only to screen readers.
     *
     * @param icon the SVG path of the icon, in a 24 by 24 square
     */
    private static void button(Html html, String action, String label, String key, String icon) {
        html.raw("<button type=\"button\"")
                .attribute("class", action)
                .attribute("data-do", action)
                .attribute("title", label + " (" + key + ")")
                .raw("><svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path")
                .attribute("d", icon)
                .raw("/></svg><span class=\"word\">")
                .text(label)
                .raw("</span></button>");
    }

    private static void change(Html html, PendingSuggestion suggestion, int maxLength) {
        if (suggestion.wholeDocument()) {
            html.raw("<strong>New document</strong>");
            return;
        }
        if (suggestion.comment()) {
            html.raw("<strong>Comment</strong> ").text(shortened(suggestion.after(), maxLength));
            return;
        }
        if (!suggestion.before().isEmpty()) {
            html.raw("<del>").text(shortened(suggestion.before(), maxLength)).raw("</del>");
        }
        if (!suggestion.after().isEmpty()) {
            html.raw(suggestion.before().isEmpty() ? "<ins>" : " <ins>")
                    .text(shortened(suggestion.after(), maxLength))
                    .raw("</ins>");
        }
    }

    static void comment(Html html, Comment comment) {
        html.raw("<div class=\"remark\" role=\"note\" aria-label=\"Comment\"><p class=\"said\">")
                .text(comment.text())
                .raw("</p><p class=\"by\"><span class=\"author\">")
                .text(PendingSuggestion.displayName(comment.author()))
                .raw("</span>");
        time(html, comment.time());
        html.raw("</p></div>\n");
    }

    private static void time(Html html, @Nullable Instant time) {
        if (time != null) {
            html.raw(" <time").attribute("datetime", time.toString()).attribute("title", DATE.format(time));
            html.raw(">").text(DATE.format(time)).raw("</time>");
        }
    }

    /** Describes the suggestion for screen readers. */
    private static String label(PendingSuggestion suggestion) {
        String before = shortened(suggestion.before(), SHORT_LENGTH);
        String after = shortened(suggestion.after(), SHORT_LENGTH);
        String what = suggestion.wholeDocument()
                ? "new document"
                : before.isEmpty()
                        ? "insert “" + after + "”"
                        : after.isEmpty() ? "delete “" + before + "”" : "replace “" + before + "” with “" + after + "”";
        return suggestion.comment()
                ? "Comment by " + suggestion.authorName() + ": “" + after + "”"
                : "Suggestion by " + suggestion.authorName() + ": " + what;
    }

    /** Shortens text to one line, with visible line ends. */
    private static String shortened(String text, int maxLength) {
        String line = text.replace("\r\n", "\n").replace("\n", "↵");
        if (line.length() <= maxLength) {
            return line;
        }
        BreakIterator graphemes = BreakIterator.getCharacterInstance(Locale.ROOT);
        graphemes.setText(line);
        int end = graphemes.isBoundary(maxLength) ? maxLength : graphemes.preceding(maxLength);
        return line.substring(0, Math.max(end, 0)) + "…";
    }
}
