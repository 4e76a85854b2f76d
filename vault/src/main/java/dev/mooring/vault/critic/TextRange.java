package dev.mooring.vault.critic;

import org.apiguardian.api.API;

/** A range of UTF-16 units in a text; {@code end} is exclusive. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record TextRange(int start, int end) {

    /**
     * Checks the range.
     *
     * @throws IllegalArgumentException if the start is negative, or the end is before the start
     */
    public TextRange {
        if (start < 0 || end < start) {
            throw new IllegalArgumentException("Invalid range: " + start + ".." + end);
        }
    }

    /** Returns the number of UTF-16 units. */
    public int length() {
        return end - start;
    }

    /** Returns true if the range contains no character. */
    public boolean isEmpty() {
        return start == end;
    }

    /** Returns this part of a text. */
    public String in(String text) {
        return text.substring(start, end);
    }
}
