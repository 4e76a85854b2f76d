package dev.mooring.vault.server;

import dev.mooring.vault.text.Graphemes;
import dev.mooring.vault.text.LineNumbers;

/** Lines as {@code cat -n} prints them. */
final class NumberedLines {

    static final int LONGEST_LINE = 2_000;

    private static final int NUMBER_WIDTH = 6;

    private NumberedLines() {}

    static String of(LineNumbers lines, int first, int last) {
        int characters = first > last ? 0 : lines.end(last) - lines.start(first);
        var out = new StringBuilder(characters + (last - first + 1) * (NUMBER_WIDTH + 2));
        for (int line = first; line <= last; line++) {
            if (line > first) {
                out.append('\n');
            }
            String digits = Integer.toString(line);
            out.repeat(' ', Math.max(0, NUMBER_WIDTH - digits.length()))
                    .append(digits)
                    .append('\t');
            if (lines.end(line) - lines.start(line) <= LONGEST_LINE) {
                out.append(lines.text(), lines.start(line), lines.end(line));
            } else {
                out.append(cut(lines.line(line), LONGEST_LINE));
            }
        }
        return out.toString();
    }

    /** The line, or its beginning and a remark that it was cut. */
    static String cut(String line, int longest) {
        if (line.length() <= longest) {
            return line;
        }
        String beginning = Graphemes.prefix(line, longest);
        return beginning + "… [line cut: " + beginning.length() + " of " + line.length() + " characters shown]";
    }
}
