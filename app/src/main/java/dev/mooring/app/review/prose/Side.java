package dev.mooring.app.review.prose;

import java.util.Arrays;

/**
 * One of the two texts of a document: before all suggestions, or after them. The text that belongs to no suggestion is
 * common to both. A position in the common text is the same number on both sides, which is how their blocks are aligned.
 */
final class Side {

    private static final int COMMON = -1;

    private final String text;

    /** Ascending; segment {@code i} is {@code starts[i]..starts[i + 1]} of the text. */
    private final int[] starts;

    /** How much common text precedes each segment. */
    private final int[] common;

    /** The suggestion of each segment; {@link #COMMON} for common text. */
    private final int[] suggestions;

    /** The highlight of each segment; -1 for none. */
    private final int[] highlights;

    private Side(Builder builder) {
        text = builder.text.toString();
        starts = Arrays.copyOf(builder.starts, builder.size);
        common = Arrays.copyOf(builder.common, builder.size);
        suggestions = Arrays.copyOf(builder.suggestions, builder.size);
        highlights = Arrays.copyOf(builder.highlights, builder.size);
    }

    String text() {
        return text;
    }

    /** Returns how much common text precedes a position. */
    int common(int position) {
        int i = segment(position);
        if (i < 0) {
            return 0;
        }
        return suggestions[i] == COMMON ? common[i] + position - starts[i] : common[i];
    }

    /** Returns whether all characters of a range are common. */
    boolean isCommon(int from, int to) {
        return common(to) - common(from) == to - from;
    }

    /** Returns the suggestion that the character at a position belongs to; -1 for none. */
    int suggestionAt(int position) {
        int i = segment(position);
        return i < 0 ? COMMON : suggestions[i];
    }

    /** Returns the highlight that the character at a position belongs to; -1 for none. */
    int highlightAt(int position) {
        int i = segment(position);
        return i < 0 ? -1 : highlights[i];
    }

    private int segment(int position) {
        int found = Arrays.binarySearch(starts, position);
        return found >= 0 ? found : -found - 2;
    }

    /** Builds a side from its segments. */
    static final class Builder {
        private final StringBuilder text = new StringBuilder();
        private int[] starts = new int[16];
        private int[] common = new int[16];
        private int[] suggestions = new int[16];
        private int[] highlights = new int[16];
        private int size;
        private int commonLength;

        void common(String part, int highlight) {
            add(part, COMMON, highlight);
            commonLength += part.length();
        }

        void marked(String part, int suggestion) {
            add(part, suggestion, -1);
        }

        private void add(String part, int suggestion, int highlight) {
            if (part.isEmpty()) {
                return;
            }
            if (size == starts.length) {
                starts = Arrays.copyOf(starts, size * 2);
                common = Arrays.copyOf(common, size * 2);
                suggestions = Arrays.copyOf(suggestions, size * 2);
                highlights = Arrays.copyOf(highlights, size * 2);
            }
            starts[size] = text.length();
            common[size] = commonLength;
            suggestions[size] = suggestion;
            highlights[size++] = highlight;
            text.append(part);
        }

        int length() {
            return text.length();
        }

        Side build() {
            return new Side(this);
        }
    }
}
