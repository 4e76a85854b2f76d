package dev.mooring.vault.text;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Finds fenced and inline code in Markdown with LF line endings, in one pass over the lines.
 *
 * <p>It follows only the block structure that affects code: quotes and lists, because a fence ends with the quote or list
 * item that contains it, and the borders between blocks, because inline code never crosses them.
 */
public final class MarkdownCode {

    private final String text;
    private final CodeRanges.Builder found = new CodeRanges.Builder();

    /** Content columns of the open list items, innermost first. */
    private final Deque<Integer> lists = new ArrayDeque<>();

    private int blockStart;
    private int blockQuotes;

    private MarkdownCode(String text) {
        this.text = text;
    }

    /** Returns the code of a text. */
    public static CodeRanges find(String text) {
        if (text.indexOf('`') < 0 && !text.contains("~~~")) {
            return CodeRanges.NONE;
        }
        return new MarkdownCode(text).scan();
    }

    private CodeRanges scan() {
        int at = FrontMatter.find(text).map(FrontMatter::end).orElse(0);
        blockStart = at;
        while (at < text.length()) {
            Line line = Line.at(text, at);
            closeListsBefore(line);
            Line content = openLists(line);
            boolean isFence = content.opensFence(text) && content.indent() <= listColumn() + 3;
            boolean isHeading = content.isHeading(text);
            if (isFence || isHeading || startsBlock(line, content)) {
                startBlock(at);
            }
            blockQuotes = line.isBlank() ? blockQuotes : line.quotes();
            at = isFence ? addFence(content) : line.next();
            if (isFence || isHeading || line.isBlank()) {
                startBlock(at);
            }
        }
        startBlock(text.length());
        return found.build();
    }

    private boolean startsBlock(Line line, Line content) {
        return line.isBlank()
                || line.quotes() != blockQuotes
                || content.contentStart() > line.contentStart()
                || text.charAt(line.contentStart()) == '|';
    }

    /** Ends the block before a position, and finds the inline code in it. */
    private void startBlock(int at) {
        if (blockStart < at) {
            InlineCode.find(text, blockStart, at, found);
        }
        blockStart = at;
    }

    /** Opens the lists whose markers begin a line. Returns the line after them. */
    private Line openLists(Line line) {
        Line rest = line;
        while (true) {
            int marker = rest.markerLength(text);
            if (marker == 0) {
                return rest;
            }
            rest = rest.afterMarker(text, marker);
            lists.push(rest.indent());
        }
    }

    private void closeListsBefore(Line line) {
        while (!line.isBlank() && !lists.isEmpty() && line.indent() < lists.peek()) {
            lists.pop();
        }
    }

    private int listColumn() {
        return lists.isEmpty() ? 0 : lists.peek();
    }

    /** Records the fenced block that a line opens; returns where the line after the block begins. */
    private int addFence(Line open) {
        char mark = text.charAt(open.contentStart());
        int length = open.runLength(text);
        int at = open.next();
        int lastEnd = open.end();
        while (at < text.length()) {
            Line line = Line.at(text, at);
            boolean leavesContainer =
                    line.quotes() < open.quotes() || (!line.isBlank() && line.indent() < listColumn());
            if (leavesContainer) {
                break;
            }
            lastEnd = line.end();
            at = line.next();
            if (line.closesFence(text, mark, length)) {
                break;
            }
        }
        found.add(open.contentStart(), lastEnd);
        return at;
    }
}
