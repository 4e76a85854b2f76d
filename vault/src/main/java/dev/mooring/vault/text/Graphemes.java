package dev.mooring.vault.text;

import java.text.BreakIterator;
import java.util.Locale;
import java.util.stream.IntStream;

/** Cuts text into what readers take for single characters. */
public final class Graphemes {

    private Graphemes() {}

    public static int[] boundaries(String text) {
        BreakIterator graphemes = BreakIterator.getCharacterInstance(Locale.ROOT);
        graphemes.setText(text);
        var cuts = IntStream.builder();
        for (int at = graphemes.first(); at != BreakIterator.DONE; at = graphemes.next()) {
            cuts.add(at);
        }
        return cuts.build().toArray();
    }

    /** The text's beginning, of at most so many UTF-16 units, without cutting a grapheme. */
    public static String prefix(String text, int limit) {
        if (text.length() <= limit) {
            return text;
        }
        BreakIterator graphemes = BreakIterator.getCharacterInstance(Locale.ROOT);
        graphemes.setText(text);
        int cut = graphemes.isBoundary(limit) ? limit : graphemes.preceding(limit);
        return text.substring(0, Math.max(cut, 0));
    }
}
