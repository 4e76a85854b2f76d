package dev.mooring.app.review.prose;

import dev.mooring.vault.critic.TextRange;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a long text into parts that can be rendered one by one. A cut is made where Markdown begins anew whatever stood
 * before: at a heading, or after a blank line at text that is neither indented nor an item of a list. Only where no such
 * place comes for long is any blank line taken, and in the end any line.
 */
final class Parts {

    private static final int WANTED = 24 * 1024;
    private static final int LONG = 4 * WANTED;
    private static final int TOO_LONG = 10 * WANTED;

    private Parts() {}

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
            boolean cut = (size >= WANTED && fence.isEmpty() && beginsAnew(text, line, afterBlank))
                    || (size >= LONG && fence.isEmpty() && afterBlank)
                    || size >= TOO_LONG;
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

    private static boolean beginsAnew(String text, int line, boolean afterBlank) {
        char first = text.charAt(line);
        if (first == '#') {
            return true;
        }
        return afterBlank && Character.isLetter(first);
    }

    /** The fence that is open behind the line, or nothing. */
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
