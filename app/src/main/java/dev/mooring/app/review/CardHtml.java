package dev.mooring.app.review;

import dev.mooring.app.review.prose.AuthorColour;
import dev.mooring.app.web.Html;
import dev.mooring.vault.review.PendingSuggestion;
import dev.mooring.vault.review.PendingSuggestion.Kind;
import java.text.BreakIterator;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Renders the cards beside a document's text: one for each suggestion or thread, with its buttons. */
final class CardHtml {
    private static final int LABEL_LENGTH = 70;
    private static final int CHANGE_LENGTH = 600;
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'").withZone(ZoneOffset.UTC);

    private final Html html;
    private final PendingSuggestion suggestion;

    private CardHtml(Html html, PendingSuggestion suggestion) {
        this.html = html;
        this.suggestion = suggestion;
    }

    /**
     * Appends a suggestion or thread.
     *
     * @param matches whether it matches the filter; keyboard navigation skips the others
     */
    static void append(Html html, PendingSuggestion suggestion, boolean matches) {
        new CardHtml(html, suggestion).card(matches);
    }

    private void card(boolean matches) {
        html.raw("<div tabindex=\"-1\" role=\"group\"")
                .attribute("class", matches ? "card" : "card other")
                .attribute("data-card", suggestion.ref().id())
                .attribute("data-kind", suggestion.kind().name().toLowerCase(Locale.ROOT))
                .attribute("data-a", AuthorColour.of(suggestion.authorName()))
                .attribute("aria-label", label())
                .raw("><label class=\"pick\"><input type=\"checkbox\" aria-label=\"Select this suggestion\"></label>");
        by(suggestion.authorName(), suggestion.person(), suggestion.time());
        html.raw("<div class=\"change\">");
        change();
        html.raw("</div>");
        if (suggestion.comment()) {
            ThreadHtml.append(html, suggestion, this::by);
            actions();
        } else {
            actions();
            parts();
            ThreadHtml.append(html, suggestion, this::by);
        }
        html.raw("</div>\n");
    }

    private void by(String name, boolean isPerson, @Nullable Instant time) {
        html.raw("<p class=\"by\"><span class=\"author\"")
                .attribute("data-a", AuthorColour.of(name))
                .raw(">")
                .text(name)
                .raw("</span> <span class=\"badge\">")
                .text(isPerson ? "Person" : "Assistant")
                .raw("</span>");
        if (time != null) {
            html.raw(" <time").attribute("datetime", time.toString()).attribute("title", DATE.format(time));
            html.raw(">").text(DATE.format(time)).raw("</time>");
        }
        html.raw("</p>");
    }

    private void change() {
        switch (suggestion.kind()) {
            case NEW_DOCUMENT -> html.raw("<strong>New document</strong>");
            case DELETE -> html.raw("<strong>Delete this document</strong>");
            case MOVE ->
                html.raw("<strong>Move to</strong> <ins>")
                        .text(suggestion.after())
                        .raw("</ins>");
            case COMMENT -> {
                if (!suggestion.quote().isEmpty()) {
                    html.raw("<q>")
                            .text(shortened(suggestion.quote(), CHANGE_LENGTH))
                            .raw("</q>");
                }
            }
            case CHANGE -> beforeAndAfter(suggestion.before(), suggestion.after(), " ");
            case PROPERTY -> property();
        }
    }

    /** Names a property once if only its value changes. */
    private void property() {
        String before = suggestion.before();
        String after = suggestion.after();
        int name = before.indexOf(": ") + 2;
        boolean isOneValue = name > 1 && !after.contains("\n") && after.startsWith(before.substring(0, name));
        html.raw("<strong>Property</strong> ").text(isOneValue ? before.substring(0, name) : "");
        beforeAndAfter(isOneValue ? before.substring(name) : before, isOneValue ? after.substring(name) : after, " → ");
    }

    private void beforeAndAfter(String before, String after, String between) {
        if (!before.isEmpty()) {
            html.raw("<del>").text(shortened(before, CHANGE_LENGTH)).raw("</del>");
        }
        if (!after.isEmpty()) {
            html.raw(before.isEmpty() ? "<ins>" : between + "<ins>")
                    .text(shortened(after, CHANGE_LENGTH))
                    .raw("</ins>");
        }
    }

    private void actions() {
        html.raw("<div class=\"acts\">");
        if (suggestion.comment()) {
            button("comment", "Reply", "c", "");
            button("accept", "Resolve", "a", "");
        } else {
            button("accept", "Accept", "a", "");
            button("reject", "Reject", "r", "");
            html.raw("<span class=\"more\">");
            button("reject-because", "Reject with a reason", "Shift+R", "");
            if (suggestion.kind() == Kind.CHANGE) {
                button("edit", "Edit", "e", "");
            }
            button("comment", "Comment", "c", "");
            if (suggestion.canSplit()) {
                html.raw("<button type=\"button\" class=\"split\" data-do=\"split\" aria-expanded=\"false\""
                                + " title=\"Decide on the parts one by one (s)\">Split into ")
                        .text(String.valueOf(suggestion.parts().size()))
                        .raw("</button>");
            }
            html.raw("</span>");
        }
        html.raw("</div>");
    }

    private void parts() {
        if (!suggestion.canSplit()) {
            return;
        }
        html.raw("<ol class=\"parts\" hidden>");
        for (PendingSuggestion.Part part : suggestion.parts()) {
            html.raw("<li><div class=\"change\">");
            beforeAndAfter(part.before(), part.after(), " ");
            html.raw("</div><div class=\"acts\">");
            button("accept", "Accept", "", part.ref().id());
            button("reject", "Reject", "", part.ref().id());
            html.raw("</div></li>");
        }
        html.raw("</ol>");
    }

    /** @param part the id of the part that the button decides on; empty for the whole suggestion */
    private void button(String action, String label, String key, String part) {
        html.raw("<button type=\"button\"").attribute("class", action).attribute("data-do", action);
        if (!part.isEmpty()) {
            html.attribute("data-part", part);
        }
        if (!key.isEmpty()) {
            html.attribute("title", label + " (" + key + ")");
        }
        html.raw(">").text(label).raw("</button>");
    }

    /** Describes the suggestion for screen readers. */
    private String label() {
        String before = shortened(suggestion.before(), LABEL_LENGTH);
        String after = shortened(suggestion.after(), LABEL_LENGTH);
        String name = suggestion.authorName();
        return switch (suggestion.kind()) {
            case COMMENT -> "Comment by " + name + ": “" + after + "”";
            case NEW_DOCUMENT -> "Suggestion by " + name + ": new document";
            case DELETE -> "Suggestion by " + name + ": delete this document";
            case MOVE -> "Suggestion by " + name + ": move to “" + after + "”";
            case CHANGE, PROPERTY -> "Suggestion by " + name + ": " + what(before, after);
        };
    }

    private static String what(String before, String after) {
        if (before.isEmpty()) {
            return "insert “" + after + "”";
        }
        return after.isEmpty() ? "delete “" + before + "”" : "replace “" + before + "” with “" + after + "”";
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
