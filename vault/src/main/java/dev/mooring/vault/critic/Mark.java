package dev.mooring.vault.critic;

import java.time.Instant;
import java.util.Optional;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * A CriticMarkup mark in raw text. All positions are positions in the raw text.
 *
 * @param whole the mark with its delimiters
 * @param metadata null for a plain mark
 * @param text the text between the delimiters, without metadata; for a substitution both of its texts
 * @param arrow the position of a substitution's {@code ~>}; -1 for all other kinds
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record Mark(MarkKind kind, TextRange whole, @Nullable MarkMetadata metadata, TextRange text, int arrow) {

    /** Returns true if the mark suggests a change of the text. */
    public boolean isSuggestion() {
        return kind.isSuggestion();
    }

    /** Returns the change that the mark proposes in its metadata; null if it proposes none. */
    public @Nullable Proposal proposal() {
        return kind == MarkKind.COMMENT && metadata != null ? metadata.proposal() : null;
    }

    /** Returns true if a person accepts or rejects the mark: it suggests a change of the text or carries a proposal. */
    public boolean isChange() {
        return isSuggestion() || proposal() != null;
    }

    /** Returns true for a comment that people read, which is one without a proposal. */
    public boolean isComment() {
        return kind == MarkKind.COMMENT && proposal() == null;
    }

    /** Returns true for a comment that is not resolved. */
    public boolean isOpenComment() {
        return isComment() && !isDone();
    }

    /** Returns true if the mark is resolved. */
    public boolean isDone() {
        return metadata != null && metadata.done();
    }

    /**
     * Returns true for a comment that a person has not accepted yet: one with an author, unless it was made in a review.
     * A comment without an author is a person's, because assistants sign their comments.
     */
    public boolean isPendingComment() {
        return isComment()
                && metadata != null
                && metadata.author() != null
                && !metadata.person()
                && !metadata.accepted();
    }

    /** Returns true if the mark waits for a person: a change or an open comment. */
    public boolean isWaiting() {
        return isChange() || isOpenComment();
    }

    /**
     * Returns the raw text that a decision leaves of the mark. Accepting a comment resolves it, and lets other assistants
     * read it. Rejecting a comment removes it if it is pending, and resolves it otherwise.
     */
    public String decided(Decision decision, String raw) {
        if (decision == Decision.KEEP || kind == MarkKind.HIGHLIGHT) {
            return whole.in(raw);
        }
        if (isSuggestion()) {
            String left = (decision == Decision.ACCEPT ? accepted() : rejected()).in(raw);
            return left.isEmpty() ? "" : inHighlight(left);
        }
        boolean isRemoved = proposal() != null || (decision == Decision.REJECT && isPendingComment());
        return isRemoved ? "" : resolved(raw);
    }

    /** Returns true for a suggestion that stands in a highlight. Both decisions leave the text highlighted. */
    public boolean isHighlighted() {
        return isSuggestion() && metadata != null && metadata.highlight() != null;
    }

    /** Returns the highlighted text that a comment directly after the mark is about; empty if nothing is highlighted. */
    public Optional<String> highlightedText(String raw) {
        if (kind == MarkKind.HIGHLIGHT) {
            return Optional.of(text.in(raw));
        }
        TextRange shown = accepted().isEmpty() ? rejected() : accepted();
        return isHighlighted() ? Optional.of(shown.in(raw)) : Optional.empty();
    }

    /** Returns text in the highlight in which a suggestion stands; the text itself if it stands in none. */
    public String inHighlight(String left) {
        return isHighlighted() && metadata != null
                ? MarkKind.HIGHLIGHT.opening() + metadata.highlight() + left + MarkKind.HIGHLIGHT.closing()
                : left;
    }

    /** Returns the raw text of a comment after a person has resolved it. */
    public String resolved(String raw) {
        String prefix = prefix(raw);
        if (isPendingComment()) {
            prefix = MarkMetadata.withFlag(prefix, MarkMetadata.Flag.ACCEPTED);
        }
        return withPrefix(isDone() ? prefix : MarkMetadata.withFlag(prefix, MarkMetadata.Flag.DONE), raw);
    }

    /** Returns the raw text of a comment that is resolved. Whether assistants may read it stays as it is. */
    public String done(String raw) {
        return isDone() ? whole.in(raw) : withPrefix(MarkMetadata.withFlag(prefix(raw), MarkMetadata.Flag.DONE), raw);
    }

    /** Returns the raw text of a comment after a person has replied to it, so that assistants may read it. */
    public String answered(String raw) {
        return isPendingComment()
                ? withPrefix(MarkMetadata.withFlag(prefix(raw), MarkMetadata.Flag.ACCEPTED), raw)
                : whole.in(raw);
    }

    private String prefix(String raw) {
        return raw.substring(whole.start() + kind.opening().length(), text.start());
    }

    private String withPrefix(String prefix, String raw) {
        return kind.opening() + prefix + text.in(raw) + kind.closing();
    }

    /** Returns the text that remains of the mark when it is rejected. */
    public TextRange rejected() {
        return switch (kind) {
            case INSERTION, COMMENT -> emptyRange();
            case DELETION, HIGHLIGHT -> text;
            case SUBSTITUTION -> new TextRange(text.start(), arrow);
        };
    }

    /** Returns the text that remains of the mark when it is accepted. */
    public TextRange accepted() {
        return switch (kind) {
            case DELETION, COMMENT -> emptyRange();
            case INSERTION, HIGHLIGHT -> text;
            case SUBSTITUTION -> new TextRange(arrow + 2, text.end());
        };
    }

    /** Returns the author's name; null if the mark does not name one. */
    public @Nullable String author() {
        return metadata == null ? null : metadata.author();
    }

    /** Returns when the mark was made; null if unknown. */
    public @Nullable Instant time() {
        return metadata == null ? null : metadata.time();
    }

    /** Returns the id that all marks of one edit share; null if the mark stands for itself. */
    public @Nullable String group() {
        return metadata == null ? null : metadata.group();
    }

    /** Returns true if the mark is by an assistant of this name. A mark without an author is by no known assistant. */
    public boolean isBy(String author) {
        return metadata != null && !metadata.person() && author.equals(metadata.author());
    }

    /** Returns true if a person made the mark in a review, or if it names no author. Such a mark counts as a person's. */
    public boolean isByPerson() {
        return metadata == null || metadata.author() == null || metadata.person();
    }

    /** Returns true for the insertion that proposes a whole new document. */
    public boolean proposesDocument() {
        return kind == MarkKind.INSERTION && metadata != null && metadata.created();
    }

    private TextRange emptyRange() {
        return new TextRange(whole.end(), whole.end());
    }
}
