package dev.mooring.vault.text;

/**
 * One line of Markdown block structure.
 *
 * @param contentStart the position after quote marks and indentation
 * @param end the position before the line ending
 * @param next the start of the following line
 * @param indent the column of the content, counted from the last quote mark
 * @param quotes the number of quote marks before the content
 */
record Line(int contentStart, int end, int next, int indent, int quotes) {

    /** Parses the line that starts at a position. */
    static Line at(String text, int start) {
        int newline = text.indexOf('\n', start);
        int end = newline < 0 ? text.length() : newline;
        int at = start;
        int indent = 0;
        int quotes = 0;
        while (at < end) {
            char c = text.charAt(at);
            if (c == ' ') {
                indent++;
            } else if (c == '\t') {
                indent += 4 - indent % 4;
            } else if (c == '>' && indent <= 3) {
                quotes++;
                indent = at + 1 < end && text.charAt(at + 1) == ' ' ? -1 : 0;
            } else {
                break;
            }
            at++;
        }
        return new Line(at, end, newline < 0 ? end : end + 1, Math.max(indent, 0), quotes);
    }

    boolean isBlank() {
        return contentStart == end;
    }

    /** Returns the rest of the line after a list marker of the given length. */
    Line afterMarker(String text, int marker) {
        int at = contentStart + marker;
        int spaces = 0;
        while (at < end && text.charAt(at) == ' ') {
            at++;
            spaces++;
        }
        // Five or more spaces are one space followed by indented code.
        int column = indent + marker + (spaces > 4 || at == end ? 1 : spaces);
        return new Line(at, end, next, column, quotes);
    }

    /** Returns the length of the list marker at the start of the content, or 0 if the content starts with other text. */
    int markerLength(String text) {
        int at = contentStart;
        if (at >= end) {
            return 0;
        }
        char c = text.charAt(at);
        if (c == '-' || c == '*' || c == '+') {
            at++;
        } else {
            while (at < end && at - contentStart < 9 && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
                at++;
            }
            if (at == contentStart || at >= end || (text.charAt(at) != '.' && text.charAt(at) != ')')) {
                return 0;
            }
            at++;
        }
        return at == end || text.charAt(at) == ' ' || text.charAt(at) == '\t' ? at - contentStart : 0;
    }

    /** Returns true if the line begins a list item, a heading or a table row. */
    boolean startsBlock(String text) {
        return markerLength(text) > 0 || isHeading(text) || text.charAt(contentStart) == '|';
    }

    boolean isHeading(String text) {
        int at = contentStart;
        while (at < end && text.charAt(at) == '#') {
            at++;
        }
        int level = at - contentStart;
        return level > 0 && level <= 6 && (at == end || text.charAt(at) == ' ');
    }

    /** Returns how often the first character of the content is repeated. */
    int runLength(String text) {
        char mark = text.charAt(contentStart);
        int at = contentStart;
        while (at < end && text.charAt(at) == mark) {
            at++;
        }
        return at - contentStart;
    }

    boolean opensFence(String text) {
        if (isBlank()) {
            return false;
        }
        char mark = text.charAt(contentStart);
        if ((mark != '`' && mark != '~') || runLength(text) < 3) {
            return false;
        }
        return mark == '~' || text.indexOf('`', contentStart + runLength(text), end) < 0;
    }

    boolean closesFence(String text, char mark, int length) {
        if (isBlank() || text.charAt(contentStart) != mark) {
            return false;
        }
        int run = runLength(text);
        return run >= length && text.substring(contentStart + run, end).isBlank();
    }
}
