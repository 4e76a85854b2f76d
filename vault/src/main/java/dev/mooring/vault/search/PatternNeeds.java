package dev.mooring.vault.search;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads a regular expression for the literal text in it. What it does not understand it takes for something that matches
 * anything, which is always right, only slower.
 */
final class PatternNeeds {

    private static final int SHORTEST = 3;

    private final String pattern;
    private int at;

    private PatternNeeds(String pattern) {
        this.pattern = pattern;
    }

    static Need of(String pattern) {
        var reader = new PatternNeeds(pattern);
        try {
            Need need = reader.alternatives();
            return reader.at == pattern.length() ? need : Need.anything();
        } catch (StringIndexOutOfBoundsException e) {
            return Need.anything();
        }
    }

    private Need alternatives() {
        List<Need> branches = new ArrayList<>();
        branches.add(sequence());
        while (at < pattern.length() && pattern.charAt(at) == '|') {
            at++;
            branches.add(sequence());
        }
        return Need.any(branches);
    }

    private Need sequence() {
        List<Need> needs = new ArrayList<>();
        var run = new StringBuilder();
        while (at < pattern.length() && pattern.charAt(at) != '|' && pattern.charAt(at) != ')') {
            int before = run.length();
            Need group = atom(run);
            boolean literal = run.length() > before;
            Repetition repetition = repetition();
            if (repetition == Repetition.ONCE && literal) {
                continue;
            }
            if (repetition == Repetition.OPTIONAL) {
                run.setLength(before);
                flush(run, needs);
                continue;
            }
            flush(run, needs);
            needs.add(group);
        }
        flush(run, needs);
        return Need.all(needs);
    }

    private static void flush(StringBuilder run, List<Need> needs) {
        if (run.length() >= SHORTEST) {
            needs.add(new Need.Text(run.toString()));
        }
        run.setLength(0);
    }

    /** Reads one thing; a literal character goes to the run, all else is what it needs by itself. */
    private Need atom(StringBuilder run) {
        char c = pattern.charAt(at);
        switch (c) {
            case '(' -> {
                return group();
            }
            case '[' -> skipClass();
            case '\\' -> escape(run);
            case '.', '^', '$' -> at++;
            default -> {
                int codePoint = pattern.codePointAt(at);
                run.appendCodePoint(codePoint);
                at += Character.charCount(codePoint);
            }
        }
        return Need.anything();
    }

    private Need group() {
        at++;
        if (pattern.charAt(at) == '?') {
            int colon = pattern.indexOf(':', at);
            int close = pattern.indexOf(')', at);
            if (pattern.startsWith("?:", at)) {
                at += 2;
            } else if (pattern.startsWith("?P<", at) || pattern.startsWith("?<", at)) {
                at = pattern.indexOf('>', at) + 1;
            } else if (colon >= 0 && colon < close) {
                at = colon + 1;
            } else {
                at = close + 1;
                return Need.anything();
            }
        }
        Need inner = alternatives();
        if (pattern.charAt(at) != ')') {
            throw new StringIndexOutOfBoundsException("unclosed group");
        }
        at++;
        return inner;
    }

    private void skipClass() {
        at++;
        if (pattern.charAt(at) == '^') {
            at++;
        }
        if (pattern.charAt(at) == ']') {
            at++;
        }
        while (pattern.charAt(at) != ']') {
            if (pattern.startsWith("[:", at)) {
                at = pattern.indexOf(":]", at) + 2;
            } else {
                at += pattern.charAt(at) == '\\' ? 2 : 1;
            }
        }
        at++;
    }

    private void escape(StringBuilder run) {
        char c = pattern.charAt(at + 1);
        if (c == 'Q') {
            int end = pattern.indexOf("\\E", at + 2);
            run.append(pattern, at + 2, end < 0 ? pattern.length() : end);
            at = end < 0 ? pattern.length() : end + 2;
        } else if (Character.isLetterOrDigit(c)) {
            at += 2;
            skipArgument(c);
        } else {
            run.append(c);
            at += 2;
        }
    }

    private void skipArgument(char escape) {
        if ((escape == 'p' || escape == 'P' || escape == 'x') && at < pattern.length()) {
            if (pattern.charAt(at) == '{') {
                at = pattern.indexOf('}', at) + 1;
            } else {
                at += escape == 'x' ? 2 : 1;
            }
        } else if (Character.isDigit(escape)) {
            while (at < pattern.length() && Character.isDigit(pattern.charAt(at))) {
                at++;
            }
        }
    }

    private enum Repetition {
        ONCE,
        AT_LEAST_ONCE,
        OPTIONAL
    }

    private Repetition repetition() {
        Repetition found = Repetition.ONCE;
        boolean more = true;
        while (more && at < pattern.length()) {
            switch (pattern.charAt(at)) {
                case '*' -> {
                    found = Repetition.OPTIONAL;
                    at++;
                }
                case '?' -> {
                    // After another quantifier this only says how greedy it is.
                    found = found == Repetition.ONCE ? Repetition.OPTIONAL : found;
                    at++;
                }
                case '+' -> {
                    found = found == Repetition.ONCE ? Repetition.AT_LEAST_ONCE : found;
                    at++;
                }
                case '{' -> {
                    int close = pattern.indexOf('}', at);
                    if (close < 0 || !pattern.substring(at, close + 1).matches("\\{\\d+(,\\d*)?\\}")) {
                        return found;
                    }
                    String counts = pattern.substring(at + 1, close);
                    found = counts.matches("0+(,.*)?") ? Repetition.OPTIONAL : Repetition.AT_LEAST_ONCE;
                    at = close + 1;
                }
                default -> more = false;
            }
        }
        return found;
    }
}
