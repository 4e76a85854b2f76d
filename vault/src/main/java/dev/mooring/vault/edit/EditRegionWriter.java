package dev.mooring.vault.edit;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkKind;
import dev.mooring.vault.critic.MarkMetadata;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.TextRange;
import dev.mooring.vault.critic.View;
import dev.mooring.vault.diff.Hunk;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Writes the raw text of one region: the text with all suggestions rejected, with marks where the new text differs.
 * Comments within the region keep their place and their bytes.
 */
final class EditRegionWriter {

    private final MarkedText text;
    private final EditRegion region;
    private final Signature signature;
    private final View base;
    private final List<AnchoredComment> comments = new ArrayList<>();
    private final StringBuilder out = new StringBuilder();
    private int nextComment;

    /** A comment before a position of the base text. */
    private record AnchoredComment(int position, TextRange whole) {}

    /**
     * Returns the change that rewrites the region.
     *
     * @param removed comments to leave out
     */
    static RawChange write(
            MarkedText text, EditRegion region, DiffGranularity granularity, Signature signature, Set<Mark> removed) {
        return new RawChange(region.range(), new EditRegionWriter(text, region, signature, removed).write(granularity));
    }

    private EditRegionWriter(MarkedText text, EditRegion region, Signature signature, Set<Mark> removed) {
        this.text = text;
        this.region = region;
        this.signature = signature;
        base = text.rejectedWithin(region.range());
        for (Mark mark : text.marksWithin(region.range())) {
            if (mark.kind() == MarkKind.COMMENT && !removed.contains(mark)) {
                comments.add(new AnchoredComment(base.fromRaw(mark.whole().start()), mark.whole()));
            }
        }
    }

    private String write(DiffGranularity granularity) {
        int at = 0;
        for (Hunk hunk : hunksOnBase(granularity)) {
            writeUnchanged(at, hunk.start());
            writeDeletion(hunk.start(), hunk.end());
            writeInsertion(hunk.replacement());
            at = hunk.end();
        }
        writeUnchanged(at, base.text().length());
        writeCommentsUpTo(Integer.MAX_VALUE);
        return out.toString();
    }

    /** Returns the changes as positions of the base text. */
    private List<Hunk> hunksOnBase(DiffGranularity granularity) {
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
        return granularity.diff(base.text(), after.toString());
    }

    private void writeUnchanged(int from, int to) {
        int at = from;
        while (nextComment < comments.size() && comments.get(nextComment).position() <= to) {
            int position = comments.get(nextComment).position();
            appendRaw(at, position);
            at = position;
            writeCommentsUpTo(position);
        }
        appendRaw(at, to);
    }

    private void writeDeletion(int from, int to) {
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
                writeCommentsUpTo(end);
            }
            at = end;
        }
    }

    private void writeInsertion(String inserted) {
        if (!inserted.isEmpty()) {
            String lineEnding = LineEndings.near(text.raw(), region.range().start());
            boolean proposesDocument = region.own().stream().anyMatch(Mark::proposesDocument);
            Signature author = proposesDocument ? signature.with(MarkMetadata.Flag.CREATED) : signature;
            out.append(author.mark(MarkKind.INSERTION, inserted.replace("\n", lineEnding)));
        }
    }

    private void appendRaw(int from, int to) {
        base.rawSlices(from, to).forEach(slice -> out.append(text.raw(), slice.start(), slice.end()));
    }

    private void writeCommentsUpTo(int position) {
        while (nextComment < comments.size() && comments.get(nextComment).position() <= position) {
            TextRange whole = comments.get(nextComment++).whole();
            out.append(text.raw(), whole.start(), whole.end());
        }
    }
}
