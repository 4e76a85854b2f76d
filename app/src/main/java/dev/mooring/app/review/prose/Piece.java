package dev.mooring.app.review.prose;

import dev.mooring.vault.critic.TextRange;

/**
 * A range of the shown text with a mark.
 *
 * @param suggestion the index of the suggestion that it belongs to; -1 for none
 */
record Piece(Kind kind, TextRange range, int suggestion) {

    enum Kind {
        OLD("del"),
        NEW("ins"),
        HIGHLIGHT("mark");

        private final String tag;

        Kind(String tag) {
            this.tag = tag;
        }

        String tag() {
            return tag;
        }
    }
}
