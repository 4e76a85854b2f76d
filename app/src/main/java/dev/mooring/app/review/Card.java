package dev.mooring.app.review;

import dev.mooring.app.review.prose.Remark;
import dev.mooring.app.web.Html;
import dev.mooring.vault.review.PendingSuggestion;
import java.text.BreakIterator;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What stands beside a document's text: suggestions to decide on, and comments. */
final class Card {
    private static final int SHORT = 70;
    private static final int LONG = 600;
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'").withZone(ZoneOffset.UTC);

    private Card() {}

    /**
     * A suggestion with its buttons.
     *
     * @param matches whether the filter means it; the others can be decided on, but are stepped over
     * @param isSeen whether the text beside shows the change, so that a few words of it do
     */
    static void suggestion(Html html, PendingSuggestion suggestion, boolean matches, boolean isSeen) {
        String id = suggestion.ref().id();
        html.raw("<div tabindex=\"-1\" role=\"group\"")
                .attribute("class", matches ? "card" : "card other")
                .attribute("data-card", id)
                .attribute("aria-label", label(suggestion))
                .raw("><label class=\"pick\"><input type=\"checkbox\" aria-label=\"Select this suggestion\"></label>")
                .raw("<div class=\"change\">");
        change(html, suggestion, isSeen ? SHORT : LONG);
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
     * A button with a drawing and a word, which a narrow card leaves to screen readers.
     *
     * @param drawing the path to draw, in a square of 24
     */
    private static void button(Html html, String what, String label, String key, String drawing) {
        html.raw("<button type=\"button\"")
                .attribute("class", what)
                .attribute("data-do", what)
                .attribute("title", label + " (" + key + ")")
                .raw("><svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path")
                .attribute("d", drawing)
                .raw("/></svg><span class=\"word\">")
                .text(label)
                .raw("</span></button>");
    }

    private static void change(Html html, PendingSuggestion suggestion, int longest) {
        if (suggestion.wholeDocument()) {
            html.raw("<strong>New document</strong>");
            return;
        }
        if (!suggestion.before().isEmpty()) {
            html.raw("<del>").text(shortened(suggestion.before(), longest)).raw("</del>");
        }
        if (!suggestion.after().isEmpty()) {
            html.raw(suggestion.before().isEmpty() ? "<ins>" : " <ins>")
                    .text(shortened(suggestion.after(), longest))
                    .raw("</ins>");
        }
    }

    static void remark(Html html, Remark remark) {
        String author = remark.author();
        html.raw("<div class=\"remark\" role=\"note\" aria-label=\"Comment\"><p class=\"said\">")
                .text(remark.text())
                .raw("</p><p class=\"by\"><span class=\"author\">")
                .text(author == null ? PendingSuggestion.NOBODY : author)
                .raw("</span>");
        time(html, remark.time());
        html.raw("</p></div>\n");
    }

    private static void time(Html html, @Nullable Instant time) {
        if (time != null) {
            html.raw(" <time").attribute("datetime", time.toString()).attribute("title", DATE.format(time));
            html.raw(">").text(DATE.format(time)).raw("</time>");
        }
    }

    /** In words, for those who do not see the marks. */
    private static String label(PendingSuggestion suggestion) {
        String before = shortened(suggestion.before(), SHORT);
        String after = shortened(suggestion.after(), SHORT);
        String what = suggestion.wholeDocument()
                ? "new document"
                : before.isEmpty()
                        ? "insert “" + after + "”"
                        : after.isEmpty() ? "delete “" + before + "”" : "replace “" + before + "” with “" + after + "”";
        return "Suggestion by " + suggestion.authorName() + ": " + what;
    }

    /** On one line, with line ends that can be seen. */
    private static String shortened(String text, int longest) {
        String line = text.replace("\r\n", "\n").replace("\n", "↵");
        if (line.length() <= longest) {
            return line;
        }
        BreakIterator graphemes = BreakIterator.getCharacterInstance(Locale.ROOT);
        graphemes.setText(line);
        int end = graphemes.isBoundary(longest) ? longest : graphemes.preceding(longest);
        return line.substring(0, Math.max(end, 0)) + "…";
    }
}
