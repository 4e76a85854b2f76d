package dev.mooring.app.review.terminal;

import dev.mooring.app.terminal.ControlSequences;
import dev.mooring.app.terminal.Printable;
import dev.mooring.app.terminal.Screen;
import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkKind;
import dev.mooring.vault.critic.Suggestion;
import dev.mooring.vault.critic.TextRange;
import dev.mooring.vault.review.ReviewedDocument;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The lines around a suggestion, with old and new text in colour. Without colour they are CriticMarkup, and the
 * suggestion stands between two pointers.
 */
final class SuggestionContext {
    /** The pointers around the suggestion on a terminal without colour. */
    static final String BEGIN = "▶";

    static final String END = "◀";

    private static final int MAX_CONTEXT = 400;
    private static final int MAX_CHANGE = 4_000;

    /** Strikethrough, for which picocli has no style name. */
    private static final String STRUCK = ControlSequences.mark("\u001b[9m");

    private final ReviewedDocument document;
    private final Suggestion suggestion;
    private final Screen screen;
    private final Set<Mark> own;

    /** The comments that the caller shows below the context. */
    private final Set<Mark> below;

    SuggestionContext(ReviewedDocument document, Suggestion suggestion, Screen screen) {
        this.document = document;
        this.suggestion = suggestion;
        this.screen = screen;
        this.own = new HashSet<>(suggestion.marks());
        this.below = new HashSet<>(suggestion.comments());
        if (suggestion.isComment()) {
            below.addAll(suggestion.marks().subList(1, suggestion.marks().size()));
        }
    }

    /** Returns the lines around each mark. An ellipsis stands for omitted text. */
    String text() {
        String raw = document.text().raw();
        var out = new StringBuilder();
        for (TextRange part : parts(raw)) {
            if (!out.isEmpty()) {
                out.append("\n…\n");
            }
            out.append(shown(raw, part).replaceFirst("^\\n+", "").stripTrailing());
        }
        return out.toString();
    }

    private String shown(String raw, TextRange part) {
        var out = new StringBuilder();
        if (part.start() > lineStart(raw, part.start())) {
            out.append('…');
        }
        int at = part.start();
        List<Mark> marks = document.text().marksWithin(part);
        for (int i = 0; i < marks.size(); i++) {
            Mark mark = marks.get(i);
            out.append(safe(raw, at, mark.whole().start()));
            boolean isPointedAt = own.contains(mark) && !screen.colour().enabled();
            if (isPointedAt && !(i > 0 && isAdjacent(marks.get(i - 1), mark))) {
                out.append(BEGIN);
            }
            mark(out, raw, mark);
            if (isPointedAt && !(i + 1 < marks.size() && isAdjacent(mark, marks.get(i + 1)))) {
                out.append(END);
            }
            at = mark.whole().end();
            if (raw.startsWith("\n", at - 1) && !below.contains(mark)) {
                out.append('\n'); // a proposal in the front matter owns its line
            }
        }
        out.append(safe(raw, at, part.end()));
        if (part.end() < lineEnd(raw, part.end())) {
            out.append('…');
        }
        return out.toString();
    }

    /** Returns whether two marks belong to the suggestion, without text between them. */
    private boolean isAdjacent(Mark first, Mark second) {
        return own.contains(first)
                && own.contains(second)
                && first.whole().end() == second.whole().start();
    }

    /** Returns the lines of each change and one more on each side, up to a limit, without cutting a mark. */
    private List<TextRange> parts(String raw) {
        List<TextRange> parts = new ArrayList<>();
        for (TextRange changed : suggestion.ranges()) {
            TextRange part = around(raw, changed);
            if (!parts.isEmpty() && part.start() <= parts.getLast().end() + 1) {
                TextRange before = parts.removeLast();
                parts.add(new TextRange(before.start(), Math.max(before.end(), part.end())));
            } else {
                parts.add(part);
            }
        }
        return parts;
    }

    private TextRange around(String raw, TextRange whole) {
        int start = lineStart(raw, Math.max(0, lineStart(raw, whole.start()) - 1));
        int end = lineEnd(raw, Math.min(raw.length(), lineEnd(raw, whole.end()) + 1));
        int from = Math.max(start, whole.start() - MAX_CONTEXT);
        int to = Math.min(end, whole.end() + MAX_CONTEXT);
        int clearFrom = document.text().endOfMarkAround(from);
        return new TextRange(Math.min(clearFrom, whole.start()), Math.max(whole.end(), startOfMarkAround(to)));
    }

    private int startOfMarkAround(int position) {
        return document.text().marks().stream()
                .map(Mark::whole)
                .filter(whole -> whole.start() < position && position < whole.end())
                .map(TextRange::start)
                .findFirst()
                .orElse(position);
    }

    private static int lineStart(String raw, int position) {
        return raw.lastIndexOf('\n', position - 1) + 1;
    }

    private static int lineEnd(String raw, int position) {
        int end = raw.indexOf('\n', position);
        return end < 0 ? raw.length() : end;
    }

    private void mark(StringBuilder out, String raw, Mark mark) {
        if (below.contains(mark)) {
            return;
        }
        boolean isOwn = own.contains(mark);
        switch (mark.kind()) {
            case COMMENT ->
                out.append(screen.styled(isOwn ? "bold,fg(green)" : "faint", "{>>" + text(raw, mark.text()) + "<<}"));
            case HIGHLIGHT -> out.append(text(raw, mark.text()));
            case INSERTION -> changed(out, MarkKind.INSERTION, text(raw, mark.text()), isOwn);
            case DELETION -> changed(out, MarkKind.DELETION, text(raw, mark.text()), isOwn);
            case SUBSTITUTION -> {
                changed(out, MarkKind.DELETION, text(raw, mark.rejected()), isOwn);
                changed(out, MarkKind.INSERTION, text(raw, mark.accepted()), isOwn);
            }
        }
    }

    /** Appends changed text. Other suggestions nearby are shown without emphasis. */
    private void changed(StringBuilder out, MarkKind kind, String text, boolean isOwn) {
        boolean isNew = kind == MarkKind.INSERTION;
        if (!screen.colour().enabled()) {
            out.append(kind.opening()).append(text).append(kind.closing());
        } else if (isOwn) {
            out.append(isNew ? screen.styled("bold,fg(green)", text) : screen.styled("fg(red)", STRUCK + text));
        } else {
            out.append(screen.styled(isNew ? "faint,fg(green)" : "faint,fg(red)", text));
        }
    }

    private static String text(String raw, TextRange range) {
        return range.length() <= MAX_CHANGE
                ? safe(raw, range.start(), range.end())
                : safe(raw, range.start(), range.start() + MAX_CHANGE) + " …";
    }

    private static String safe(String raw, int from, int to) {
        return Printable.text(raw.substring(from, Math.max(from, to)).replace("\r\n", "\n"));
    }
}
