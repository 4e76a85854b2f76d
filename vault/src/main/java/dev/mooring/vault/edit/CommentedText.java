package dev.mooring.vault.edit;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkKind;
import dev.mooring.vault.critic.MarkScanner;
import java.util.ArrayList;
import java.util.List;

/** Text from a caller, taken apart into what a reader sees and the comments that stand in it. */
record CommentedText(String visible, List<Comment> comments) {

    /** @param offset where in the visible text it stands */
    record Comment(int offset, String text) {}

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

    boolean hasOtherMarks() {
        return !MarkScanner.scan(visible).isEmpty();
    }
}
