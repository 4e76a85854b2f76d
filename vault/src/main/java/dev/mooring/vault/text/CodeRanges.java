package dev.mooring.vault.text;

import java.util.Arrays;

/** The stretches of a text that are code, ascending and apart from each other. */
public final class CodeRanges {

    public static final CodeRanges NONE = new CodeRanges(new int[0], new int[0]);

    private final int[] starts;
    private final int[] ends;

    private CodeRanges(int[] starts, int[] ends) {
        this.starts = starts;
        this.ends = ends;
    }

    public boolean isEmpty() {
        return starts.length == 0;
    }

    /** True between two characters that belong to the same piece of code, its own delimiters included. */
    public boolean surrounds(int position) {
        int i = lastStartingBefore(position);
        return i >= 0 && position < ends[i];
    }

    /** True if the character at the position belongs to code. */
    public boolean contains(int index) {
        return surrounds(index) || Arrays.binarySearch(starts, index) >= 0;
    }

    /** Where the code that contains the character ends; the index itself if it is not code. */
    public int skip(int index) {
        int i = lastStartingBefore(index + 1);
        return i >= 0 && index < ends[i] ? ends[i] : index;
    }

    private int lastStartingBefore(int position) {
        int found = Arrays.binarySearch(starts, position);
        return found >= 0 ? found - 1 : -found - 2;
    }

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
