package dev.mooring.vault.server;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.edit.RawChange;

/**
 * Hides the comments of assistants until a person accepts them, so that no model can instruct another one through a
 * comment. A mark does not record its session, so a comment is hidden from its author too.
 */
final class PendingComments {

    /** The text that models see in place of a pending comment. */
    static final String PLACEHOLDER = "[waits for review]";

    private PendingComments() {}

    /** Returns the raw text with a placeholder for each pending comment. The lines keep their numbers. */
    static String hidden(MarkedText text) {
        return RawChange.apply(
                text.raw(),
                text.comments().stream()
                        .filter(Mark::isPendingComment)
                        .map(comment -> new RawChange(
                                comment.text(), placeholder(comment.text().in(text.raw()))))
                        .toList());
    }

    private static String placeholder(String comment) {
        return PLACEHOLDER
                + "\n".repeat((int) comment.chars().filter(c -> c == '\n').count());
    }
}
