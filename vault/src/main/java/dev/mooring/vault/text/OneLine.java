package dev.mooring.vault.text;

/** Renders text from documents on one line of output, so that it cannot pass for another line or hide part of it. */
public final class OneLine {

    private static final int ZERO_WIDTH_NON_JOINER = 0x200C;
    private static final int ZERO_WIDTH_JOINER = 0x200D;

    private OneLine() {}

    /**
     * Returns the text with all characters visible: line breaks, other control characters, lone surrogates and characters
     * that change the direction of text appear as {@code \}{@code u000a}. A longer text is truncated on a character
     * boundary and ends with an ellipsis.
     */
    public static String of(String text, int maxLength) {
        String shown = Graphemes.prefix(text, maxLength);
        var line = new StringBuilder();
        shown.codePoints().forEach(c -> append(line, c));
        return shown.length() < text.length() ? line.append('…').toString() : line.toString();
    }

    private static void append(StringBuilder line, int codePoint) {
        if (isInvisible(codePoint)) {
            for (char c : Character.toChars(codePoint)) {
                line.append(escaped(c));
            }
        } else {
            line.appendCodePoint(codePoint);
        }
    }

    /** Returns a character as {@code \}{@code u}, followed by its four hexadecimal digits. */
    static String escaped(char c) {
        return String.format("\\u%04x", (int) c);
    }

    /** Returns true for characters that output must not contain. Joiners within words and emoji are harmless. */
    static boolean isInvisible(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.SURROGATE ->
                true;
            case Character.FORMAT -> codePoint != ZERO_WIDTH_JOINER && codePoint != ZERO_WIDTH_NON_JOINER;
            default -> false;
        };
    }
}
