package dev.mooring.vault.critic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Raw text as somebody sees it: some of it left out, and every CRLF one LF. Positions map exactly both ways.
 *
 * <p>A view is a list of pieces, each a stretch of raw text that shows as it is, or one CRLF that shows as LF.
 */
public final class View {

    private final String raw;
    private final String text;

    /** Ascending; piece {@code i} shows raw {@code rawStart[i]..rawEnd[i]} at {@code start[i]..start[i + 1]}. */
    private final int[] start;

    private final int[] rawStart;
    private final int[] rawEnd;

    private View(String raw, String text, int[] start, int[] rawStart, int[] rawEnd) {
        this.raw = raw;
        this.text = text;
        this.start = start;
        this.rawStart = rawStart;
        this.rawEnd = rawEnd;
    }

    public String text() {
        return text;
    }

    /** Where the visible character at the position begins in raw text; for the end, where the last one ended. */
    public int rawStart(int position) {
        if (position == text.length()) {
            return rawEnd(position);
        }
        int i = pieceAt(position);
        return rawStart[i] + (position - start[i]);
    }

    /** Where the visible character before the position ends in raw text; for 0, the beginning. */
    public int rawEnd(int position) {
        if (position == 0) {
            return raw.startsWith("\uFEFF") ? 1 : 0;
        }
        int i = pieceAt(position - 1);
        return position == start[i + 1] ? rawEnd[i] : rawStart[i] + (position - start[i]);
    }

    /** The visible position of a raw one; inside something invisible, the position behind it. */
    public int fromRaw(int rawPosition) {
        int found = Arrays.binarySearch(rawStart, rawPosition);
        int i = found >= 0 ? found : -found - 2;
        if (i < 0) {
            return 0;
        }
        return rawPosition >= rawEnd[i] ? start[i + 1] : Math.min(start[i] + (rawPosition - rawStart[i]), start[i + 1]);
    }

    /** The stretches of raw text that show between two positions; neighbours are joined. */
    public List<TextRange> rawSlices(int from, int to) {
        List<TextRange> slices = new ArrayList<>();
        if (from >= to) {
            return slices;
        }
        for (int i = pieceAt(from); i < rawStart.length && start[i] < to; i++) {
            int sliceStart = from > start[i] ? rawStart[i] + (from - start[i]) : rawStart[i];
            int sliceEnd = to < start[i + 1] ? rawStart[i] + (to - start[i]) : rawEnd[i];
            if (!slices.isEmpty() && slices.getLast().end() == sliceStart) {
                slices.set(slices.size() - 1, new TextRange(slices.getLast().start(), sliceEnd));
            } else {
                slices.add(new TextRange(sliceStart, sliceEnd));
            }
        }
        return slices;
    }

    /** What shows, with the line ends that the raw text has. */
    public String rawText() {
        var out = new StringBuilder(raw.length());
        rawSlices(0, text.length()).forEach(slice -> out.append(raw, slice.start(), slice.end()));
        return out.toString();
    }

    private int pieceAt(int position) {
        int found = Arrays.binarySearch(start, position);
        return found >= 0 ? found : -found - 2;
    }

    /** Puts a view together from stretches of raw text, in ascending order. */
    public static final class Builder {
        private final String raw;
        private int[] start = new int[16];
        private int[] rawStart = new int[16];
        private int[] rawEnd = new int[16];
        private int size;
        private int length;

        public Builder(String raw) {
            this.raw = raw;
        }

        /** How much shows so far. */
        public int length() {
            return length;
        }

        public void show(int from, int to) {
            int at = from;
            while (at < to) {
                int crlf = raw.indexOf("\r\n", at, to);
                int end = crlf < 0 ? to : crlf;
                if (at < end) {
                    piece(at, end, end - at);
                }
                at = end;
                if (end < to) {
                    piece(end, end + 2, 1);
                    at = end + 2;
                }
            }
        }

        private void piece(int from, int to, int shown) {
            boolean plain = to - from == shown;
            boolean continues = size > 0
                    && rawEnd[size - 1] == from
                    && plain
                    && length - start[size - 1] == rawEnd[size - 1] - rawStart[size - 1];
            if (continues) {
                rawEnd[size - 1] = to;
            } else {
                if (size == rawStart.length) {
                    start = Arrays.copyOf(start, size * 2);
                    rawStart = Arrays.copyOf(rawStart, size * 2);
                    rawEnd = Arrays.copyOf(rawEnd, size * 2);
                }
                start[size] = length;
                rawStart[size] = from;
                rawEnd[size++] = to;
            }
            length += shown;
        }

        public View build() {
            int[] starts = Arrays.copyOf(start, size + 1);
            starts[size] = length;
            int[] rawStarts = Arrays.copyOf(rawStart, size);
            int[] rawEnds = Arrays.copyOf(rawEnd, size);
            return new View(raw, shown(), starts, rawStarts, rawEnds);
        }

        private String shown() {
            if (size == 1 && length == rawEnd[0] - rawStart[0]) {
                return raw.substring(rawStart[0], rawEnd[0]);
            }
            var text = new StringBuilder(length);
            for (int i = 0; i < size; i++) {
                int end = i + 1 < size ? start[i + 1] : length;
                if (end - start[i] == rawEnd[i] - rawStart[i]) {
                    text.append(raw, rawStart[i], rawEnd[i]);
                } else {
                    text.append('\n');
                }
            }
            return text.toString();
        }
    }
}
