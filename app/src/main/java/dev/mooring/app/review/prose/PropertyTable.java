package dev.mooring.app.review.prose;

import dev.mooring.app.review.prose.Content.Element;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Front matter as a table with one row for each property. Only simple front matter has one: names, values and lists. */
final class PropertyTable {

    private static final Pattern DELIMITER = Pattern.compile("(---|\\.\\.\\.)[ \\t]*");
    private static final Pattern PROPERTY =
            Pattern.compile("(?<name>[^\\s#:\\-\"'\\[\\]{}&*!|>%@`][^:]*|\"[^\"]*\"|'[^']*'):(?<value>[ \\t].*)?");
    private static final Pattern ITEM = Pattern.compile("[ \\t]*-([ \\t]+.*)?|[ \\t]+\\S.*");
    private static final Pattern SIMPLE_LIST = Pattern.compile("\\[[^\\[\\]{}\"']*\\]");

    private final String source;
    private final List<Content> rows = new ArrayList<>();
    private final List<Content> values = new ArrayList<>();
    private int nameStart;
    private int nameEnd;

    private PropertyTable(String source) {
        this.source = source;
    }

    /** Returns the table for a whole front matter with its delimiters; empty if it is not simple. */
    static Optional<Content> of(String source, int start, int end) {
        return new PropertyTable(source).read(start, end);
    }

    private Optional<Content> read(int start, int end) {
        int line = start;
        int delimiters = 0;
        while (line < end) {
            int newline = source.indexOf('\n', line);
            int next = newline < 0 || newline >= end ? end : newline + 1;
            int lineEnd = next > line && source.charAt(next - 1) == '\n' ? next - 1 : next;
            String text = source.substring(line, lineEnd);
            Matcher property = PROPERTY.matcher(text);
            if (DELIMITER.matcher(text).matches()) {
                delimiters++;
            } else if (property.matches()) {
                endRow();
                nameStart = line + property.start("name");
                nameEnd = line + property.end("name");
                if (property.group("value") != null) {
                    value(line + property.start("value"), lineEnd);
                }
            } else if (ITEM.matcher(text).matches() && nameEnd > nameStart) {
                int dash = text.indexOf('-');
                boolean isItem = text.strip().startsWith("-");
                value(line + (isItem ? dash + 1 : 0), lineEnd);
            } else if (!text.isBlank()) {
                return Optional.empty();
            }
            line = next;
        }
        endRow();
        if (delimiters != 2 || rows.isEmpty()) {
            return Optional.empty();
        }
        Content body = element("tbody", Map.of(), List.copyOf(rows), start, end);
        Content table = element("table", Map.of("class", "front"), List.of(body), start, end);
        return Optional.of(element("div", Map.of("class", "table"), List.of(table), start, end));
    }

    private void value(int from, int to) {
        String text = source.substring(from, to).strip();
        if (SIMPLE_LIST.matcher(text).matches()) {
            int at = source.indexOf('[', from) + 1;
            for (String item : text.substring(1, text.length() - 1).split(",", -1)) {
                item(at, at + item.length());
                at += item.length() + 1;
            }
        } else {
            item(from, to);
        }
    }

    private void item(int from, int to) {
        int start = from;
        int end = to;
        while (start < end && Character.isWhitespace(source.charAt(start))) {
            start++;
        }
        while (end > start && Character.isWhitespace(source.charAt(end - 1))) {
            end--;
        }
        if (start < end) {
            values.add(element("span", Map.of("class", "value"), List.of(letters(start, end)), start, end));
        }
    }

    private void endRow() {
        if (nameEnd > nameStart) {
            int end = values.isEmpty() ? nameEnd : values.getLast().to();
            rows.add(element(
                    "tr",
                    Map.of(),
                    List.of(
                            element(
                                    "th",
                                    Map.of("scope", "row"),
                                    List.of(letters(nameStart, nameEnd)),
                                    nameStart,
                                    nameEnd),
                            element("td", Map.of(), List.copyOf(values), nameEnd, end)),
                    nameStart,
                    end));
        }
        values.clear();
        nameEnd = nameStart;
    }

    private Content letters(int from, int to) {
        return SourceAlignment.literal(source.substring(from, to), source, from, to);
    }

    private static Content element(
            String tag, Map<String, String> attributes, List<Content> children, int from, int to) {
        return new Element(tag, attributes, Map.of(), children, from, to);
    }
}
