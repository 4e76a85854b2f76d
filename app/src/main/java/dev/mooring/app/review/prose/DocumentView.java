package dev.mooring.app.review.prose;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.review.ReviewedDocument;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntPredicate;

/** A document with its suggestions, split into parts that are rendered on demand. Not thread-safe. */
public final class DocumentView {

    private final List<Part> parts;
    private final Function<Part, String> source;
    private final Function<Part, List<Block>> blocks;
    private final IntPredicate isVisible;
    private final List<Sides.Position> starts;

    /** The suggestions of each part, in the order of the text. */
    private final List<List<Integer>> suggestionsOf;

    private DocumentView(
            List<Part> parts,
            Function<Part, String> source,
            Function<Part, List<Block>> blocks,
            IntPredicate isVisible,
            List<Sides.Position> starts) {
        this.parts = parts;
        this.source = source;
        this.blocks = blocks;
        this.isVisible = isVisible;
        this.starts = starts;
        List<Block> ranges = parts.stream()
                .map(part -> new Block("", part.before(), part.after()))
                .toList();
        this.suggestionsOf = distributed(indexes(starts), starts, ranges);
    }

    /** Creates a view with rendered Markdown, old and new text in place. */
    public static DocumentView prose(ReviewedDocument document) {
        Sides sides = Sides.of(document.text(), document.marked());
        List<Part> parts = TextParts.of(sides);
        var html = new ProseHtml(sides, document.pending());
        var prose = new ProseBlocks(sides, html, new LinkAddresses(document.path()), parts.size() > 1);
        return new DocumentView(parts, prose::source, prose::of, html::isVisible, sides.starts());
    }

    /** Creates a view of the file's raw text, marks included. */
    public static DocumentView raw(ReviewedDocument document) {
        MarkedText text = document.text();
        Map<Mark, String> ids = new HashMap<>();
        for (int i = 0; i < document.marked().size(); i++) {
            String id = document.pending().get(i).ref().id();
            document.marked().get(i).marks().forEach(mark -> ids.put(mark, id));
        }
        List<Sides.Position> starts = document.marked().stream()
                .map(suggestion -> at(suggestion.whole().start()))
                .toList();
        var blocks = new RawBlocks(text, ids);
        return new DocumentView(
                TextParts.ofRaw(text), part -> part.after().in(text.raw()), blocks::of, _ -> true, starts);
    }

    private static Sides.Position at(int position) {
        return new Sides.Position(position, position);
    }

    private static List<Integer> indexes(List<?> list) {
        List<Integer> indexes = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            indexes.add(i);
        }
        return indexes;
    }

    /** Gives each item to the first block that ends after its position, the rest to the last block. */
    private static List<List<Integer>> distributed(
            List<Integer> items, List<Sides.Position> positions, List<Block> blocks) {
        List<List<Integer>> found = new ArrayList<>();
        int next = 0;
        for (int i = 0; i < blocks.size(); i++) {
            List<Integer> own = new ArrayList<>();
            boolean isLast = i == blocks.size() - 1;
            while (next < items.size() && (isLast || blocks.get(i).endsAfter(positions.get(items.get(next))))) {
                own.add(items.get(next++));
            }
            found.add(own);
        }
        return found;
    }

    /** Returns the number of parts. */
    public int parts() {
        return parts.size();
    }

    /** Returns the number of characters in a part. */
    public int length(int part) {
        return parts.get(part).length();
    }

    /** Returns the source text of a part. Equal text renders to equal HTML. */
    public String source(int part) {
        return source.apply(parts.get(part));
    }

    /** Returns the indexes of the suggestions that begin in a part. */
    public List<Integer> suggestionsIn(int part) {
        return suggestionsOf.get(part);
    }

    /** Returns how far into a part a suggestion begins, in thousandths of its text. */
    public int depth(int part, int suggestion) {
        int start = parts.get(part).after().start();
        int length = Math.max(1, parts.get(part).after().length());
        return Math.clamp((starts.get(suggestion).after() - start) * 1000L / length, 0, 1000);
    }

    /** Renders the rows of a part. */
    public List<DocumentRow> rows(int part) {
        List<Block> found = blocks.apply(parts.get(part));
        if (found.isEmpty()) {
            found = List.of(
                    new Block("", parts.get(part).before(), parts.get(part).after()));
        }
        List<List<Integer>> suggestions = distributed(suggestionsOf.get(part), starts, found);
        List<DocumentRow> rows = new ArrayList<>();
        for (int i = 0; i < found.size(); i++) {
            rows.add(new DocumentRow(
                    found.get(i).html(), suggestions.get(i), found.get(i).after()));
        }
        return rows;
    }

    /** Returns whether the rendered text shows the suggestion. False for a change of a link's URL, for example. Call after rendering. */
    public boolean isVisible(int suggestion) {
        return isVisible.test(suggestion);
    }
}
