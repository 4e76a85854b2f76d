package dev.mooring.app.review.prose;

import dev.mooring.app.web.Html;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes stretches of {@link BothTexts} as HTML, with each piece in an element of its own. Elements of pieces hold nothing
 * but text, so they never cross those that Markdown asks for.
 */
final class MarkedHtml {

    private final BothTexts texts;
    private final List<String> ids;
    private final Set<Piece> seen = new HashSet<>();
    private Html out = new Html();

    /**
     * Begins empty.
     *
     * @param ids of the suggestions, for the elements to name
     */
    MarkedHtml(BothTexts texts, List<String> ids) {
        this.texts = texts;
        this.ids = ids;
    }

    MarkedHtml raw(String markup) {
        out.raw(markup);
        return this;
    }

    /** Text that is no suggestion's. */
    MarkedHtml plain(CharSequence text) {
        out.text(text);
        return this;
    }

    MarkedHtml attribute(String name, String value) {
        out.attribute(name, value);
        return this;
    }

    /** What was written so far; the next begins empty. */
    String take() {
        String html = out.toString();
        out = new Html();
        return html;
    }

    boolean isEmpty() {
        return out.length() == 0;
    }

    /** Whether a reader has something of the piece before the eyes. */
    boolean isSeen(Piece piece) {
        return seen.contains(piece);
    }

    /** The text of a range as it is. */
    MarkedHtml range(int from, int to) {
        return literal(texts.text().substring(from, to), from, to);
    }

    /**
     * Text that Markdown made of a range: the same, or with escapes and entities replaced.
     *
     * @param literal what to write
     */
    MarkedHtml literal(String literal, int from, int to) {
        List<Piece> pieces = texts.piecesIn(from, to);
        if (pieces.isEmpty()) {
            out.text(literal.indexOf(BothTexts.SEAM) < 0 ? literal : withoutSeams(literal));
            return this;
        }
        var position = new Alignment(texts.text(), from, to);
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
            if (c != BothTexts.SEAM) {
                out.text(literal, i, i + 1);
                if (piece != null && !Character.isWhitespace(c)) {
                    seen.add(piece);
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
        return text.replace(String.valueOf(BothTexts.SEAM), "");
    }
}
