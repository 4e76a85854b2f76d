package dev.mooring.vault.search;

/** One form for all characters that a search without regard to case takes for the same. */
final class CaseFolding {

    private static final char[] FOLDED = new char[Character.MAX_VALUE + 1];

    static {
        for (int c = 0; c < FOLDED.length; c++) {
            FOLDED[c] = Character.toLowerCase(Character.toUpperCase((char) c));
        }
    }

    private CaseFolding() {}

    static char fold(char c) {
        return FOLDED[c];
    }
}
