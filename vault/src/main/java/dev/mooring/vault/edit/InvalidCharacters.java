package dev.mooring.vault.edit;

import java.util.Locale;
import java.util.Optional;

/** Finds characters that new text must not contain: control characters, and lone surrogates, which UTF-8 cannot encode. */
public final class InvalidCharacters {

    private InvalidCharacters() {}

    /**
     * Returns why the new text must not be written; empty if it may.
     *
     * @param argument the subject of the message: the name of the tool argument with the new text
     * @param oldText the text that the new text replaces; control characters in it may stay
     */
    public static Optional<String> findProblem(String argument, String newText, String oldText) {
        for (int i = 0; i < newText.length(); i += Character.charCount(newText.codePointAt(i))) {
            int codePoint = newText.codePointAt(i);
            boolean isSurrogate = Character.getType(codePoint) == Character.SURROGATE;
            boolean isNewControl = isControl(codePoint) && oldText.indexOf(codePoint) < 0;
            if (isSurrogate || isNewControl) {
                return Optional.of(String.format(
                        Locale.ROOT,
                        "%s contains %s U+%04X at character %d. Remove it.",
                        argument,
                        isSurrogate ? "the lone surrogate" : "the control character",
                        codePoint,
                        i + 1));
            }
        }
        return Optional.empty();
    }

    private static boolean isControl(int codePoint) {
        return Character.isISOControl(codePoint) && codePoint != '\t' && codePoint != '\n' && codePoint != '\r';
    }
}
