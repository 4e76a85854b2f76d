package dev.mooring.app.review.prose;

import dev.mooring.vault.critic.TextRange;

/**
 * A part of a document that is rendered by itself.
 *
 * @param before its range in the text before all suggestions
 * @param after its range in the text after all suggestions
 */
record Part(TextRange before, TextRange after) {

    /** Returns the number of characters that a reader sees, roughly. */
    int length() {
        return Math.max(before.length(), after.length());
    }
}
