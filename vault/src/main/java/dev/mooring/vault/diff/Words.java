package dev.mooring.vault.diff;

import java.text.BreakIterator;
import java.util.Arrays;
import java.util.Locale;

/**
 * Cuts text with LF line ends into words, spaces, line ends and single symbols. A link, inline
 * code and a URL are one word each, and no grapheme is ever cut.
 */
public final class Words {

    private final String text;
    private final BreakIterator graphemes = BreakIterator.getCharacterInstance(Locale.ROOT);
    private int[] cuts = new int[64];
    private int size;

    private Words(String text) {
        this.text = text;
        graphemes.setText(text);
    }

    /** Where words begin, ascending from 0, and the text's length at the end. */
    public static int[] boundaries(String text) {
        return new Words(text).cut();
    }

    private int[] cut() {
        int at = 0;
        while (at < text.length()) {
            add(at);
            at = end(at);
        }
        add(text.length());
        return Arrays.copyOf(cuts, size);
    }

    private void add(int cut) {
        if (size == cuts.length) {
            cuts = Arrays.copyOf(cuts, size * 2);
        }
        cuts[size++] = cut;
    }

    private int end(int at) {
        char c = text.charAt(at);
        if (c == '\n') {
            return at + 1;
        }
        if (isSpace(c)) {
            int end = at + 1;
            while (end < text.length() && isSpace(text.charAt(end))) {
                end++;
            }
            return extended(end);
        }
        int atom = Atoms.end(text, at);
        if (atom > at) {
            return extended(atom);
        }
        int codePoint = text.codePointAt(at);
        if (Character.isLetterOrDigit(codePoint) && !standsAlone(codePoint)) {
            return wordEnd(at);
        }
        if (c < 128) {
            return extended(at + 1);
        }
        return graphemes.following(at);
    }

    private int wordEnd(int at) {
        int end = at;
        while (end < text.length()) {
            int codePoint = text.codePointAt(end);
            int next = end + Character.charCount(codePoint);
            boolean joins =
                    end > at && isJoiner(codePoint) && next < text.length() && isWordPart(text.codePointAt(next));
            if (!isWordPart(codePoint) && !isExtender(codePoint) && !joins) {
                break;
            }
            end = next;
        }
        return end;
    }

    /** What follows and belongs to the last grapheme: combining marks, variation selectors, joined symbols. */
    private int extended(int end) {
        if (end >= text.length() || !isExtender(text.codePointAt(end))) {
            return end;
        }
        int following = graphemes.following(end - 1);
        return following == BreakIterator.DONE ? text.length() : following;
    }

    private static boolean isSpace(char c) {
        return c != '\n' && (Character.isWhitespace(c) || Character.isSpaceChar(c));
    }

    private static boolean isWordPart(int codePoint) {
        return Character.isLetterOrDigit(codePoint) && !standsAlone(codePoint);
    }

    private static boolean isJoiner(int codePoint) {
        return codePoint == '\'' || codePoint == '\u2019' || codePoint == '_';
    }

    /** Scripts that write no spaces between words are compared sign by sign. */
    private static boolean standsAlone(int codePoint) {
        return codePoint >= 0x2E80
                && switch (Character.UnicodeScript.of(codePoint)) {
                    case HAN, HIRAGANA, KATAKANA -> true;
                    default -> false;
                };
    }

    private static boolean isExtender(int codePoint) {
        return codePoint >= 0x300
                && switch (Character.getType(codePoint)) {
                    case Character.NON_SPACING_MARK,
                            Character.ENCLOSING_MARK,
                            Character.COMBINING_SPACING_MARK,
                            Character.FORMAT -> true;
                    default -> codePoint >= 0x1F3FB && codePoint <= 0x1F3FF;
                };
    }
}
