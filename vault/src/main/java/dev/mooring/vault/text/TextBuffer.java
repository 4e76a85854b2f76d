package dev.mooring.vault.text;

/**
 * Joins parts of texts whose total length is known. Faster for whole documents than a {@code StringBuilder}, which copies
 * its content again at the first character outside Latin-1.
 */
public final class TextBuffer {

    private final char[] chars;
    private int length;

    /** Creates an empty buffer for a text of a certain length. */
    public TextBuffer(int length) {
        this.chars = new char[length];
    }

    /** Appends a whole text. */
    public TextBuffer append(String text) {
        return append(text, 0, text.length());
    }

    /** Appends the part of a text between two positions. */
    public TextBuffer append(String text, int from, int to) {
        text.getChars(from, to, chars, length);
        length += to - from;
        return this;
    }

    /** Returns the joined parts. */
    @Override
    public String toString() {
        return new String(chars, 0, length);
    }
}
