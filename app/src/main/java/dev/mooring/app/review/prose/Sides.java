package dev.mooring.app.review.prose;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkKind;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.Suggestion;
import dev.mooring.vault.critic.TextRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The two texts of a document, with LF line ends and without delimiters and comments.
 *
 * @param before the text with all suggestions rejected
 * @param after the text with all suggestions accepted
 * @param starts the start of each suggestion
 * @param threads the thread about each highlight; -1 for none
 */
record Sides(Side before, Side after, List<Position> starts, List<Integer> threads) {

    /** A position in both texts. */
    record Position(int before, int after) {}

    static Sides of(MarkedText marked, List<Suggestion> suggestions) {
        return new Builder(marked, suggestions).build();
    }

    boolean isUnchanged() {
        return before.text().equals(after.text());
    }

    /** Returns the suggestion that changes the meaning of a common text: the last one before it, else the first one. */
    int suggestionNear(int common) {
        int low = 0;
        int high = starts.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (after.common(starts.get(middle).after()) <= common) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low > 0 ? low - 1 : starts.isEmpty() ? -1 : 0;
    }

    private static final class Builder {
        private final MarkedText marked;
        private final String raw;
        private final Map<Mark, Integer> suggestionOf = new HashMap<>();
        private final Side.Builder before = new Side.Builder();
        private final Side.Builder after = new Side.Builder();
        private final List<Position> starts = new ArrayList<>();
        private final List<Integer> threads = new ArrayList<>();

        Builder(MarkedText marked, List<Suggestion> suggestions) {
            this.marked = marked;
            this.raw = marked.raw();
            for (int i = 0; i < suggestions.size(); i++) {
                for (Mark mark : suggestions.get(i).marks()) {
                    suggestionOf.put(mark, i);
                }
            }
        }

        Sides build() {
            int at = raw.startsWith("\uFEFF") ? 1 : 0;
            Mark last = null;
            for (Mark mark : marked.marks()) {
                common(new TextRange(at, mark.whole().start()), -1);
                int suggestion = suggestionOf.getOrDefault(mark, -1);
                if (suggestion == starts.size()) {
                    starts.add(new Position(before.length(), after.length()));
                }
                switch (mark.kind()) {
                    case COMMENT -> {
                        boolean isAboutHighlight = last != null
                                && last.kind() == MarkKind.HIGHLIGHT
                                && last.whole().end() == mark.whole().start();
                        if (isAboutHighlight) {
                            threads.set(threads.size() - 1, suggestion);
                        }
                    }
                    case HIGHLIGHT -> {
                        common(mark.text(), threads.size());
                        threads.add(-1);
                    }
                    case INSERTION, DELETION, SUBSTITUTION -> {
                        before.marked(text(mark.rejected()), suggestion);
                        after.marked(text(mark.accepted()), suggestion);
                    }
                }
                at = mark.whole().end();
                last = mark;
            }
            common(new TextRange(at, raw.length()), -1);
            return new Sides(before.build(), after.build(), starts, threads);
        }

        private void common(TextRange range, int highlight) {
            String text = text(range);
            before.common(text, highlight);
            after.common(text, highlight);
        }

        private String text(TextRange range) {
            return range.in(raw).replace("\r\n", "\n");
        }
    }
}
