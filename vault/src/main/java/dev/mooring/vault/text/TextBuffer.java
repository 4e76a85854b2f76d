package dev.mooring.vault.text;

/**
 * Joins parts of texts whose length together is known. Faster than a {@code StringBuilder} for whole documents: that copies
 * its content again when it meets the first character outside Latin-1.
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
