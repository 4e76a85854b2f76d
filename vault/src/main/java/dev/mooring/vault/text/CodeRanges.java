package dev.mooring.vault.text;

import java.util.Arrays;

/** The ranges of a text that are code, ascending and without overlaps. Immutable. */
public final class CodeRanges {

    static final CodeRanges NONE = new CodeRanges(new int[0], new int[0]);

    private final int[] starts;
    private final int[] ends;

    private CodeRanges(int[] starts, int[] ends) {
        this.starts = starts;
        this.ends = ends;
    }

    /** Returns true if the text has no code. */
    public boolean isEmpty() {
        return starts.length == 0;
    }

    /** Returns true if the characters before and after a position belong to the same range; delimiters are code too. */
    public boolean surrounds(int position) {
        int i = lastStartingBefore(position);
        return i >= 0 && position < ends[i];
    }

    /** Returns true if the character at an index is code. */
    public boolean contains(int index) {
        return surrounds(index) || Arrays.binarySearch(starts, index) >= 0;
    }

    private int lastStartingBefore(int position) {
        int found = Arrays.binarySearch(starts, position);
        return found >= 0 ? found - 1 : -found - 2;
    }

    /** Collects ranges, which the caller adds in ascending order. */
    static final class Builder {
        private int[] starts = new int[8];
        private int[] ends = new int[8];
        private int size;

        void add(int start, int end) {
            if (size == starts.length) {
                starts = Arrays.copyOf(starts, size * 2);
                ends = Arrays.copyOf(ends, size * 2);
            }
            starts[size] = start;
            ends[size++] = end;
        }

        CodeRanges build() {
            return size == 0 ? NONE : new CodeRanges(Arrays.copyOf(starts, size), Arrays.copyOf(ends, size));
        }
    }
}
