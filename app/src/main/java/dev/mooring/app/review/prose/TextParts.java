package dev.mooring.app.review.prose;

import dev.mooring.vault.critic.TextRange;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits a long text into parts that can be rendered separately. It splits where Markdown starts a new top-level block
 * whatever precedes it: at a heading, or after a blank line before text that is neither indented nor a list item. If there
 * is no such place for long, it splits at any blank line, and at last at any line.
 */
final class TextParts {

    private static final int TARGET_LENGTH = 24 * 1024;
    private static final int BLANK_LINE_LENGTH = 4 * TARGET_LENGTH;
    private static final int ANY_LINE_LENGTH = 10 * TARGET_LENGTH;

    private TextParts() {}

    static List<TextRange> of(String text) {
        List<TextRange> parts = new ArrayList<>();
        int start = 0;
        int line = 0;
        boolean afterBlank = true;
        String fence = "";
        while (line < text.length()) {
            int newline = text.indexOf('\n', line);
            int next = newline < 0 ? text.length() : newline + 1;
            int size = line - start;
            boolean cut = (size >= TARGET_LENGTH && fence.isEmpty() && startsTopLevelBlock(text, line, afterBlank))
                    || (size >= BLANK_LINE_LENGTH && fence.isEmpty() && afterBlank)
                    || size >= ANY_LINE_LENGTH;
            if (cut) {
                parts.add(new TextRange(start, line));
                start = line;
            }
            fence = fence(text, line, next, fence);
            afterBlank = isBlank(text, line, next);
            line = next;
        }
        parts.add(new TextRange(start, text.length()));
        return parts;
    }

    private static boolean startsTopLevelBlock(String text, int line, boolean afterBlank) {
        char first = text.charAt(line);
        if (first == '#') {
            return true;
        }
        return afterBlank && Character.isLetter(first);
    }

    /** The code fence that is open after the line; empty for none. */
    private static String fence(String text, int line, int next, String open) {
        int at = line;
        while (at < next && at - line < 4 && text.charAt(at) == ' ') {
            at++;
        }
        if (at >= next || at - line == 4 || (text.charAt(at) != '`' && text.charAt(at) != '~')) {
            return open;
        }
        char mark = text.charAt(at);
        int end = at;
        while (end < next && text.charAt(end) == mark) {
            end++;
        }
        if (end - at < 3) {
            return open;
        }
        if (open.isEmpty()) {
            return text.substring(at, end);
        }
        boolean closes = open.charAt(0) == mark && end - at >= open.length() && isBlank(text, end, next);
        return closes ? "" : open;
    }

    private static boolean isBlank(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            if (!Character.isWhitespace(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }
}
