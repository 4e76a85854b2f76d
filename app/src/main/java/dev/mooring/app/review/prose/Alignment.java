package dev.mooring.app.review.prose;

import java.util.List;

/**
 * Follows text through the Markdown that it came from, character by character: a backslash may have gone, and an entity
 * have become what it stands for.
 */
final class Alignment {

    /** The entities that look the same as the beginning of themselves. */
    private static final List<String> AMPERSANDS = List.of("&amp;", "&AMP;", "&#38;", "&#x26;", "&#X26;");

    private final String source;
    private final int end;
    private int at;

    Alignment(String source, int from, int to) {
        this.source = source;
        this.at = from;
        this.end = to;
    }

    /** Where the next character of the text came from. */
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
