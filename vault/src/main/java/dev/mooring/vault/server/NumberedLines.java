package dev.mooring.vault.server;

import dev.mooring.vault.text.Graphemes;
import dev.mooring.vault.text.LineNumbers;

/** Renders lines as {@code cat -n} prints them. */
final class NumberedLines {

    static final int MAX_LINE_LENGTH = 2_000;

    private static final int NUMBER_WIDTH = 6;

    private NumberedLines() {}

    /** Renders the lines from {@code first} to {@code last}, both included. Long lines are truncated. */
    static String of(LineNumbers lines, int first, int last) {
        return of(lines, first, last, 0);
    }

    /** Renders lines. Leaves out the first {@code from} characters of the first line. */
    static String of(LineNumbers lines, int first, int last, int from) {
        int characters = first > last ? 0 : lines.end(last) - lines.start(first);
        var out = new StringBuilder(characters + (last - first + 1) * (NUMBER_WIDTH + 2));
        for (int line = first; line <= last; line++) {
            if (line > first) {
                out.append('\n');
            }
            appendNumber(out, line);
            int skipped = line == first ? from : 0;
            if (skipped == 0 && lines.end(line) - lines.start(line) <= MAX_LINE_LENGTH) {
                out.append(lines.text(), lines.start(line), lines.end(line));
            } else {
                appendPart(out, lines.line(line), line, skipped);
            }
        }
        return out.toString();
    }

    /** Throws if the line ends with the skipped characters or before, so that nothing of it is left to show. */
    static void requireCharacter(LineNumbers lines, int line, int skipped) throws ToolFailure {
        int length = lines.count() == 0 ? 0 : lines.end(line) - lines.start(line);
        if (skipped > 0 && skipped >= length) {
            throw new ToolFailure("char_offset " + (skipped + 1) + " is past the end: line " + line + " has " + length
                    + " characters.");
        }
    }

    private static void appendNumber(StringBuilder out, int line) {
        String digits = Integer.toString(line);
        out.repeat(' ', Math.max(0, NUMBER_WIDTH - digits.length()))
                .append(digits)
                .append('\t');
    }

    private static void appendPart(StringBuilder out, String line, int number, int skipped) {
        int start = Graphemes.prefix(line, skipped).length();
        String shown = Graphemes.prefix(line.substring(start), MAX_LINE_LENGTH);
        int end = start + shown.length();
        out.append(shown);
        if (end < line.length()) {
            out.append("… [line truncated: characters " + (start + 1) + "-" + end + " of " + line.length()
                    + "; continue with offset " + number + " and char_offset " + (end + 1) + "]");
        }
    }

    /** Returns the line; if it is too long, its beginning and a note that it is truncated. */
    static String shorten(String line, int maxLength) {
        if (line.length() <= maxLength) {
            return line;
        }
        String beginning = Graphemes.prefix(line, maxLength);
        return beginning + "… [line truncated: " + beginning.length() + " of " + line.length() + " characters shown]";
    }
}
