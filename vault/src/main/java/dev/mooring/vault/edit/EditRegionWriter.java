package dev.mooring.vault.edit;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkKind;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.TextRange;
import dev.mooring.vault.critic.View;
import dev.mooring.vault.diff.Hunk;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Writes the raw text of one region: what was there before any suggestion, marked where it differs from what shall be
 * there now. Comments in between keep their place and their bytes.
 */
final class EditRegionWriter {

    private final MarkedText text;
    private final EditRegion region;
    private final Signature signature;
    private final View base;
    private final List<Anchored> comments = new ArrayList<>();
    private final StringBuilder out = new StringBuilder();
    private int nextComment;

    /** A comment before the given position of the base text. */
    private record Anchored(int position, TextRange whole) {}

    /** Writes anew what the region covers, without the comments that shall go. */
    static RawChange write(
            MarkedText text, EditRegion region, DiffGranularity style, Signature signature, Set<Mark> dropped) {
        return new RawChange(region.range(), new EditRegionWriter(text, region, signature, dropped).write(style));
    }

    private EditRegionWriter(MarkedText text, EditRegion region, Signature signature, Set<Mark> dropped) {
        this.text = text;
        this.region = region;
        this.signature = signature;
        var view = new View.Builder(text.raw());
        int at = region.range().start();
        for (Mark mark : text.marksWithin(region.range())) {
            view.show(at, mark.whole().start());
            if (mark.kind() == MarkKind.COMMENT && !dropped.contains(mark)) {
                comments.add(new Anchored(view.length(), mark.whole()));
            }
            view.show(mark.rejected().start(), mark.rejected().end());
            at = mark.whole().end();
        }
        view.show(at, region.range().end());
        base = view.build();
    }

    private String write(DiffGranularity style) {
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

    private List<Hunk> hunksOnBase(DiffGranularity style) {
        int start = text.accepted().fromRaw(region.range().start());
        if (region.own().isEmpty()) {
            return region.hunks().stream().map(hunk -> hunk.shifted(-start)).toList();
        }
        int end = text.accepted().fromRaw(region.range().end());
        String before = text.accepted().text();
        var after = new StringBuilder();
        int at = start;
        for (Hunk hunk : region.hunks()) {
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
            String lineEnd = LineEndings.near(text.raw(), region.range().start());
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
