package dev.mooring.vault.tools;

import dev.mooring.vault.diff.Graphemes;
import dev.mooring.vault.text.LineNumbers;

/** Lines as {@code cat -n} prints them. */
final class NumberedLines {

    static final int LONGEST_LINE = 2_000;

    private NumberedLines() {}

    static String of(LineNumbers lines, int first, int last) {
        var out = new StringBuilder();
        for (int line = first; line <= last; line++) {
            out.append(line == first ? "" : "\n");
            append(out, line, lines.line(line));
        }
        return out.toString();
    }

    private static void append(StringBuilder out, int number, String line) {
        String digits = Integer.toString(number);
        out.repeat(' ', Math.max(0, 6 - digits.length()))
                .append(digits)
                .append('\t')
                .append(cut(line, LONGEST_LINE));
    }

    /** The line, or its beginning and a remark that it was cut. */
    static String cut(String line, int longest) {
        if (line.length() <= longest) {
            return line;
        }
        String beginning = Graphemes.beginning(line, longest);
        return beginning + "… [line cut: " + beginning.length() + " of " + line.length() + " characters shown]";
    }
}
