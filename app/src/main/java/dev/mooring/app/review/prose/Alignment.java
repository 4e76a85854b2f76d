package dev.mooring.app.review.prose;

/**
 * Follows text through the Markdown that it came from, character by character: a backslash may have gone, and an entity
 * have become what it stands for.
 */
final class Alignment {

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
        if (here == '\\' && c != '\\' && at + 1 < end) {
            at++;
        } else if (here == '&' && c != '&') {
            int semicolon = source.indexOf(';', at);
            int entity = at;
            at = semicolon < 0 || semicolon >= end ? at + 1 : semicolon + 1;
            return entity;
        }
        return at++;
    }
}
