package dev.mooring.bench.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A Markdown table with aligned columns. */
public final class Table {
    private final List<List<String>> rows = new ArrayList<>();

    public Table(String... headings) {
        rows.add(List.of(headings));
    }

    public void add(String... cells) {
        if (cells.length != rows.getFirst().size()) {
            throw new IllegalArgumentException("A row needs as many cells as the table has headings");
        }
        rows.add(List.of(cells));
    }

    @Override
    public String toString() {
        int[] widths = new int[rows.getFirst().size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], width(row.get(i)));
            }
        }
        StringBuilder text = new StringBuilder();
        append(text, rows.getFirst(), widths);
        append(text, Arrays.stream(widths).mapToObj("-"::repeat).toList(), widths);
        rows.stream().skip(1).forEach(row -> append(text, row, widths));
        return text.toString();
    }

    private static void append(StringBuilder text, List<String> row, int[] widths) {
        for (int i = 0; i < widths.length; i++) {
            String cell = row.get(i);
            text.append("| ").append(cell).repeat(' ', widths[i] - width(cell) + 1);
        }
        text.append("|\n");
    }

    private static int width(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
