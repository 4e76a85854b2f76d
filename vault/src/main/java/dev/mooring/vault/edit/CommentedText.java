package dev.mooring.vault.edit;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkKind;
import dev.mooring.vault.critic.MarkScanner;
import java.util.ArrayList;
import java.util.List;

/** A text from a caller, split into the visible text and its comments. */
record CommentedText(String visible, List<Comment> comments) {

    /** @param offset the position in the visible text */
    record Comment(int offset, String text) {}

    /** Splits a text with LF line endings. */
    static CommentedText of(String text) {
        var visible = new StringBuilder();
        List<Comment> comments = new ArrayList<>();
        int at = 0;
        for (Mark mark : MarkScanner.scan(text)) {
            if (mark.kind() == MarkKind.COMMENT) {
                visible.append(text, at, mark.whole().start());
                comments.add(new Comment(visible.length(), mark.text().in(text)));
                at = mark.whole().end();
            }
        }
        visible.append(text.substring(at));
        return new CommentedText(visible.toString(), comments);
    }

    /** Returns true if the text contains marks other than comments. */
    boolean hasOtherMarks() {
        return !MarkScanner.scan(visible).isEmpty();
    }
}
