package dev.mooring.vault.edit;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkKind;
import dev.mooring.vault.critic.MarkMetadata;
import dev.mooring.vault.critic.Proposal;
import dev.mooring.vault.text.AuthorName;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The author and time that new marks carry, or nothing for plain marks. Immutable. */
public final class Signature {

    private final @Nullable MarkMetadata metadata;

    private Signature(@Nullable MarkMetadata metadata) {
        this.metadata = metadata;
    }

    /** Returns the signature of an assistant, with its name as {@link AuthorName#normalized} returns it. */
    public static Signature by(String author, Instant time) {
        return new Signature(MarkMetadata.of(AuthorName.normalized(author), time));
    }

    /** Returns the signature of a person. No assistant owns the marks, even if it has the same name. */
    public static Signature byPerson(String author, Instant time) {
        return new Signature(
                MarkMetadata.of(AuthorName.normalized(author), time).with(MarkMetadata.Flag.PERSON));
    }

    /** Returns the signature of marks without metadata, for files that other CriticMarkup tools read. */
    public static Signature plain() {
        return new Signature(null);
    }

    /** Returns this signature with a flag in addition. A plain signature stays plain. */
    public Signature with(MarkMetadata.Flag flag) {
        return metadata == null ? this : new Signature(metadata.with(flag));
    }

    /** Returns this signature for the marks of one edit, which share an id. A plain signature stays plain. */
    public Signature inGroup(@Nullable String id) {
        return metadata == null ? this : new Signature(metadata.inGroup(id));
    }

    /**
     * Returns this signature for marks that stand in a highlight. A plain signature stays plain.
     *
     * @param prefix the metadata before the text of the highlight; empty if there is none
     */
    Signature inHighlight(String prefix) {
        return metadata == null ? this : new Signature(metadata.inHighlight(prefix));
    }

    /** Returns the id that the marks share; null if they share none. */
    @Nullable
    String group() {
        return metadata == null ? null : metadata.group();
    }

    /**
     * Returns a comment that proposes a change in its metadata.
     *
     * @throws IllegalStateException if the signature is plain, because a proposal needs metadata
     */
    String proposing(Proposal proposal, String text) {
        if (metadata == null) {
            throw new IllegalStateException("A proposal needs metadata");
        }
        return MarkKind.COMMENT.opening() + metadata.proposing(proposal).toPrefix() + text + MarkKind.COMMENT.closing();
    }

    /** Returns true if marks carry no metadata. */
    boolean isPlain() {
        return metadata == null;
    }

    /**
     * Returns true if the signature's author may change the mark. An unsigned mark has no owner: it may be a person's,
     * even if this signature is plain.
     */
    boolean owns(Mark mark) {
        String author = metadata == null ? null : metadata.author();
        return author != null && mark.isBy(author);
    }

    /**
     * Returns the text as a signed mark. If the text contains the closing delimiter, it is split inside the delimiter into
     * two adjacent marks.
     */
    String mark(MarkKind kind, String text) {
        String prefix = metadata == null ? "" : metadata.toPrefix();
        var out = new StringBuilder();
        int from = 0;
        int closing = text.indexOf(kind.closing());
        while (closing >= 0) {
            out.append(kind.opening())
                    .append(prefix)
                    .append(text, from, closing + 1)
                    .append(kind.closing());
            from = closing + 1;
            closing = text.indexOf(kind.closing(), from);
        }
        return out.append(kind.opening())
                .append(prefix)
                .append(text, from, text.length())
                .append(kind.closing())
                .toString();
    }
}
