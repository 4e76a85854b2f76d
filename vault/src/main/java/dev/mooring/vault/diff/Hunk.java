package dev.mooring.vault.diff;

/** In the old text, {@code start..end} becomes {@code replacement}. */
public record Hunk(int start, int end, String replacement) {

    public Hunk shifted(int by) {
        return new Hunk(start + by, end + by, replacement);
    }
}
