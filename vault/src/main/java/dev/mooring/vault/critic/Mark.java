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

    /** Returns true if a person can accept or reject the mark. */
    public boolean isSuggestion() {
        return kind.isSuggestion();
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
