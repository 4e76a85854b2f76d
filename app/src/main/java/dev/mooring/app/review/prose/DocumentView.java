package dev.mooring.app.review.prose;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkKind;
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

/**
 * A document for reading and deciding, in parts that are rendered when somebody looks at them. To be used by one thread at
 * a time.
 */
public final class DocumentView {

    private final String shown;
    private final List<TextRange> parts;
    private final List<Integer> starts;
    private final List<Remark> remarks;
    private final Function<TextRange, List<Block>> blocks;
    private final Function<Integer, Boolean> isSeen;

    private DocumentView(
            String shown,
            List<TextRange> parts,
            List<Integer> starts,
            List<Remark> remarks,
            Function<TextRange, List<Block>> blocks,
            Function<Integer, Boolean> isSeen) {
        this.shown = shown;
        this.parts = parts;
        this.starts = starts;
        this.remarks = remarks;
        this.blocks = blocks;
        this.isSeen = isSeen;
    }

    /** Markdown rendered, old and new text in place. */
    public static DocumentView prose(ReviewedDocument document) {
        BothTexts texts = BothTexts.of(document.text(), document.marked());
        List<TextRange> parts = Parts.of(texts.text());
        var html = new MarkedHtml(texts, ids(document));
        var prose = new ProseBlocks(texts, html, parts.size() > 1);
        return new DocumentView(
                texts.text(),
                parts,
                texts.starts(),
                texts.remarks(),
                prose::of,
                suggestion -> texts.pieces().stream()
                        .filter(piece -> piece.suggestion() == suggestion)
                        .allMatch(html::isSeen));
    }

    /** The file as it is. */
    public static DocumentView raw(ReviewedDocument document) {
        MarkedText text = document.text();
        Map<Mark, String> ids = new HashMap<>();
        for (int i = 0; i < document.marked().size(); i++) {
            String id = document.pending().get(i).ref().id();
            document.marked().get(i).marks().forEach(mark -> ids.put(mark, id));
        }
        List<Remark> remarks = text.marks().stream()
                .filter(mark -> mark.kind() == MarkKind.COMMENT)
                .map(mark -> Remark.of(mark, text.raw(), mark.whole().start()))
                .toList();
        List<Integer> starts =
                document.marked().stream().map(it -> it.whole().start()).toList();
        return new DocumentView(text.raw(), rawParts(text), starts, remarks, new RawBlocks(text, ids)::of, _ -> true);
    }

    /** No part may end inside a mark, which is shown as a whole. */
    private static List<TextRange> rawParts(MarkedText text) {
        List<TextRange> parts = new ArrayList<>();
        int start = 0;
        for (TextRange part : Parts.of(text.raw())) {
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

    public int parts() {
        return parts.size();
    }

    /** How much text a part has. */
    public int length(int part) {
        return parts.get(part).length();
    }

    /** The text of a part, the same as long as it would be rendered the same. */
    public String text(int part) {
        return parts.get(part).in(shown);
    }

    /** The suggestions that begin in a part. */
    public List<Integer> suggestionsIn(int part) {
        boolean isLast = part == parts.size() - 1;
        return startingIn(
                parts.get(part).start(),
                isLast ? Integer.MAX_VALUE : parts.get(part).end());
    }

    public List<Remark> remarksIn(int part) {
        boolean isLast = part == parts.size() - 1;
        return remarksIn(
                parts.get(part).start(),
                isLast ? Integer.MAX_VALUE : parts.get(part).end());
    }

    public List<Row> rows(int part) {
        TextRange range = parts.get(part);
        List<Block> found = blocks.apply(range);
        boolean isLast = part == parts.size() - 1;
        int end = isLast ? Integer.MAX_VALUE : range.end();
        if (found.isEmpty()) {
            found = List.of(new Block("", range.start()));
        }
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < found.size(); i++) {
            int from = i == 0 ? range.start() : found.get(i).start();
            int to = i + 1 < found.size() ? found.get(i + 1).start() : end;
            rows.add(new Row(found.get(i).html(), startingIn(from, to), remarksIn(from, to)));
        }
        return rows;
    }

    /** Whether the text itself shows the suggestion; false as for a change of a link's address. Asked after rendering. */
    public boolean isSeen(int suggestion) {
        return isSeen.apply(suggestion);
    }

    private List<Integer> startingIn(int from, int to) {
        return IntStream.range(0, starts.size())
                .filter(i -> starts.get(i) >= from && starts.get(i) < to)
                .boxed()
                .toList();
    }

    private List<Remark> remarksIn(int from, int to) {
        return remarks.stream()
                .filter(remark -> remark.position() >= from && remark.position() < to)
                .toList();
    }
}
