package dev.mooring.vault.critic;

import dev.mooring.vault.text.TextBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apiguardian.api.API;

/**
 * Raw text as a reader sees it: without marks, and with LF for CRLF. Positions map exactly in both directions. Immutable.
 *
 * <p>A view is a list of pieces. A piece is a range of raw text that is shown unchanged, or one CRLF. The first piece can
 * show another text in place of its range: front matter with proposed properties. Positions within it map to its ends.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class View {

    private final String raw;
    private final String text;

    /** Ascending; piece {@code i} shows raw {@code rawStart[i]..rawEnd[i]} at {@code start[i]..start[i + 1]}. */
    private final int[] start;

    private final int[] rawStart;
    private final int[] rawEnd;

    /** True if the first piece shows a text in place of its raw text. */
    private final boolean isReplaced;

    private View(String raw, String text, int[] start, int[] rawStart, int[] rawEnd, boolean isReplaced) {
        this.raw = raw;
        this.isReplaced = isReplaced;
        this.text = text;
        this.start = start;
        this.rawStart = rawStart;
        this.rawEnd = rawEnd;
    }

    /** Returns the visible text. */
    public String text() {
        return text;
    }

    /** Returns the raw position at which a visible character begins; for the end of the view, where the last one ends. */
    public int rawStart(int position) {
        if (position == text.length()) {
            return rawEnd(position);
        }
        int i = pieceAt(position);
        return isReplaced(i) ? rawStart[i] : rawStart[i] + (position - start[i]);
    }

    private boolean isReplaced(int piece) {
        return isReplaced && piece == 0;
    }

    /** Returns the raw position at which the visible character before a position ends; for 0, the start of the text. */
    public int rawEnd(int position) {
        if (position == 0) {
            return raw.startsWith("\uFEFF") ? 1 : 0;
        }
        int i = pieceAt(position - 1);
        return position == start[i + 1] || isReplaced(i) ? rawEnd[i] : rawStart[i] + (position - start[i]);
    }

    /** Returns the visible position of a raw position; inside hidden text, the position after it. */
    public int fromRaw(int rawPosition) {
        int found = Arrays.binarySearch(rawStart, rawPosition);
        int i = found >= 0 ? found : -found - 2;
        if (i < 0) {
            return 0;
        }
        boolean isAfter = rawPosition >= rawEnd[i] || (isReplaced(i) && rawPosition > rawStart[i]);
        return isAfter ? start[i + 1] : Math.min(start[i] + (rawPosition - rawStart[i]), start[i + 1]);
    }

    /** Returns the raw ranges that are visible between two positions. Adjacent ranges are merged. */
    public List<TextRange> rawSlices(int from, int to) {
        List<TextRange> slices = new ArrayList<>();
        if (from >= to) {
            return slices;
        }
        for (int i = pieceAt(from); i < rawStart.length && start[i] < to; i++) {
            boolean isWhole = isReplaced(i);
            int sliceStart = from > start[i] && !isWhole ? rawStart[i] + (from - start[i]) : rawStart[i];
            int sliceEnd = to < start[i + 1] && !isWhole ? rawStart[i] + (to - start[i]) : rawEnd[i];
            if (!slices.isEmpty() && slices.getLast().end() == sliceStart) {
                slices.set(slices.size() - 1, new TextRange(slices.getLast().start(), sliceEnd));
            } else {
                slices.add(new TextRange(sliceStart, sliceEnd));
            }
        }
        return slices;
    }

    /** Returns the visible text with the line endings of the raw text. */
    public String rawText() {
        List<TextRange> slices = rawSlices(0, text.length());
        int length = slices.stream().mapToInt(TextRange::length).sum();
        if (length == text.length() && !isReplaced) {
            return text; // there is no CRLF
        }
        var out = new TextBuffer(length);
        slices.forEach(slice -> out.append(raw, slice.start(), slice.end()));
        return out.toString();
    }

    private int pieceAt(int position) {
        int found = Arrays.binarySearch(start, position);
        return found >= 0 ? found : -found - 2;
    }

    /** Builds a view from ranges of raw text, in ascending order. */
    static final class Builder {
        private final String raw;
        private int[] start = new int[16];
        private int[] rawStart = new int[16];
        private int[] rawEnd = new int[16];
        private int size;
        private int length;

        /** The text that the first piece shows in place of its range; empty if it shows the range. */
        private String replacement = "";

        Builder(String raw) {
            this.raw = raw;
        }

        /** Shows a text in place of a range, before everything else. */
        void showInstead(TextRange range, String text) {
            if (!text.isEmpty()) {
                replacement = text;
                addPiece(range.start(), range.end(), text.length());
            }
        }

        void show(int from, int to) {
            int at = from;
            while (at < to) {
                int crlf = indexOfCrlf(at, to);
                int end = crlf < 0 ? to : crlf;
                if (at < end) {
                    addPiece(at, end, end - at);
                }
                at = end;
                if (end < to) {
                    addPiece(end, end + 2, 1);
                    at = end + 2;
                }
            }
        }

        /** Searches for one character, because the JVM has a faster instruction for that than for two. */
        private int indexOfCrlf(int from, int to) {
            int at = raw.indexOf('\r', from, to);
            while (at >= 0 && !raw.startsWith("\n", at + 1)) {
                at = raw.indexOf('\r', at + 1, to);
            }
            return at < 0 || at + 1 == to ? -1 : at;
        }

        private void addPiece(int from, int to, int shown) {
            boolean isUnchanged = to - from == shown;
            boolean continues = size > (replacement.isEmpty() ? 0 : 1)
                    && rawEnd[size - 1] == from
                    && isUnchanged
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

        View build() {
            int[] starts = Arrays.copyOf(start, size + 1);
            starts[size] = length;
            int[] rawStarts = Arrays.copyOf(rawStart, size);
            int[] rawEnds = Arrays.copyOf(rawEnd, size);
            return new View(raw, visibleText(), starts, rawStarts, rawEnds, !replacement.isEmpty());
        }

        private String visibleText() {
            if (size == 1 && replacement.isEmpty() && length == rawEnd[0] - rawStart[0]) {
                return raw.substring(rawStart[0], rawEnd[0]);
            }
            var text = new TextBuffer(length).append(replacement);
            for (int i = replacement.isEmpty() ? 0 : 1; i < size; i++) {
                int end = i + 1 < size ? start[i + 1] : length;
                if (end - start[i] == rawEnd[i] - rawStart[i]) {
                    text.append(raw, rawStart[i], rawEnd[i]);
                } else {
                    text.append("\n");
                }
            }
            return text.toString();
        }
    }
}
