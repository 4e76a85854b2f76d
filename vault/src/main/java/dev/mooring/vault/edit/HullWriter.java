package dev.mooring.vault.edit;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkKind;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.View;
import dev.mooring.vault.diff.Hunk;
import dev.mooring.vault.text.TextRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Writes the raw text of one hull: what was there before any suggestion, marked where it differs from what shall be
 * there now. Comments in between keep their place and their bytes.
 */
final class HullWriter {

    private final MarkedText text;
    private final Hull hull;
    private final Signature signature;
    private final View base;
    private final List<Anchored> comments = new ArrayList<>();
    private final StringBuilder out = new StringBuilder();
    private int nextComment;

    /** A comment before the given position of the base text. */
    private record Anchored(int position, TextRange whole) {}

    /** Writes anew what the hull covers, without the comments that shall go. */
    static RawChange write(MarkedText text, Hull hull, DiffStyle style, Signature signature, Set<Mark> dropped) {
        return new RawChange(hull.range(), new HullWriter(text, hull, signature, dropped).write(style));
    }

    private HullWriter(MarkedText text, Hull hull, Signature signature, Set<Mark> dropped) {
        this.text = text;
        this.hull = hull;
        this.signature = signature;
        var view = new View.Builder(text.raw());
        int at = hull.range().start();
        for (Mark mark : text.marksWithin(hull.range())) {
            view.show(at, mark.whole().start());
            if (mark.kind() == MarkKind.COMMENT && !dropped.contains(mark)) {
                comments.add(new Anchored(view.length(), mark.whole()));
            }
            view.show(mark.rejected().start(), mark.rejected().end());
            at = mark.whole().end();
        }
        view.show(at, hull.range().end());
        base = view.build();
    }

    private String write(DiffStyle style) {
        int at = 0;
        for (Hunk hunk : hunksOnBase(style)) {
            keep(at, hunk.start());
            delete(hunk.start(), hunk.end());
            insert(hunk.replacement());
            at = hunk.end();
        }
        keep(at, base.text().length());
        commentsUpTo(Integer.MAX_VALUE);
        return out.toString();
    }

    private List<Hunk> hunksOnBase(DiffStyle style) {
        int start = text.accepted().fromRaw(hull.range().start());
        if (hull.own().isEmpty()) {
            return hull.hunks().stream().map(hunk -> hunk.shifted(-start)).toList();
        }
        int end = text.accepted().fromRaw(hull.range().end());
        String before = text.accepted().text();
        var after = new StringBuilder();
        int at = start;
        for (Hunk hunk : hull.hunks()) {
            after.append(before, at, hunk.start()).append(hunk.replacement());
            at = hunk.end();
        }
        after.append(before, at, end);
        return style.between(base.text(), after.toString());
    }

    private void keep(int from, int to) {
        int at = from;
        while (nextComment < comments.size() && comments.get(nextComment).position() <= to) {
            int position = comments.get(nextComment).position();
            appendRaw(at, position);
            at = position;
            commentsUpTo(position);
        }
        appendRaw(at, to);
    }

    private void delete(int from, int to) {
        int at = from;
        while (at < to) {
            boolean split =
                    nextComment < comments.size() && comments.get(nextComment).position() < to;
            int end = split ? comments.get(nextComment).position() : to;
            if (at < end) {
                var deleted = new StringBuilder();
                base.rawSlices(at, end).forEach(slice -> deleted.append(text.raw(), slice.start(), slice.end()));
                out.append(signature.mark(MarkKind.DELETION, deleted.toString()));
            }
            if (split) {
                commentsUpTo(end);
            }
            at = end;
        }
    }

    private void insert(String inserted) {
        if (!inserted.isEmpty()) {
            String lineEnd = LineEnds.near(text.raw(), hull.range().start());
            out.append(signature.mark(MarkKind.INSERTION, inserted.replace("\n", lineEnd)));
        }
    }

    private void appendRaw(int from, int to) {
        base.rawSlices(from, to).forEach(slice -> out.append(text.raw(), slice.start(), slice.end()));
    }

    private void commentsUpTo(int position) {
        while (nextComment < comments.size() && comments.get(nextComment).position() <= position) {
            TextRange whole = comments.get(nextComment++).whole();
            out.append(text.raw(), whole.start(), whole.end());
        }
    }
}
