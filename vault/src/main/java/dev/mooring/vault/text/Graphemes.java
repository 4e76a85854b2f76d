package dev.mooring.vault.text;

import java.text.BreakIterator;
import java.util.Locale;
import java.util.stream.IntStream;

/** Splits text into graphemes, the characters that a reader perceives. */
public final class Graphemes {

    private Graphemes() {}

    /** Returns the start of each grapheme in ascending order, followed by the length of the text. */
    public static int[] boundaries(String text) {
        BreakIterator graphemes = BreakIterator.getCharacterInstance(Locale.ROOT);
        graphemes.setText(text);
        var boundaries = IntStream.builder();
        for (int at = graphemes.first(); at != BreakIterator.DONE; at = graphemes.next()) {
            boundaries.add(at);
        }
        return boundaries.build().toArray();
    }

    /**
     * Returns the longest prefix of whole graphemes.
     *
     * @param limit the maximum length in UTF-16 units
     */
    public static String prefix(String text, int limit) {
        if (text.length() <= limit) {
            return text;
        }
        BreakIterator graphemes = BreakIterator.getCharacterInstance(Locale.ROOT);
        graphemes.setText(text);
        int end = graphemes.isBoundary(limit) ? limit : graphemes.preceding(limit);
        return text.substring(0, Math.max(end, 0));
    }
}
