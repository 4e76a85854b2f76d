package dev.mooring.vault.text;

/** Maps all characters that a case-insensitive search treats as equal to one of them. */
public final class CaseFolding {

    private static final char[] FOLDED = new char[Character.MAX_VALUE + 1];

    static {
        for (int c = 0; c < FOLDED.length; c++) {
            FOLDED[c] = Character.toLowerCase(Character.toUpperCase((char) c));
        }
    }

    private CaseFolding() {}

    /** Returns the folded form of a UTF-16 unit. Surrogates fold to themselves. */
    public static char fold(char c) {
        return FOLDED[c];
    }
}
