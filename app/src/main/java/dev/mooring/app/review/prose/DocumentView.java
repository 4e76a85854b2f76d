package dev.mooring.app.review.prose;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.review.PendingSuggestion;
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
    private final List<Comment> comments;

    /** The suggestions and the comments of each part, in the order of the text. */
    private final List<List<Integer>> suggestionsOf;

    private final List<List<Integer>> commentsOf;

    private DocumentView(
            List<Part> parts,
            Function<Part, String> source,
            Function<Part, List<Block>> blocks,
            IntPredicate isVisible,
            List<Sides.Position> starts,
            List<Comment> comments) {
        this.parts = parts;
        this.source = source;
        this.blocks = blocks;
        this.isVisible = isVisible;
        this.starts = starts;
        this.comments = comments;
        List<Block> ranges = parts.stream()
                .map(part -> new Block("", part.before(), part.after()))
                .toList();
        this.suggestionsOf = distributed(indexes(starts), starts, ranges);
        this.commentsOf = distributed(indexes(comments), positions(comments), ranges);
    }

    /** Creates a view with rendered Markdown, old and new text in place. */
    public static DocumentView prose(ReviewedDocument document) {
        Sides sides = Sides.of(document.text(), document.marked());
        List<Part> parts = TextParts.of(sides);
        var html = new ProseHtml(sides, ids(document));
        var prose = new ProseBlocks(sides, html, new LinkAddresses(document.path()), parts.size() > 1);
        return new DocumentView(parts, prose::source, prose::of, html::isVisible, sides.starts(), sides.comments());
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
                .map(mark -> Comment.of(mark, text.raw(), at(mark.whole().start())))
                .toList();
        List<Sides.Position> starts = document.marked().stream()
                .map(suggestion -> at(suggestion.whole().start()))
                .toList();
        var blocks = new RawBlocks(text, ids);
        return new DocumentView(
                TextParts.ofRaw(text), part -> part.after().in(text.raw()), blocks::of, _ -> true, starts, comments);
    }

    private static Sides.Position at(int position) {
        return new Sides.Position(position, position);
    }

    private static List<String> ids(ReviewedDocument document) {
        return document.pending().stream()
                .map(PendingSuggestion::ref)
                .map(ref -> ref.id())
                .toList();
    }

    private static List<Integer> indexes(List<?> list) {
        List<Integer> indexes = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            indexes.add(i);
        }
        return indexes;
    }

    private static List<Sides.Position> positions(List<Comment> comments) {
        return comments.stream().map(Comment::position).toList();
    }

    /** Gives each item to the first block that reaches behind its position, the rest to the last block. */
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

    /** The number of parts. */
    public int parts() {
        return parts.size();
    }

    /** The number of characters in a part. */
    public int length(int part) {
        return parts.get(part).length();
    }

    /** The source text of a part. Equal text renders to equal HTML. */
    public String source(int part) {
        return source.apply(parts.get(part));
    }

    /** The indexes of the suggestions that begin in a part. */
    public List<Integer> suggestionsIn(int part) {
        return suggestionsOf.get(part);
    }

    /** The comments in a part. */
    public List<Comment> commentsIn(int part) {
        return commentsOf.get(part).stream().map(comments::get).toList();
    }

    /** Renders the rows of a part. */
    public List<DocumentRow> rows(int part) {
        List<Block> found = blocks.apply(parts.get(part));
        if (found.isEmpty()) {
            found = List.of(
                    new Block("", parts.get(part).before(), parts.get(part).after()));
        }
        List<List<Integer>> suggestions = distributed(suggestionsOf.get(part), starts, found);
        List<List<Integer>> remarks = distributed(commentsOf.get(part), positions(comments), found);
        List<DocumentRow> rows = new ArrayList<>();
        for (int i = 0; i < found.size(); i++) {
            rows.add(new DocumentRow(
                    found.get(i).html(),
                    suggestions.get(i),
                    remarks.get(i).stream().map(comments::get).toList()));
        }
        return rows;
    }

    /** Whether the rendered text shows the suggestion. False for a change of a link's URL, for example. Call after rendering. */
    public boolean isVisible(int suggestion) {
        return isVisible.test(suggestion);
    }
}
