package dev.mooring.vault.text;

/** Maps all characters that a case-insensitive search treats as equal to one of them. */
public final class CaseFolding {

    private CaseFolding() {}

    /** Returns the folded form of a UTF-16 unit. Surrogates fold to themselves. */
    public static char fold(char c) {
        return Character.toLowerCase(Character.toUpperCase(c));
    }
}
