package dev.mooring.vault.edit;

import dev.mooring.vault.critic.MarkKind;
import dev.mooring.vault.critic.MarkMetadata;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The author and time that new marks carry, or nothing for plain marks. Immutable. */
public final class Signature {

    private static final int MAX_NAME_LENGTH = 100;

    private final @Nullable MarkMetadata metadata;

    private Signature(@Nullable MarkMetadata metadata) {
        this.metadata = metadata;
    }

    /** Returns the signature of an author. A long name is cut; a blank name becomes "unknown". */
    public static Signature by(String author, Instant time) {
        String name = author.strip();
        String shortened = name.length() > MAX_NAME_LENGTH ? name.substring(0, MAX_NAME_LENGTH) : name;
        return new Signature(MarkMetadata.of(shortened.isEmpty() ? "unknown" : shortened, time));
    }

    /** Returns the signature of marks without metadata, for files that other CriticMarkup tools read. */
    public static Signature plain() {
        return new Signature(null);
    }

    /** Returns this signature for the mark that proposes a whole new document. */
    public Signature onNewDocument() {
        return metadata == null ? this : new Signature(new MarkMetadata(metadata.author(), metadata.time(), true));
    }

    /** Returns true if marks carry no metadata. */
    public boolean isPlain() {
        return metadata == null;
    }

    @Nullable
    String author() {
        return metadata == null ? null : metadata.author();
    }

    /**
     * Returns the text as a signed mark. If the text contains the closing delimiter, it is split inside the delimiter into
     * two adjacent marks.
     */
    public String mark(MarkKind kind, String text) {
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
