package dev.mooring.app.review.prose;

import dev.mooring.app.web.Html;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes ranges of {@link MergedText} as HTML, with each piece in its own element. These elements contain only text, so
 * they never overlap the elements of Markdown.
 */
final class MarkedHtml {

    private final MergedText texts;
    private final List<String> ids;
    private final Set<Piece> visible = new HashSet<>();
    private Html out = new Html();

    /** @param ids the ids of the suggestions, for the elements' attributes */
    MarkedHtml(MergedText texts, List<String> ids) {
        this.texts = texts;
        this.ids = ids;
    }

    MarkedHtml raw(String markup) {
        out.raw(markup);
        return this;
    }

    /** Appends text that belongs to no suggestion. */
    MarkedHtml plain(CharSequence text) {
        out.text(text);
        return this;
    }

    MarkedHtml attribute(String name, String value) {
        out.attribute(name, value);
        return this;
    }

    /** Returns what was written so far, and starts again empty. */
    String take() {
        String html = out.toString();
        out = new Html();
        return html;
    }

    boolean isEmpty() {
        return out.length() == 0;
    }

    /** Whether some text of the piece was written. */
    boolean isVisible(Piece piece) {
        return visible.contains(piece);
    }

    /** Appends the text of a range. */
    MarkedHtml range(int from, int to) {
        return literal(texts.text().substring(from, to), from, to);
    }

    /**
     * Appends text that the Markdown parser made from a range, with escapes and entities replaced.
     *
     * @param literal the text to write
     */
    MarkedHtml literal(String literal, int from, int to) {
        List<Piece> pieces = texts.piecesIn(from, to);
        if (pieces.isEmpty()) {
            out.text(literal.indexOf(MergedText.SEAM) < 0 ? literal : withoutSeams(literal));
            return this;
        }
        var position = new SourceAlignment(texts.text(), from, to);
        @Nullable Piece open = null;
        int next = 0;
        for (int i = 0; i < literal.length(); i++) {
            char c = literal.charAt(i);
            int at = position.of(c);
            while (next < pieces.size() && pieces.get(next).range().end() <= at) {
                next++;
            }
            @Nullable
            Piece piece = next < pieces.size() && pieces.get(next).range().start() <= at ? pieces.get(next) : null;
            if (!Objects.equals(piece, open)) {
                close(open);
                open(piece);
                open = piece;
            }
            if (c != MergedText.SEAM) {
                out.text(literal, i, i + 1);
                if (piece != null && !Character.isWhitespace(c)) {
                    visible.add(piece);
                }
            }
        }
        close(open);
        return this;
    }

    private void open(@Nullable Piece piece) {
        if (piece == null) {
            return;
        }
        out.raw("<").raw(piece.kind().tag());
        if (piece.suggestion() >= 0) {
            out.attribute("data-s", ids.get(piece.suggestion()));
        }
        out.raw(">");
    }

    private void close(@Nullable Piece piece) {
        if (piece != null) {
            out.raw("</").raw(piece.kind().tag()).raw(">");
        }
    }

    static String withoutSeams(String text) {
        return text.replace(String.valueOf(MergedText.SEAM), "");
    }
}
