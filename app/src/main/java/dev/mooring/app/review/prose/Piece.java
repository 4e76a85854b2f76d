package dev.mooring.app.review.prose;

import dev.mooring.vault.critic.TextRange;

/**
 * A stretch of shown text that is not plain.
 *
 * @param suggestion which of the document's suggestions it belongs to, counted from 0; -1 for none
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
