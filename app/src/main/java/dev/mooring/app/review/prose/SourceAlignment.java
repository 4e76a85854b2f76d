package dev.mooring.app.review.prose;

import java.util.List;

/**
 * Maps rendered text back to its Markdown source, character by character. It skips backslash escapes and expands
 * entities. Where it cannot find a character, it stays in the range of the source.
 */
final class SourceAlignment {

    /** The entities of {@code &}, whose first character equals the character that they stand for. */
    private static final List<String> AMPERSANDS = List.of("&amp;", "&AMP;", "&#38;", "&#x26;", "&#X26;");

    /** The maximum distance of a character from its expected position, which the prefixes of quotes and list items cause. */
    private static final int MAX_SKIPPED = 40;

    private final String source;
    private final int end;
    private int at;

    SourceAlignment(String source, int from, int to) {
        this.source = source;
        this.at = from;
        this.end = to;
    }

    /** Returns rendered Markdown text with the source of each character. */
    static Content.Letters text(String text, String source, int from, int to) {
        var alignment = new SourceAlignment(source, from, to);
        int[] starts = new int[text.length()];
        int[] ends = new int[text.length()];
        for (int i = 0; i < text.length(); i++) {
            starts[i] = alignment.next(text.charAt(i));
            ends[i] = Math.max(starts[i], alignment.at);
        }
        return new Content.Letters(text, starts, ends);
    }

    /** Returns text that stands in the source as it is, except for line ends and the prefixes of lines. */
    static Content.Letters literal(String text, String source, int from, int to) {
        var alignment = new SourceAlignment(source, from, to);
        int[] starts = new int[text.length()];
        int[] ends = new int[text.length()];
        for (int i = 0; i < text.length(); i++) {
            starts[i] = alignment.nextLiteral(text.charAt(i));
            ends[i] = Math.max(starts[i], alignment.at);
        }
        return new Content.Letters(text, starts, ends);
    }

    private int next(char c) {
        if (at >= end) {
            return Math.max(at, end);
        }
        char here = source.charAt(at);
        if (here == '\\' && at + 1 < end && (c != '\\' || source.charAt(at + 1) == '\\')) {
            int escape = at;
            at += 2;
            return escape;
        }
        if (here == '&' && (c != '&' || isAmpersand())) {
            int semicolon = source.indexOf(';', at);
            int entity = at;
            at = semicolon < 0 || semicolon >= end ? at + 1 : semicolon + 1;
            return entity;
        }
        return at++;
    }

    private int nextLiteral(char c) {
        int limit = Math.min(end, at + MAX_SKIPPED);
        for (int i = at; i < limit; i++) {
            char here = source.charAt(i);
            if (here == c || (here == '\n' && c == ' ')) {
                at = i + 1;
                return i;
            }
        }
        return Math.min(at, end);
    }

    private boolean isAmpersand() {
        return AMPERSANDS.stream().anyMatch(entity -> source.startsWith(entity, at));
    }
}
