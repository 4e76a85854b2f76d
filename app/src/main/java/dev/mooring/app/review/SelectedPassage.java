package dev.mooring.app.review;

import dev.mooring.vault.critic.TextRange;

/** Finds the source of text that a person has selected on the page. */
final class SelectedPassage {
    private SelectedPassage() {}

    /**
     * Returns the range of the selected text in the source of its block; the start of the block if the text as the page
     * shows it does not occur there, for example because some of it is bold.
     *
     * @param source the text after all suggestions
     * @param from where the block begins in the source
     * @param to where the block ends in the source
     * @param occurrence how often the same text occurs before the selection in the rendered block
     */
    static TextRange in(String source, int from, int to, String selected, int occurrence) {
        int start = Math.clamp(from, 0, source.length());
        int end = Math.clamp(to, start, source.length());
        int at = start - 1;
        for (int i = 0; i <= occurrence && !selected.isEmpty(); i++) {
            at = source.indexOf(selected, at + 1);
            if (at < 0 || at + selected.length() > end) {
                return new TextRange(start, start);
            }
        }
        return at < start ? new TextRange(start, start) : new TextRange(at, at + selected.length());
    }
}
