package dev.mooring.app.review.prose;

import dev.mooring.vault.critic.TextRange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A block of a document with the suggestions to show beside it.
 *
 * @param suggestions the indexes of the suggestions that begin in the block
 * @param source the range of the block in the text after all suggestions; null if it is not in that text
 */
public record DocumentRow(
        String html, List<Integer> suggestions, @Nullable TextRange source) {}
