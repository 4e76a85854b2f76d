package dev.mooring.app.review.prose;

import dev.mooring.vault.critic.TextRange;
import org.jspecify.annotations.Nullable;

/**
 * The HTML of one block.
 *
 * @param before its range in the text before all suggestions; null for a new block
 * @param after its range in the text after all suggestions; null for an old block
 */
record Block(
        String html, @Nullable TextRange before, @Nullable TextRange after) {

    /** Returns whether the block ends after a position. */
    boolean endsAfter(Sides.Position position) {
        return (after != null && position.after() < after.end())
                || (before != null && position.before() < before.end());
    }
}
