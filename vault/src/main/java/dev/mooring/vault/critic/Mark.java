package dev.mooring.vault.critic;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One mark in raw text.
 *
 * @param whole from the opening delimiter to behind the closing one
 * @param text what stands between, without metadata; for a substitution both of its texts
 * @param arrow where a substitution's {@code ~>} stands; -1 for all other kinds
 */
public record Mark(MarkKind kind, TextRange whole, @Nullable MarkMetadata metadata, TextRange text, int arrow) {

    public boolean isSuggestion() {
        return kind.isSuggestion();
    }

    /** What is left of the mark when it is rejected. */
    public TextRange rejected() {
        return switch (kind) {
            case INSERTION, COMMENT -> nothing();
            case DELETION, HIGHLIGHT -> text;
            case SUBSTITUTION -> new TextRange(text.start(), arrow);
        };
    }

    /** What is left of the mark when it is accepted. */
    public TextRange accepted() {
        return switch (kind) {
            case DELETION, COMMENT -> nothing();
            case INSERTION, HIGHLIGHT -> text;
            case SUBSTITUTION -> new TextRange(arrow + 2, text.end());
        };
    }

    public @Nullable String author() {
        return metadata == null ? null : metadata.author();
    }

    /** Marks without an author are nobody's in particular, and so belong together. */
    public boolean isBy(@Nullable String author) {
        return Objects.equals(author(), author);
    }

    private TextRange nothing() {
        return new TextRange(whole.end(), whole.end());
    }
}
