package dev.mooring.vault.critic;

/** A stretch of text, {@code end} exclusive, in UTF-16 units. */
public record TextRange(int start, int end) {

    public TextRange {
        if (start < 0 || end < start) {
            throw new IllegalArgumentException("Not a range: " + start + ".." + end);
        }
    }

    public int length() {
        return end - start;
    }

    public boolean isEmpty() {
        return start == end;
    }

    public String in(String text) {
        return text.substring(start, end);
    }
}
