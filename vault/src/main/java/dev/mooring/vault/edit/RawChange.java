package dev.mooring.vault.edit;

import dev.mooring.vault.critic.TextRange;
import dev.mooring.vault.text.TextBuffer;
import java.util.Comparator;
import java.util.List;

/** The replacement of a range of raw text by other text. */
public record RawChange(TextRange range, String text) {

    /** Applies changes that do not overlap. A text that is added where another one is replaced comes first. */
    public static String apply(String raw, List<RawChange> changes) {
        int length = raw.length();
        for (RawChange change : changes) {
            length += change.text().length() - change.range().length();
        }
        var out = new TextBuffer(length);
        int at = 0;
        for (RawChange change : changes.stream()
                .sorted(Comparator.comparingInt((RawChange c) -> c.range().start())
                        .thenComparingInt(c -> c.range().end()))
                .toList()) {
            out.append(raw, at, change.range().start()).append(change.text());
            at = change.range().end();
        }
        return out.append(raw, at, raw.length()).toString();
    }
}
