package dev.mooring.app.review.prose;

import dev.mooring.app.review.prose.Piece.Kind;
import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.Suggestion;
import dev.mooring.vault.critic.TextRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A document's text with old and new text of each suggestion in sequence, without delimiters and comments, and the
 * position of each piece. It is the input of the Markdown parser.
 *
 * <p>Old and new text must not merge: whole lines stay separate lines, and elsewhere {@link #SEAM} separates them. It is a
 * Unicode noncharacter, which no document contains.
 *
 * @param starts the start of each suggestion
 * @param comments the open comments about suggestions
 */
record MergedText(String text, List<Piece> pieces, List<Integer> starts, List<Comment> comments) {

    static final char SEAM = '\uFDD0';

    static MergedText of(MarkedText marked, List<Suggestion> suggestions) {
        return new Builder(marked, suggestions).build();
    }

    /** Returns the pieces that overlap a range. */
    List<Piece> piecesIn(int from, int to) {
        int low = 0;
        int high = pieces.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (pieces.get(middle).range().end() <= from) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        int end = low;
        while (end < pieces.size() && pieces.get(end).range().start() < to) {
            end++;
        }
        return pieces.subList(low, end);
    }

    private static final class Builder {
        private final MarkedText marked;
        private final String raw;
        private final Map<Mark, Integer> suggestionOf = new HashMap<>();
        private final StringBuilder out = new StringBuilder();
        private final List<Piece> pieces = new ArrayList<>();
        private final List<Integer> starts = new ArrayList<>();
        private final List<Comment> comments = new ArrayList<>();

        Builder(MarkedText marked, List<Suggestion> suggestions) {
            this.marked = marked;
            this.raw = marked.raw();
            for (int i = 0; i < suggestions.size(); i++) {
                for (Mark mark : suggestions.get(i).marks()) {
                    suggestionOf.put(mark, i);
                }
            }
        }

        MergedText build() {
            int at = raw.startsWith("\uFEFF") ? 1 : 0;
            for (Mark mark : marked.marks()) {
                plain(at, mark.whole().start());
                if (suggestionOf.getOrDefault(mark, -1) == starts.size()) {
                    starts.add(out.length());
                }
                switch (mark.kind()) {
                    case COMMENT -> {
                        if (mark.isOpenComment() && !suggestionOf.containsKey(mark)) {
                            comments.add(Comment.of(mark, raw, out.length()));
                        }
                    }
                    case HIGHLIGHT -> piece(Kind.HIGHLIGHT, mark.text(), mark);
                    case DELETION -> piece(Kind.OLD, mark.text(), mark);
                    case INSERTION -> {
                        seam(mark.text(), mark.whole().end());
                        piece(Kind.NEW, mark.text(), mark);
                    }
                    case SUBSTITUTION -> {
                        piece(Kind.OLD, mark.rejected(), mark);
                        seam(mark.accepted(), mark.whole().end());
                        piece(Kind.NEW, mark.accepted(), mark);
                    }
                }
                at = mark.whole().end();
            }
            plain(at, raw.length());
            return new MergedText(out.toString(), pieces, starts, comments);
        }

        private void plain(int from, int to) {
            int at = from;
            while (at < to) {
                int crlf = raw.indexOf("\r\n", at, to);
                int end = crlf < 0 ? to : crlf;
                out.append(raw, at, end);
                at = crlf < 0 ? to : crlf + 1;
            }
        }

        private void piece(Kind kind, TextRange text, Mark mark) {
            int start = out.length();
            plain(text.start(), text.end());
            if (out.length() > start) {
                pieces.add(new Piece(kind, new TextRange(start, out.length()), suggestionOf.getOrDefault(mark, -1)));
            }
        }

        /** Separates new text from the old text before it. */
        private void seam(TextRange newText, int rawEnd) {
            boolean followsOld = !pieces.isEmpty()
                    && pieces.getLast().kind() == Kind.OLD
                    && pieces.getLast().range().end() == out.length();
            if (!followsOld || newText.isEmpty()) {
                return;
            }
            int oldStart = pieces.getLast().range().start();
            boolean oldEndsLine = out.charAt(out.length() - 1) == '\n';
            boolean newBeginsLine = raw.charAt(newText.start()) == '\n' || raw.charAt(newText.start()) == '\r';
            boolean wholeLines = (oldStart == 0 || out.charAt(oldStart - 1) == '\n')
                    && (rawEnd == raw.length() || raw.charAt(rawEnd) == '\n' || raw.charAt(rawEnd) == '\r');
            if (!oldEndsLine && !newBeginsLine) {
                out.append(wholeLines ? '\n' : SEAM);
            }
        }
    }
}
