package dev.mooring.vault.search.automaton;

import java.util.ArrayList;
import java.util.List;

/** Translates ranges of code points into ranges of UTF-8 bytes. */
final class Utf8Ranges {

    /** The last code points whose encoding has one, two, three and four bytes. */
    private static final int[] LAST = {0x7F, 0x7FF, 0xFFFF, Character.MAX_CODE_POINT};

    private Utf8Ranges() {}

    /** Returns the byte sequences that encode the range, each as {@code {low, high, low, high, ...}}. */
    static List<int[]> of(CodePoints.Range range) {
        List<int[]> found = new ArrayList<>();
        split(range.first(), range.last(), found);
        return found;
    }

    private static void split(int first, int last, List<int[]> found) {
        for (int length = 1; length < LAST.length; length++) {
            int border = LAST[length - 1];
            if (first <= border && border < last) {
                split(first, border, found);
                split(border + 1, last, found);
                return;
            }
        }
        // Within one length, split until the bytes after the first differing byte span their full range.
        for (int bits = 6; bits < 6 * length(last); bits += 6) {
            int mask = (1 << bits) - 1;
            if ((first & ~mask) != (last & ~mask)) {
                if ((first & mask) != 0) {
                    split(first, first | mask, found);
                    split((first | mask) + 1, last, found);
                    return;
                }
                if ((last & mask) != mask) {
                    split(first, (last & ~mask) - 1, found);
                    split(last & ~mask, last, found);
                    return;
                }
            }
        }
        found.add(bytes(first, last));
    }

    private static int length(int codePoint) {
        int length = 1;
        while (codePoint > LAST[length - 1]) {
            length++;
        }
        return length;
    }

    private static int[] bytes(int first, int last) {
        int length = length(last);
        int[] ranges = new int[2 * length];
        for (int i = 0; i < length; i++) {
            ranges[2 * i] = at(first, i, length);
            ranges[2 * i + 1] = at(last, i, length);
        }
        return ranges;
    }

    /** Returns one byte of a code point's encoding. */
    private static int at(int codePoint, int index, int length) {
        if (length == 1) {
            return codePoint;
        }
        int bits = codePoint >> (6 * (length - 1 - index));
        return index == 0 ? ((0xF00 >> length) & 0xFF) | bits : 0x80 | (bits & 0x3F);
    }
}
