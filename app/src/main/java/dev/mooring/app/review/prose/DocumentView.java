package dev.mooring.app.review.prose;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.TextRange;
import dev.mooring.vault.review.PendingSuggestion;
import dev.mooring.vault.review.ReviewedDocument;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/** A document with its suggestions, split into parts that are rendered on demand. Not thread-safe. */
public final class DocumentView {

    private final String shown;
    private final List<TextRange> parts;
    private final List<Integer> starts;
    private final List<Comment> comments;
    private final Function<TextRange, List<Block>> blocks;
    private final Function<Integer, Boolean> isVisible;

    private DocumentView(
            String shown,
            List<TextRange> parts,
            List<Integer> starts,
            List<Comment> comments,
            Function<TextRange, List<Block>> blocks,
            Function<Integer, Boolean> isVisible) {
        this.shown = shown;
        this.parts = parts;
        this.starts = starts;
        this.comments = comments;
        this.blocks = blocks;
        this.isVisible = isVisible;
    }

    /** Creates a view with rendered Markdown, old and new text in place. */
    public static DocumentView prose(ReviewedDocument document) {
        MergedText texts = MergedText.of(document.text(), document.marked());
        List<TextRange> parts = TextParts.of(texts.text());
        var html = new MarkedHtml(texts, ids(document));
        var prose = new ProseBlocks(texts, html, parts.size() > 1);
        return new DocumentView(
                texts.text(),
                parts,
                texts.starts(),
                texts.comments(),
                prose::of,
                suggestion -> texts.pieces().stream()
                        .filter(piece -> piece.suggestion() == suggestion)
                        .allMatch(html::isVisible));
    }

    /** Creates a view of the file's raw text, marks included. */
    public static DocumentView raw(ReviewedDocument document) {
        MarkedText text = document.text();
        Map<Mark, String> ids = new HashMap<>();
        for (int i = 0; i < document.marked().size(); i++) {
            String id = document.pending().get(i).ref().id();
            document.marked().get(i).marks().forEach(mark -> ids.put(mark, id));
        }
        List<Comment> comments = text.comments().stream()
                .filter(mark -> mark.isOpenComment() && !ids.containsKey(mark))
                .map(mark -> Comment.of(mark, text.raw(), mark.whole().start()))
                .toList();
        List<Integer> starts =
                document.marked().stream().map(it -> it.whole().start()).toList();
        return new DocumentView(text.raw(), rawParts(text), starts, comments, new RawBlocks(text, ids)::of, _ -> true);
    }

    /** Splits the text without splitting a mark. */
    private static List<TextRange> rawParts(MarkedText text) {
        List<TextRange> parts = new ArrayList<>();
        int start = 0;
        for (TextRange part : TextParts.of(text.raw())) {
            int end = text.endOfMarkAround(part.end());
            if (end > start) {
                parts.add(new TextRange(start, end));
                start = end;
            }
        }
        return parts;
    }

    private static List<String> ids(ReviewedDocument document) {
        return document.pending().stream()
                .map(PendingSuggestion::ref)
                .map(ref -> ref.id())
                .toList();
    }

    /** The number of parts. */
    public int parts() {
        return parts.size();
    }

    /** The number of characters in a part. */
    public int length(int part) {
        return parts.get(part).length();
    }

    /** The source text of a part. Equal text renders to equal HTML. */
    public String text(int part) {
        return parts.get(part).in(shown);
    }

    /** The indexes of the suggestions that begin in a part. */
    public List<Integer> suggestionsIn(int part) {
        boolean isLast = part == parts.size() - 1;
        return startingIn(
                parts.get(part).start(),
                isLast ? Integer.MAX_VALUE : parts.get(part).end());
    }

    /** The comments in a part. */
    public List<Comment> commentsIn(int part) {
        boolean isLast = part == parts.size() - 1;
        return commentsIn(
                parts.get(part).start(),
                isLast ? Integer.MAX_VALUE : parts.get(part).end());
    }

    /** Renders the rows of a part. */
    public List<DocumentRow> rows(int part) {
        TextRange range = parts.get(part);
        List<Block> found = blocks.apply(range);
        boolean isLast = part == parts.size() - 1;
        int end = isLast ? Integer.MAX_VALUE : range.end();
        if (found.isEmpty()) {
            found = List.of(new Block("", range.start()));
        }
        List<DocumentRow> rows = new ArrayList<>();
        for (int i = 0; i < found.size(); i++) {
            int from = i == 0 ? range.start() : found.get(i).start();
            int to = i + 1 < found.size() ? found.get(i + 1).start() : end;
            rows.add(new DocumentRow(found.get(i).html(), startingIn(from, to), commentsIn(from, to)));
        }
        return rows;
    }

    /** Whether the rendered text shows the suggestion. False for a change of a link's URL, for example. Call after rendering. */
    public boolean isVisible(int suggestion) {
        return isVisible.apply(suggestion);
    }

    private List<Integer> startingIn(int from, int to) {
        return IntStream.range(0, starts.size())
                .filter(i -> starts.get(i) >= from && starts.get(i) < to)
                .boxed()
                .toList();
    }

    private List<Comment> commentsIn(int from, int to) {
        return comments.stream()
                .filter(remark -> remark.position() >= from && remark.position() < to)
                .toList();
    }
}
