package dev.mooring.vault.edit;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkKind;
import dev.mooring.vault.critic.MarkMetadata;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.TextRange;
import dev.mooring.vault.critic.View;
import dev.mooring.vault.diff.Hunk;
import dev.mooring.vault.text.LineEndings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
    private final List<Highlight> highlights = new ArrayList<>();
    private final StringBuilder out = new StringBuilder();
    private int nextComment;

    /** A comment before a position of the base text. */
    private record AnchoredComment(int position, TextRange whole) {}

    /**
     * A highlighted range of the base text.
     *
     * @param prefix the metadata before the text of the highlight; empty if there is none
     */
    private record Highlight(int start, int end, String prefix) {

        boolean overlaps(Hunk hunk) {
            return hunk.start() == hunk.end()
                    ? start < hunk.start() && hunk.start() < end
                    : hunk.start() < end && start < hunk.end();
        }

        boolean isWithin(int from, int to) {
            return from <= start && end <= to;
        }
    }

    /**
     * Returns the change that rewrites the region.
     *
     * @param removed comments to leave out
     */
    static RawChange write(
            MarkedText text, EditRegion region, DiffGranularity granularity, Signature signature, Set<Mark> removed)
            throws EditRefused {
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
            highlight(mark).ifPresent(highlights::add);
        }
    }

    /** Returns the range of a highlight, or of text that an earlier suggestion of the author deletes in a highlight. */
    private Optional<Highlight> highlight(Mark mark) {
        int start = base.fromRaw(mark.whole().start());
        int end = base.fromRaw(mark.whole().end());
        MarkMetadata metadata = mark.metadata();
        if (mark.kind() == MarkKind.HIGHLIGHT && start < end) {
            String prefix = text.raw()
                    .substring(
                            mark.whole().start() + MarkKind.HIGHLIGHT.opening().length(),
                            mark.text().start());
            return Optional.of(new Highlight(start, end, prefix));
        }
        return mark.isHighlighted() && metadata != null && metadata.highlight() != null && start < end
                ? Optional.of(new Highlight(start, end, metadata.highlight()))
                : Optional.empty();
    }

    private String write(DiffGranularity granularity) throws EditRefused {
        int at = 0;
        for (Hunk hunk : wholeHighlights(hunksOnBase(granularity))) {
            writeUnchanged(at, hunk.start());
            writeChange(hunk);
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

    /** Returns the changes, extended so that each contains whole highlights only. */
    private List<Hunk> wholeHighlights(List<Hunk> hunks) {
        List<Hunk> whole = new ArrayList<>(hunks);
        for (Highlight highlight : highlights) {
            List<Hunk> touched = whole.stream().filter(highlight::overlaps).toList();
            if (!touched.isEmpty()) {
                int at = whole.indexOf(touched.getFirst());
                whole.removeAll(touched);
                whole.add(at, joined(touched, highlight));
            }
        }
        return whole;
    }

    private Hunk joined(List<Hunk> hunks, Highlight highlight) {
        int start = Math.min(hunks.getFirst().start(), highlight.start);
        int end = Math.max(hunks.getLast().end(), highlight.end);
        var replacement = new StringBuilder();
        int at = start;
        for (Hunk hunk : hunks) {
            replacement.append(base.text(), at, hunk.start()).append(hunk.replacement());
            at = hunk.end();
        }
        return new Hunk(start, end, replacement.append(base.text(), at, end).toString());
    }

    /** Writes a change. The new text stands in the last highlight of the old text, before the comments on it. */
    private void writeChange(Hunk hunk) throws EditRefused {
        int at = hunk.start();
        Highlight last = null;
        for (Highlight highlight : highlights) {
            if (highlight.isWithin(hunk.start(), hunk.end())) {
                writeDeletion(at, highlight.start);
                writeCommentsUpTo(highlight.start);
                String deleted = rawText(highlight.start, highlight.end);
                writeHighlighted(MarkKind.DELETION, deleted, highlight);
                at = highlight.end;
                last = highlight;
            }
        }
        if (last == null) {
            writeDeletion(at, hunk.end());
            writeInsertion(hunk.replacement());
            return;
        }
        if (!hunk.replacement().isEmpty()) {
            writeHighlighted(MarkKind.INSERTION, withLineEndings(hunk.replacement()), last);
        }
        writeDeletion(at, hunk.end());
    }

    private void writeHighlighted(MarkKind kind, String marked, Highlight highlight) throws EditRefused {
        if (marked.contains(kind.closing()) || marked.contains(MarkKind.HIGHLIGHT.closing())) {
            throw new EditRefused("CriticMarkup delimiters in highlighted text would be confused with those of the "
                    + "suggestion. Edit text outside the highlight.");
        }
        out.append(signatureOf(kind).inHighlight(highlight.prefix).mark(kind, marked));
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
                out.append(signature.mark(MarkKind.DELETION, rawText(at, end)));
            }
            if (split) {
                writeCommentsUpTo(end);
            }
            at = end;
        }
    }

    private void writeInsertion(String inserted) {
        if (!inserted.isEmpty()) {
            out.append(signatureOf(MarkKind.INSERTION).mark(MarkKind.INSERTION, withLineEndings(inserted)));
        }
    }

    private String withLineEndings(String inserted) {
        return inserted.replace(
                "\n", LineEndings.near(text.raw(), region.range().start()));
    }

    /** Returns the signature of a mark. The insertion that proposes a document keeps this property. */
    private Signature signatureOf(MarkKind kind) {
        boolean proposesDocument =
                kind == MarkKind.INSERTION && region.own().stream().anyMatch(Mark::proposesDocument);
        return proposesDocument ? signature.with(MarkMetadata.Flag.CREATED) : signature;
    }

    /** Writes unchanged text, with the highlights in it. */
    private void appendRaw(int from, int to) {
        int at = from;
        for (Highlight highlight : highlights) {
            if (highlight.isWithin(from, to)) {
                out.append(rawText(at, highlight.start))
                        .append(MarkKind.HIGHLIGHT.opening())
                        .append(highlight.prefix)
                        .append(rawText(highlight.start, highlight.end))
                        .append(MarkKind.HIGHLIGHT.closing());
                at = highlight.end;
            }
        }
        out.append(rawText(at, to));
    }

    private String rawText(int from, int to) {
        var raw = new StringBuilder();
        base.rawSlices(from, to).forEach(slice -> raw.append(text.raw(), slice.start(), slice.end()));
        return raw.toString();
    }

    private void writeCommentsUpTo(int position) {
        while (nextComment < comments.size() && comments.get(nextComment).position() <= position) {
            TextRange whole = comments.get(nextComment++).whole();
            out.append(text.raw(), whole.start(), whole.end());
        }
    }
}
