package dev.mooring.vault.critic;

import java.util.Collection;
import java.util.stream.Collectors;

/** Writes JSON that is safe inside a mark: no character of it ends the mark or means something in Markdown or YAML. */
final class MarkJson {

    /** Characters that have a meaning in JSON, CriticMarkup, Markdown or YAML around the mark. */
    private static final String ESCAPED = "\"\\{}~<>@`|:#'[]";

    private MarkJson() {}

    /** Returns a name and its value, such as {@code "g":"k3f9"}. The value is a string, number, boolean or list of them. */
    static String member(String name, Object value) {
        return "\"" + name + "\":" + value(value);
    }

    private static String value(Object value) {
        return switch (value) {
            case Collection<?> list -> list.stream().map(MarkJson::value).collect(Collectors.joining(",", "[", "]"));
            case Number number -> number.toString();
            case Boolean flag -> flag.toString();
            default -> quoted(value.toString());
        };
    }

    private static String quoted(String text) {
        var json = new StringBuilder("\"");
        text.chars().forEach(c -> append(json, (char) c));
        return json.append('"').toString();
    }

    private static void append(StringBuilder json, char c) {
        if (c < ' ' || c == 0x7f || Character.isSurrogate(c) || ESCAPED.indexOf(c) >= 0) {
            json.append(String.format("\\u%04x", (int) c));
        } else {
            json.append(c);
        }
    }
}
