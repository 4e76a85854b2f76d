package dev.mooring.vault.diff;

import java.text.BreakIterator;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Splits text with LF line endings into words, spaces, line endings and single symbols. Links, inline code and URLs are
 * one word each. Graphemes are never split.
 */
public final class Words {

    /** How far before a position a link can begin. Bounds the time for very long lines. */
    private static final int MAX_LINK_CONTEXT = 2_000;

    private final String text;
    /** Created on first use: a break iterator reads the whole text first, and most texts do not need one. */
    private @Nullable BreakIterator graphemes;

    private int[] boundaries = new int[64];
    private int size;

    private Words(String text) {
        this.text = text;
    }

    /** Returns the start of each word in ascending order, followed by the length of the text. */
    public static int[] boundaries(String text) {
        return new Words(text).split();
    }

    /** Returns true if a position is inside a link, an image or a URL, so that a change there splits it. */
    public static boolean isInsideLink(String text, int position) {
        int at = Math.max(text.lastIndexOf('\n', position - 1) + 1, position - MAX_LINK_CONTEXT);
        while (at < position) {
            // A backtick may begin code, but only a Markdown parser knows, so links in code count too.
            int end = text.charAt(at) == '`' ? at : Atoms.end(text, at);
            if (end > position) {
                return true;
            }
            at = Math.max(end, at + 1);
        }
        return false;
    }

    /** Returns the end of the link, inline code or URL around a position; the position itself if it is not inside one. */
    public static int endOfAtomAround(String text, int position) {
        var words = new Words(text);
        int at = 0;
        int end = 0;
        while (end < position) {
            at = end;
            end = words.end(at);
        }
        return at < position ? Math.max(Atoms.end(text, at), position) : position;
    }

    private int[] split() {
        int at = 0;
        while (at < text.length()) {
            add(at);
            at = end(at);
        }
        add(text.length());
        return Arrays.copyOf(boundaries, size);
    }

    private void add(int boundary) {
        if (size == boundaries.length) {
            boundaries = Arrays.copyOf(boundaries, size * 2);
        }
        boundaries[size++] = boundary;
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
        return graphemeAfter(at);
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

    /** Moves an end to the end of its grapheme, after combining marks, variation selectors and joined symbols. */
    private int extended(int end) {
        if (end >= text.length() || !isExtender(text.codePointAt(end))) {
            return end;
        }
        return graphemeAfter(end - 1);
    }

    /** Returns the first position after the given one where a grapheme begins or the text ends. */
    private int graphemeAfter(int at) {
        if (graphemes == null) {
            graphemes = BreakIterator.getCharacterInstance(Locale.ROOT);
            graphemes.setText(text);
        }
        int following = graphemes.following(at);
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

    /** Returns true for scripts without spaces between words: each character counts as a word. */
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
