package dev.mooring.vault.review;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.Proposal;
import dev.mooring.vault.critic.Suggestion;
import dev.mooring.vault.edit.CommentIds;
import dev.mooring.vault.review.PendingSuggestion.Kind;
import dev.mooring.vault.review.PendingSuggestion.Part;
import dev.mooring.vault.review.PendingSuggestion.ThreadComment;
import dev.mooring.vault.text.LineNumbers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds the {@link ReviewedDocument} of a text: its pending suggestions with their parts, and its threads. */
final class ReviewedDocumentBuilder {

    private static final String PART_ID = "p";

    private final String path;
    private final MarkedText text;
    private final List<Suggestion> marked;
    private final LineNumbers lines;
    private final boolean isNewDocument;
    private final Map<Mark, String> commentIds;

    /** Created for the first suggestion with several marks. */
    private @Nullable SuggestionParts parts;

    ReviewedDocumentBuilder(String path, MarkedText text, List<Suggestion> marked) {
        this.path = path;
        this.text = text;
        this.marked = marked;
        this.lines = new LineNumbers(text.accepted().text());
        this.commentIds = CommentIds.of(text);
        long changes = marked.stream()
                .filter(it -> !it.isComment() && !it.marks().stream().allMatch(DocumentDecisions::isForWholeDocument))
                .count();
        this.isNewDocument = changes == 1 && text.isProposedDocument();
    }

    ReviewedDocument build() {
        List<String> ids = SuggestionIds.of(text, marked);
        List<List<Suggestion>> split = marked.stream().map(this::split).toList();
        List<Suggestion> allParts =
                split.stream().filter(it -> it.size() > 1).flatMap(List::stream).toList();
        List<String> partIds = SuggestionIds.of(text, allParts);
        Map<String, Suggestion> byId = new HashMap<>();
        List<PendingSuggestion> pending = new ArrayList<>();
        int nextPart = 0;
        for (int i = 0; i < marked.size(); i++) {
            var ref = new SuggestionRef(path, ids.get(i));
            byId.put(ref.id(), marked.get(i));
            List<Part> described = new ArrayList<>();
            for (Suggestion part : split.get(i)) {
                SuggestionRef partRef = ref;
                if (split.get(i).size() > 1) {
                    partRef = new SuggestionRef(path, PART_ID + partIds.get(nextPart++));
                    byId.put(partRef.id(), part);
                }
                described.add(new Part(partRef, before(part), after(part), line(part)));
            }
            pending.add(describe(ref, marked.get(i), described));
        }
        return new ReviewedDocument(path, text, marked, List.copyOf(pending), Map.copyOf(byId));
    }

    private List<Suggestion> split(Suggestion suggestion) {
        if (suggestion.isComment() || suggestion.marks().size() == 1) {
            return List.of(suggestion);
        }
        if (parts == null) {
            parts = new SuggestionParts(text);
        }
        return parts.of(suggestion);
    }

    private PendingSuggestion describe(SuggestionRef ref, Suggestion suggestion, List<Part> described) {
        Mark first = suggestion.marks().getFirst();
        List<Mark> comments = CommentThreads.comments(suggestion);
        return new PendingSuggestion(
                ref,
                kind(suggestion),
                first.group(),
                suggestion.author(),
                first.isByPerson(),
                suggestion.time(),
                before(suggestion),
                after(suggestion),
                suggestion.isComment() ? quote(first) : "",
                line(suggestion),
                described,
                comments.stream().map(this::comment).toList());
    }

    private Kind kind(Suggestion suggestion) {
        if (suggestion.isComment()) {
            return Kind.COMMENT;
        }
        if (suggestion.marks().stream().anyMatch(Mark::isSuggestion)) {
            return isNewDocument ? Kind.NEW_DOCUMENT : Kind.CHANGE;
        }
        return switch (suggestion.marks().getFirst().proposal()) {
            case Proposal.Move _ -> Kind.MOVE;
            case Proposal.Delete _ -> Kind.DELETE;
            case null, default -> Kind.PROPERTY;
        };
    }

    private String before(Suggestion suggestion) {
        return suggestion.isComment() ? "" : Passage.before(text, suggestion);
    }

    private String after(Suggestion suggestion) {
        return suggestion.isComment() ? suggestion.commentText(text.raw()) : Passage.after(text, suggestion);
    }

    private int line(Suggestion suggestion) {
        return lines.lineOf(text.accepted().fromRaw(suggestion.whole().start()));
    }

    /** Returns the highlighted text directly before a thread. */
    private String quote(Mark comment) {
        return text.markEndingAt(comment.whole().start())
                .flatMap(mark -> mark.highlightedText(text.raw()))
                .orElse("");
    }

    private ThreadComment comment(Mark mark) {
        return new ThreadComment(
                commentIds.getOrDefault(mark, ""),
                mark.author(),
                mark.isByPerson(),
                mark.time(),
                mark.text().in(text.raw()),
                mark.isDone());
    }
}
