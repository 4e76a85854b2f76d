package dev.mooring.vault.critic;

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

    /**
     * Returns true on a comment that a person has not accepted yet: one with an author, unless it was made in a review.
     * A comment without an author is a person's, because assistants sign their comments.
     */
    public boolean isPendingComment() {
        return kind == MarkKind.COMMENT
                && metadata != null
                && metadata.author() != null
                && !metadata.person()
                && !metadata.accepted();
    }

    /** Returns true if a person can accept or reject the mark. */
    public boolean isPending() {
        return isSuggestion() || isPendingComment();
    }

    /** Returns the raw text that a decision leaves of the mark. An accepted comment stays. */
    public String decided(Decision decision, String raw) {
        if (decision == Decision.KEEP || !isPending()) {
            return whole.in(raw);
        }
        if (decision == Decision.REJECT) {
            return rejected().in(raw);
        }
        return acceptedWith(isSuggestion() ? accepted().in(raw) : text.in(raw), raw);
    }

    /** Returns the raw text of the mark after a person has accepted it with another text. */
    public String acceptedWith(String newText, String raw) {
        return isPendingComment()
                ? kind.opening()
                        + MarkMetadata.acceptedPrefix(
                                raw.substring(whole.start() + kind.opening().length(), text.start()))
                        + newText
                        + kind.closing()
                : newText;
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

    /** Returns true if the mark is by an assistant of this name. A mark without an author is by nobody known. */
    public boolean isBy(String author) {
        return metadata != null && !metadata.person() && author.equals(metadata.author());
    }

    /** Returns true on the insertion that proposes a whole new document. */
    public boolean proposesDocument() {
        return kind == MarkKind.INSERTION && metadata != null && metadata.created();
    }

    private TextRange emptyRange() {
        return new TextRange(whole.end(), whole.end());
    }
}
