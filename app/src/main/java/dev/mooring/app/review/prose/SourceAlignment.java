package dev.mooring.app.review.prose;

import java.util.List;

/**
 * Maps rendered text back to its Markdown source, character by character. It skips backslash escapes and expands
 * entities.
 */
final class SourceAlignment {

    /** The entities of {@code &}, whose first character equals the character that they stand for. */
    private static final List<String> AMPERSANDS = List.of("&amp;", "&AMP;", "&#38;", "&#x26;", "&#X26;");

    private final String source;
    private final int end;
    private int at;

    SourceAlignment(String source, int from, int to) {
        this.source = source;
        this.at = from;
        this.end = to;
    }

    /** Returns the source position of the next character of the text. */
    int of(char c) {
        if (at >= end) {
            return end - 1;
        }
        char here = source.charAt(at);
        if (here == '\\' && at + 1 < end && (c != '\\' || source.charAt(at + 1) == '\\')) {
            at++;
        } else if (here == '&' && (c != '&' || isAmpersand())) {
            int semicolon = source.indexOf(';', at);
            int entity = at;
            at = semicolon < 0 || semicolon >= end ? at + 1 : semicolon + 1;
            return entity;
        }
        return at++;
    }

    private boolean isAmpersand() {
        return AMPERSANDS.stream().anyMatch(entity -> source.startsWith(entity, at));
    }
}
