package dev.mooring.vault.links;

import dev.mooring.vault.text.CodeRanges;
import dev.mooring.vault.text.MarkdownCode;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds wikilinks, Markdown links and link definitions outside code, in text with LF line endings. */
public final class LinkScanner {

    private static final int MAX_SHOWN_LENGTH = 120;
    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:.*", Pattern.DOTALL);
    private static final Pattern DEFINITION =
            Pattern.compile("(?m)^ {0,3}\\[([^\\]\\n\\[]+)\\]:[ \\t]*(<[^>\\n]*>|[^\\s]+)");

    private final String text;
    private final CodeRanges code;
    private final List<Found> found = new ArrayList<>();

    /** @param start where the target starts, as written in the text; it ends at {@code end} */
    private record Found(int position, String written, String target, LocatedLink.Style style, int start, int end) {}

    private LinkScanner(String text) {
        this.text = text;
        this.code = MarkdownCode.find(text);
    }

    /** Returns the links to documents, in ascending order. Links to other resources and within the document are left out. */
    public static List<Link> scan(String text) {
        return text.indexOf('[') < 0 ? List.of() : new LinkScanner(text).scan();
    }

    /** Returns the places of the targets of the same links, in ascending order. */
    public static List<LocatedLink> locate(String text) {
        if (text.indexOf('[') < 0) {
            return List.of();
        }
        var scanner = new LinkScanner(text);
        scanner.find();
        return scanner.found.stream()
                .map(link -> new LocatedLink(link.style, link.target, link.start, link.end))
                .toList();
    }

    private void find() {
        wikilinks();
        markdownLinks();
        definitions();
        found.sort(Comparator.comparingInt(Found::position));
    }

    private List<Link> scan() {
        find();
        List<Link> links = new ArrayList<>(found.size());
        int line = 1;
        int counted = 0;
        for (Found link : found) {
            for (int at = text.indexOf('\n', counted); at >= 0 && at < link.position; at = text.indexOf('\n', at + 1)) {
                line++;
                counted = at + 1;
            }
            links.add(new Link(link.written, link.target, line));
        }
        return links;
    }

    private void wikilinks() {
        int open = text.indexOf("[[");
        while (open >= 0) {
            int lineEnd = lineEnd(open);
            int close = text.indexOf("]]", open + 2, lineEnd);
            int next = open + 2;
            if (close >= 0 && !code.contains(open) && !isEscaped(open)) {
                String inner = text.substring(open + 2, close);
                if (inner.indexOf('[') < 0) {
                    int start = open > 0 && text.charAt(open - 1) == '!' ? open - 1 : open;
                    add(start, close + 2, LocatedLink.Style.WIKI, open + 2, withoutAlias(inner));
                }
                next = inner.indexOf('[') < 0 ? close + 2 : open + 1;
            }
            open = text.indexOf("[[", next);
        }
    }

    /** Removes an alias. In a table the bar before it is escaped. */
    private static String withoutAlias(String inner) {
        int bar = inner.indexOf('|');
        String target = bar < 0 ? inner : inner.substring(0, bar);
        return bar > 0 && target.endsWith("\\") ? target.substring(0, target.length() - 1) : target;
    }

    private void markdownLinks() {
        int middle = text.indexOf("](");
        while (middle >= 0) {
            int open = text.lastIndexOf('[', middle);
            int close = closingParenthesis(middle + 1);
            if (open >= 0 && close >= 0 && !code.contains(middle) && !isEscaped(open)) {
                addDestination(open, close + 1, middle + 2, text.substring(middle + 2, close));
            }
            middle = text.indexOf("](", middle + 2);
        }
    }

    private void definitions() {
        if (!text.contains("]:")) {
            return;
        }
        Matcher matcher = DEFINITION.matcher(text);
        while (matcher.find()) {
            if (!matcher.group(1).startsWith("^") && !code.contains(matcher.start(1))) {
                addDestination(matcher.start(), matcher.end(), matcher.start(2), matcher.group(2));
            }
        }
    }

    /** Adds a Markdown link to a document, without its title. */
    private void addDestination(int position, int end, int start, String inner) {
        String stripped = inner.stripLeading();
        int at = start + inner.length() - stripped.length();
        if (stripped.startsWith("<")) {
            int close = stripped.indexOf('>');
            String destination = close < 0 ? "" : stripped.substring(1, close);
            if (isLocal(destination)) {
                add(position, end, LocatedLink.Style.ANGLE, at + 1, destination);
            }
            return;
        }
        int space = stripped.stripTrailing().indexOf(' ');
        String destination = space < 0 ? stripped.stripTrailing() : stripped.substring(0, space);
        if (isLocal(destination)) {
            add(position, end, LocatedLink.Style.MARKDOWN, at, destination);
        }
    }

    private void add(int position, int end, LocatedLink.Style style, int start, String target) {
        int anchor = target.indexOf('#');
        String plain = anchor < 0 ? target : target.substring(0, anchor);
        String stripped = plain.strip();
        if (!stripped.isEmpty()) {
            String shown = text.substring(position, end).strip().replace('\n', ' ');
            int at = start + plain.indexOf(stripped);
            found.add(new Found(
                    position,
                    shown.length() > MAX_SHOWN_LENGTH ? shown.substring(0, MAX_SHOWN_LENGTH) + "…" : shown,
                    style == LocatedLink.Style.WIKI ? stripped : decoded(stripped),
                    style,
                    at,
                    at + stripped.length()));
        }
    }

    private static boolean isLocal(String destination) {
        return !destination.isEmpty()
                && !destination.startsWith("#")
                && !destination.startsWith("//")
                && !SCHEME.matcher(destination).matches();
    }

    private static String decoded(String destination) {
        if (destination.indexOf('%') < 0) {
            return destination;
        }
        try {
            return URLDecoder.decode(destination.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return destination;
        }
    }

    private int closingParenthesis(int open) {
        int depth = 0;
        int end = lineEnd(open);
        for (int i = open; i < end; i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == '(') {
                depth++;
            } else if (c == ')' && --depth == 0) {
                return i;
            }
        }
        return -1;
    }

    private boolean isEscaped(int at) {
        return at > 0 && text.charAt(at - 1) == '\\';
    }

    private int lineEnd(int at) {
        int newline = text.indexOf('\n', at);
        return newline < 0 ? text.length() : newline;
    }
}
