package dev.mooring.vault.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds the tables of a Markdown text with LF line endings. */
public final class MarkdownTables {

    /** Repeats its group with a possessive quantifier. With a greedy one, each column of a wide table takes stack frames. */
    private static final Pattern DELIMITER_ROW =
            Pattern.compile("[ \\t>]*\\|?[ \\t]*:?-+:?[ \\t]*(\\|[ \\t]*:?-+:?[ \\t]*)*+\\|?[ \\t]*");

    private final List<Table> tables;

    private MarkdownTables(List<Table> tables) {
        this.tables = tables;
    }

    /**
     * A table.
     *
     * @param firstLine the line of the header row, counted from 1
     * @param delimiterLine the line of the row of dashes
     * @param lastLine the last row
     * @param columns the number of columns, which the row of dashes determines
     */
    public record Table(int firstLine, int delimiterLine, int lastLine, int columns) {}

    /** Finds the tables of a text. */
    public static MarkdownTables of(LineNumbers lines) {
        List<Table> found = new ArrayList<>();
        if (lines.text().contains("|")) {
            int line = 2;
            while (line <= lines.count()) {
                line = isDelimiterRow(lines.line(line)) && isRow(lines.line(line - 1))
                        ? addTable(lines, line, found)
                        : line + 1;
            }
        }
        return new MarkdownTables(found);
    }

    private static int addTable(LineNumbers lines, int delimiter, List<Table> found) {
        int last = delimiter;
        while (last < lines.count() && isRow(lines.line(last + 1))) {
            last++;
        }
        found.add(new Table(delimiter - 1, delimiter, last, columns(lines.line(delimiter))));
        return last + 1;
    }

    private static boolean isDelimiterRow(String line) {
        return line.indexOf('-') >= 0
                && line.indexOf('|') >= 0
                && DELIMITER_ROW.matcher(line).matches();
    }

    private static boolean isRow(String line) {
        return line.indexOf('|') >= 0;
    }

    private static int columns(String delimiterRow) {
        String cells = delimiterRow.replace(">", "").strip().replaceAll("^\\||\\|$", "");
        return (int) cells.chars().filter(c -> c == '|').count() + 1;
    }

    /** Returns the table that has a row on one of the lines; empty if the lines are in no table. */
    public Optional<Table> at(int firstLine, int lastLine) {
        return tables.stream()
                .filter(table -> table.firstLine() <= lastLine && firstLine <= table.lastLine())
                .findFirst();
    }
}
