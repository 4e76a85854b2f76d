package dev.mooring.vault.edit;

import dev.mooring.vault.diff.Hunk;
import dev.mooring.vault.diff.WordDiff;
import java.util.ArrayList;
import java.util.List;

/**
 * A passage of a document that differs from the text that a caller searches for only in typographic quotes, dashes,
 * spaces or Unicode forms.
 *
 * @param start where the passage begins in the view
 * @param found the passage, as the document has it
 * @param newText the replacement: the caller's new text, with the characters of the document in the words that stay
 */
record TolerantMatch(int start, String found, CommentedText newText) {

    /** Returns all matches, ascending. */
    static List<TolerantMatch> find(String view, String searched, CommentedText newText) {
        var document = FoldedText.of(view);
        var old = FoldedText.of(searched);
        List<TolerantMatch> matches = new ArrayList<>();
        for (int at : document.find(old)) {
            int start = document.toOriginal(at);
            String found = view.substring(start, document.toOriginal(at + old.length()));
            matches.add(new TolerantMatch(start, found, adapted(searched, old, found, newText)));
        }
        return matches;
    }

    /** Applies the caller's changes to the passage, so that the words that stay keep their characters. */
    private static CommentedText adapted(String searched, FoldedText old, String found, CommentedText newText) {
        var passage = FoldedText.of(found);
        var text = new StringBuilder();
        List<Segment> segments = new ArrayList<>();
        int oldAt = 0;
        int newAt = 0;
        List<Hunk> hunks = new ArrayList<>(WordDiff.between(searched, newText.visible()));
        hunks.add(new Hunk(searched.length(), searched.length(), ""));
        for (Hunk hunk : hunks) {
            int from = old.fromOriginal(oldAt);
            int to = old.fromOriginal(hunk.start());
            if (!passage.isBorder(from) || !passage.isBorder(to)) {
                return newText;
            }
            String kept = found.substring(passage.toOriginal(from), passage.toOriginal(to));
            segments.add(new Segment(newAt, hunk.start() - oldAt, text.length(), kept.length()));
            text.append(kept);
            newAt += hunk.start() - oldAt;
            segments.add(new Segment(
                    newAt,
                    hunk.replacement().length(),
                    text.length(),
                    hunk.replacement().length()));
            text.append(hunk.replacement());
            newAt += hunk.replacement().length();
            oldAt = hunk.end();
        }
        List<CommentedText.Comment> comments = newText.comments().stream()
                .map(comment -> new CommentedText.Comment(moved(comment.offset(), segments), comment.text()))
                .toList();
        return new CommentedText(text.toString(), comments);
    }

    /** A part of the caller's new text, and where it is in the adapted text. */
    private record Segment(int start, int length, int adaptedStart, int adaptedLength) {}

    private static int moved(int offset, List<Segment> segments) {
        return segments.stream()
                .filter(it -> it.start <= offset && offset <= it.start + it.length)
                .mapToInt(it -> it.adaptedStart + Math.min(offset - it.start, it.adaptedLength))
                .findFirst()
                .orElse(0);
    }
}
