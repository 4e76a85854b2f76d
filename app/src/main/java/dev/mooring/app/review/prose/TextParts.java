package dev.mooring.app.review.prose;

import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.TextRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Splits a long document into parts that can be rendered separately. It splits where Markdown starts a new top-level block
 * on both sides, whatever precedes it: at a heading, or after a blank line before text that is neither indented nor a list
 * item. If there is no such place for long, it splits between list items.
 */
final class TextParts {

    private static final int TARGET_LENGTH = 24 * 1024;
    private static final int LIST_LENGTH = 2 * TARGET_LENGTH;

    private TextParts() {}

    /** Splits the two texts of a document at the same places. */
    static List<Part> of(Sides sides) {
        Map<Integer, Boundary> before = new HashMap<>();
        for (Boundary boundary : boundaries(sides.before().text())) {
            if (sides.before().isCommon(boundary.position(), boundary.position() + 1)) {
                before.put(sides.before().common(boundary.position()), boundary);
            }
        }
        List<Part> parts = new ArrayList<>();
        int startBefore = 0;
        int startAfter = 0;
        for (Boundary boundary : boundaries(sides.after().text())) {
            int end = boundary.position();
            Boundary same = before.get(sides.after().common(end));
            if (same == null || !sides.after().isCommon(end, end + 1)) {
                continue;
            }
            int length = Math.max(same.position() - startBefore, end - startAfter);
            if (length >= (boundary.isItem() || same.isItem() ? LIST_LENGTH : TARGET_LENGTH)) {
                parts.add(new Part(new TextRange(startBefore, same.position()), new TextRange(startAfter, end)));
                startBefore = same.position();
                startAfter = end;
            }
        }
        parts.add(new Part(
                new TextRange(startBefore, sides.before().text().length()),
                new TextRange(startAfter, sides.after().text().length())));
        return parts;
    }

    /** Splits the raw text of a document at blank lines outside of its marks. */
    static List<Part> ofRaw(MarkedText text) {
        List<Part> parts = new ArrayList<>();
        int start = 0;
        int blank = text.raw().indexOf("\n\n");
        while (blank >= 0) {
            int end = text.endOfMarkAround(blank + 2);
            if (end - start >= TARGET_LENGTH) {
                parts.add(new Part(new TextRange(start, end), new TextRange(start, end)));
                start = end;
            }
            blank = text.raw().indexOf("\n\n", Math.max(end, blank + 1));
        }
        var last = new TextRange(start, text.raw().length());
        parts.add(new Part(last, last));
        return parts;
    }

    /** The start of a line at which a top-level block starts, or an item of a top-level list. */
    private record Boundary(int position, boolean isItem) {}

    private static List<Boundary> boundaries(String text) {
        List<Boundary> boundaries = new ArrayList<>();
        int line = 0;
        boolean afterBlank = true;
        String fence = "";
        while (line < text.length()) {
            int newline = text.indexOf('\n', line);
            int next = newline < 0 ? text.length() : newline + 1;
            if (line > 0 && fence.isEmpty()) {
                char first = text.charAt(line);
                if (first == '#' || (afterBlank && Character.isLetter(first))) {
                    boundaries.add(new Boundary(line, false));
                } else if (isItem(text, line)) {
                    boundaries.add(new Boundary(line, true));
                }
            }
            fence = fence(text, line, next, fence);
            afterBlank = isBlank(text, line, next);
            line = next;
        }
        return boundaries;
    }

    private static boolean isItem(String text, int line) {
        return line + 2 < text.length()
                && "-*+".indexOf(text.charAt(line)) >= 0
                && text.charAt(line + 1) == ' '
                && Character.isLetterOrDigit(text.charAt(line + 2));
    }

    /** Returns the code fence or formula that is open after the line; empty for none. */
    private static String fence(String text, int line, int next, String open) {
        int at = line;
        while (at < next && at - line < 4 && text.charAt(at) == ' ') {
            at++;
        }
        if (at >= next || at - line == 4) {
            return open;
        }
        if (open.isEmpty() ? text.startsWith("$$", at) : open.equals("$$")) {
            return math(text.substring(at, next).strip(), open);
        }
        char mark = text.charAt(at);
        if (mark != '`' && mark != '~') {
            return open;
        }
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

    private static String math(String line, String open) {
        boolean isWhole = open.isEmpty() && line.indexOf("$$", 2) >= 0;
        boolean closes = !open.isEmpty() && line.endsWith("$$");
        return isWhole || closes ? "" : "$$";
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
