package dev.mooring.vault.diff;

/** A change of the old text: {@code replacement} replaces the range from {@code start} to {@code end}, exclusive. */
public record Hunk(int start, int end, String replacement) {

    /** Returns this change moved by a number of UTF-16 units. */
    public Hunk shifted(int by) {
        return new Hunk(start + by, end + by, replacement);
    }
}
