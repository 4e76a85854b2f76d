package dev.mooring.mcp.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A URI template with the expressions of RFC 6570 that resources use: {@code {name}} matches one path segment, {@code
 * {+name}} any text. Matching goes from left to right without backtracking, so that no URI is expensive to match.
 */
record UriTemplate(List<Part> parts) {
    /** A variable and the literal text that follows it. The first part of a template has no variable. */
    record Part(@Nullable String variable, boolean anyText, String literal) {}

    static UriTemplate parse(String pattern) {
        List<Part> parts = new ArrayList<>();
        int open = pattern.indexOf('{');
        parts.add(new Part(null, false, open < 0 ? pattern : pattern.substring(0, open)));
        while (open >= 0) {
            int close = pattern.indexOf('}', open);
            if (close < 0) {
                throw new IllegalArgumentException("URI template \"" + pattern + "\" has an unclosed brace");
            }
            String expression = pattern.substring(open + 1, close);
            boolean anyText = expression.startsWith("+");
            String name = anyText ? expression.substring(1) : expression;
            if (name.isEmpty() || !name.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '_' || c == '.')) {
                throw new IllegalArgumentException("URI template \"" + pattern + "\": expression {" + expression
                        + "} is not supported. Use {name} or {+name}.");
            }
            open = pattern.indexOf('{', close);
            String literal = pattern.substring(close + 1, open < 0 ? pattern.length() : open);
            if (literal.isEmpty() && open >= 0) {
                throw new IllegalArgumentException("URI template \"" + pattern + "\" needs text between two variables");
            }
            parts.add(new Part(name, anyText, literal));
        }
        return new UriTemplate(List.copyOf(parts));
    }

    /** Returns the decoded values of the variables, or null if the URI does not match. */
    @Nullable
    Map<String, String> match(String uri) {
        if (!uri.startsWith(parts.getFirst().literal())) {
            return null;
        }
        Map<String, String> values = new LinkedHashMap<>();
        int position = parts.getFirst().literal().length();
        for (int i = 1; i < parts.size(); i++) {
            Part part = parts.get(i);
            boolean last = i == parts.size() - 1;
            int end = endOf(part, uri, position, last);
            if (end <= position) {
                return null;
            }
            String raw = uri.substring(position, end);
            if (!part.anyText() && raw.indexOf('/') >= 0) {
                return null;
            }
            String value = decode(raw);
            if (part.variable() == null || value == null) {
                return null;
            }
            values.put(part.variable(), value);
            position = end + part.literal().length();
        }
        return position == uri.length() ? values : null;
    }

    private static int endOf(Part part, String uri, int from, boolean last) {
        if (last) {
            return uri.endsWith(part.literal()) ? uri.length() - part.literal().length() : -1;
        }
        return uri.indexOf(part.literal(), from + 1);
    }

    private static @Nullable String decode(String raw) {
        if (raw.indexOf('%') < 0) {
            return raw;
        }
        try {
            // URLDecoder decodes a plus to a space, as in forms; in a path, a plus is a plus.
            return URLDecoder.decode(raw.replace("+", "%2B"), UTF_8);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
