package dev.mooring.vault.diff;

import java.util.List;

/** Finds links, inline code and URLs, which a diff treats as one word each. */
final class Atoms {

    private static final List<String> SCHEMES = List.of("https://", "http://", "ftp://", "file://", "mailto:", "www.");
    private static final int MAX_CODE_LENGTH = 2_000;
    private static final int MAX_LINK_LENGTH = 1_000;

    private Atoms() {}

    /** Returns the end of the atom that begins at a position; the position itself if none begins there. */
    static int end(String text, int at) {
        return switch (text.charAt(at)) {
            case '!' -> text.startsWith("[", at + 1) ? image(text, at) : at;
            case '[' -> link(text, at);
            case '`' -> code(text, at);
            case '<' -> autolink(text, at);
            case 'h', 'H', 'f', 'F', 'm', 'M', 'w', 'W' -> url(text, at);
            default -> at;
        };
    }

    private static int image(String text, int at) {
        int end = link(text, at + 1);
        return end == at + 1 ? at : end;
    }

    private static int link(String text, int at) {
        int end = Math.min(lineEnd(text, at), at + MAX_LINK_LENGTH);
        if (text.startsWith("[[", at)) {
            int close = text.indexOf("]]", at + 2, end);
            return close < 0 ? at : close + 2;
        }
        int textEnd = closing(text, at, end, '[', ']');
        if (textEnd < 0 || !text.startsWith("](", textEnd)) {
            return at;
        }
        int close = closing(text, textEnd + 1, end, '(', ')');
        return close < 0 ? at : close + 1;
    }

    /** Returns the position of the bracket that closes the one at a position, or -1. */
    private static int closing(String text, int at, int end, char open, char close) {
        int depth = 0;
        for (int i = at; i < end; i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == open) {
                depth++;
            } else if (c == close && --depth == 0) {
                return i;
            }
        }
        return -1;
    }

    private static int code(String text, int at) {
        int open = at;
        while (open < text.length() && text.charAt(open) == '`') {
            open++;
        }
        int length = open - at;
        if (length >= 3 && text.substring(lineStart(text, at), at).isBlank()) {
            // A fence is an atom by itself; the fenced text is split into words.
            return open;
        }
        int limit = Math.min(text.length(), open + MAX_CODE_LENGTH);
        int paragraph = text.indexOf("\n\n", open, limit);
        int end = paragraph < 0 ? limit : paragraph;
        int i = text.indexOf('`', open, end);
        while (i >= 0) {
            int close = i;
            while (close < text.length() && text.charAt(close) == '`') {
                close++;
            }
            if (close - i == length) {
                return close;
            }
            i = close < end ? text.indexOf('`', close, end) : -1;
        }
        return open;
    }

    private static int autolink(String text, int at) {
        int close = text.indexOf('>', at, lineEnd(text, at));
        boolean link = close > 0
                && startsUrl(text, at + 1)
                && text.substring(at, close).indexOf(' ') < 0;
        return link ? close + 1 : at;
    }

    private static int url(String text, int at) {
        boolean insideWord = at > 0 && Character.isLetterOrDigit(text.charAt(at - 1));
        if (insideWord || !startsUrl(text, at)) {
            return at;
        }
        int end = at;
        int depth = 0;
        while (end < text.length() && isUrlCharacter(text.charAt(end))) {
            char c = text.charAt(end);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (depth < 0) {
                break;
            }
            end++;
        }
        while (end > at && ".,;:!?'*_~".indexOf(text.charAt(end - 1)) >= 0) {
            end--;
        }
        return end;
    }

    private static boolean startsUrl(String text, int at) {
        for (String scheme : SCHEMES) { // no stream: called for every other word
            if (text.regionMatches(true, at, scheme, 0, scheme.length())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isUrlCharacter(char c) {
        return c > ' ' && !Character.isWhitespace(c) && "<>\"`|[]{}\\^".indexOf(c) < 0;
    }

    private static int lineStart(String text, int at) {
        return at == 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
    }

    private static int lineEnd(String text, int at) {
        int newline = text.indexOf('\n', at);
        return newline < 0 ? text.length() : newline;
    }
}
