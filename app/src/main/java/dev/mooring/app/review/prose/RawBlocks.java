package dev.mooring.app.review.prose;

import dev.mooring.app.web.Html;
import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkKind;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.TextRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Renders the raw text of a document, marks included, one block per paragraph. */
final class RawBlocks {

    private final MarkedText text;
    private final Map<Mark, String> ids;

    /** @param ids the suggestion id of each mark */
    RawBlocks(MarkedText text, Map<Mark, String> ids) {
        this.text = text;
        this.ids = ids;
    }

    List<Block> of(Part part) {
        List<Block> blocks = new ArrayList<>();
        int at = part.after().start();
        while (at < part.after().end()) {
            int end = blockEnd(at, part.after().end());
            var range = new TextRange(at, end);
            blocks.add(new Block(html(at, end), range, range));
            at = end;
        }
        return blocks;
    }

    /** Returns the position after the next blank line, but never inside a mark. */
    private int blockEnd(int from, int limit) {
        int blank = text.raw().indexOf("\n\n", from);
        while (blank >= 0 && blank + 2 < limit) {
            int end = text.endOfMarkAround(blank + 2);
            if (end == blank + 2) {
                return end;
            }
            blank = text.raw().indexOf("\n\n", end);
        }
        return limit;
    }

    private String html(int from, int to) {
        var html = new Html().raw("<pre class=\"raw\">");
        int at = from;
        for (Mark mark : text.marksWithin(new TextRange(from, to))) {
            html.text(text.raw(), at, mark.whole().start());
            mark(html, mark);
            at = mark.whole().end();
        }
        return html.text(text.raw(), at, to).raw("</pre>").toString();
    }

    private void mark(Html html, Mark mark) {
        String tag = mark.kind() == MarkKind.INSERTION ? "ins" : mark.kind() == MarkKind.DELETION ? "del" : "mark";
        html.raw("<" + tag);
        String id = ids.get(mark);
        if (id != null) {
            html.attribute("data-s", id);
        }
        html.raw("><span class=\"sign\">")
                .text(text.raw(), mark.whole().start(), mark.text().start())
                .raw("</span>")
                .text(text.raw(), mark.text().start(), mark.text().end())
                .raw("<span class=\"sign\">")
                .text(text.raw(), mark.text().end(), mark.whole().end())
                .raw("</span></" + tag + ">");
    }
}
