package dev.mooring.vault.edit;

import dev.mooring.vault.critic.MarkKind;
import dev.mooring.vault.critic.MarkMetadata;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a new mark says of its author: who and when, or nothing. */
public final class Signature {

    private static final int LONGEST_NAME = 100;

    private final @Nullable MarkMetadata metadata;

    private Signature(@Nullable MarkMetadata metadata) {
        this.metadata = metadata;
    }

    public static Signature by(String author, Instant time) {
        String name = author.strip();
        String shortened = name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) : name;
        return new Signature(MarkMetadata.of(shortened.isEmpty() ? "unknown" : shortened, time));
    }

    /** Marks without metadata, for files that other CriticMarkup tools read. */
    public static Signature plain() {
        return new Signature(null);
    }

    /** The signature of marks that make up a whole new document. */
    public Signature onNewDocument() {
        return metadata == null ? this : new Signature(new MarkMetadata(metadata.author(), metadata.time(), true));
    }

    public boolean isPlain() {
        return metadata == null;
    }

    @Nullable
    String author() {
        return metadata == null ? null : metadata.author();
    }

    /**
     * The text as a signed mark. Where the text itself holds the closing delimiter, it is cut in the middle of that, into
     * two marks side by side.
     */
    public String mark(MarkKind kind, String text) {
        String prefix = metadata == null ? "" : metadata.toPrefix();
        var out = new StringBuilder();
        int from = 0;
        int early = text.indexOf(kind.closing());
        while (early >= 0) {
            out.append(kind.opening())
                    .append(prefix)
                    .append(text, from, early + 1)
                    .append(kind.closing());
            from = early + 1;
            early = text.indexOf(kind.closing(), from);
        }
        return out.append(kind.opening())
                .append(prefix)
                .append(text, from, text.length())
                .append(kind.closing())
                .toString();
    }
}
