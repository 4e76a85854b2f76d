package dev.mooring.vault.search.automaton;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a pattern of RE2's syntax that RE2 has accepted already. It knows all of it but Unicode's and POSIX's named
 * classes and single bytes: a pattern with those has no automaton.
 */
final class PatternParser {

    private final String pattern;
    private final boolean acrossLines;
    private int at;
    private boolean anyCase;

    private PatternParser(String pattern, boolean anyCase, boolean acrossLines) {
        this.pattern = pattern;
        this.anyCase = anyCase;
        this.acrossLines = acrossLines;
    }

    static Optional<Syntax> parse(String pattern, boolean anyCase, boolean acrossLines) {
        var parser = new PatternParser(pattern, anyCase, acrossLines);
        try {
            Syntax syntax = parser.alternatives();
            return parser.at == pattern.length() ? Optional.of(syntax) : Optional.empty();
        } catch (UnknownSyntax | StringIndexOutOfBoundsException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static final class UnknownSyntax extends RuntimeException {
        UnknownSyntax() {
            super(null, null, false, false);
        }
    }

    private Syntax alternatives() {
        List<Syntax> branches = new ArrayList<>();
        branches.add(sequence());
        while (at < pattern.length() && pattern.charAt(at) == '|') {
            at++;
            branches.add(sequence());
        }
        return branches.size() == 1 ? branches.getFirst() : new Syntax.Alternatives(branches);
    }

    private Syntax sequence() {
        List<Syntax> parts = new ArrayList<>();
        while (at < pattern.length() && pattern.charAt(at) != '|' && pattern.charAt(at) != ')') {
            if (pattern.startsWith("\\Q", at)) {
                quoted(parts);
            } else {
                parts.add(atom());
            }
            repetitions(parts);
        }
        return new Syntax.Sequence(parts);
    }

    private void quoted(List<Syntax> parts) {
        int end = pattern.indexOf("\\E", at + 2);
        String literal = pattern.substring(at + 2, end < 0 ? pattern.length() : end);
        literal.codePoints().forEach(c -> parts.add(one(c)));
        at = end < 0 ? pattern.length() : end + 2;
    }

    private void repetitions(List<Syntax> parts) {
        while (at < pattern.length() && !parts.isEmpty()) {
            Optional<Syntax> repeated = repetition(parts.getLast());
            if (repeated.isEmpty()) {
                return;
            }
            parts.set(parts.size() - 1, repeated.get());
            if (at < pattern.length() && pattern.charAt(at) == '?') {
                at++;
            }
        }
    }

    private Optional<Syntax> repetition(Syntax part) {
        return switch (pattern.charAt(at)) {
            case '*' -> simple(part, 0, -1);
            case '+' -> simple(part, 1, -1);
            case '?' -> simple(part, 0, 1);
            case '{' -> counted(part);
            default -> Optional.empty();
        };
    }

    private Optional<Syntax> simple(Syntax part, int least, int most) {
        at++;
        return Optional.of(new Syntax.Repeated(part, least, most));
    }

    /** A brace that is no repetition is itself. */
    private Optional<Syntax> counted(Syntax part) {
        int close = pattern.indexOf('}', at);
        if (close < 0 || !pattern.substring(at + 1, close).matches("[0-9]+(,[0-9]*)?")) {
            return Optional.empty();
        }
        String[] counts = pattern.substring(at + 1, close).split(",", -1);
        int least = Integer.parseInt(counts[0]);
        int most = counts.length == 1 ? least : counts[1].isEmpty() ? -1 : Integer.parseInt(counts[1]);
        at = close + 1;
        return Optional.of(new Syntax.Repeated(part, least, most));
    }

    private Syntax atom() {
        return switch (pattern.charAt(at)) {
            case '(' -> group();
            case '[' -> new Syntax.OneOf(new ClassParser().parse());
            case '.' -> sign(new Syntax.OneOf(CodePoints.ALL));
            case '^' -> sign(new Syntax.Between(Syntax.Place.LINE_START));
            case '$' -> sign(new Syntax.Between(Syntax.Place.LINE_END));
            case '\\' -> escape();
            default -> one(next());
        };
    }

    private Syntax sign(Syntax meaning) {
        at++;
        return meaning;
    }

    private Syntax one(int codePoint) {
        CodePoints exactly = CodePoints.of(codePoint, codePoint);
        return new Syntax.OneOf(anyCase ? exactly.inAnyCase() : exactly);
    }

    private int next() {
        int codePoint = pattern.codePointAt(at);
        at += Character.charCount(codePoint);
        return codePoint;
    }

    private Syntax group() {
        at++;
        boolean outside = anyCase;
        if (pattern.charAt(at) == '?') {
            if (pattern.startsWith("?P<", at) || pattern.startsWith("?<", at)) {
                at = pattern.indexOf('>', at) + 1;
            } else if (flags()) {
                // They hold for the rest of the group around them.
                return new Syntax.Sequence(List.of());
            }
        }
        Syntax inner = alternatives();
        if (pattern.charAt(at) != ')') {
            throw new UnknownSyntax();
        }
        at++;
        anyCase = outside;
        return inner;
    }

    /** Reads {@code ?i:} or {@code ?i)}; true if the group ends with it. Only case matters to an automaton on lines. */
    private boolean flags() {
        boolean on = true;
        for (at++; ; at++) {
            switch (pattern.charAt(at)) {
                case '-' -> on = false;
                case 'i' -> anyCase = on;
                case 'U' -> {}
                case 'm', 's' -> {
                    if (acrossLines) {
                        throw new UnknownSyntax();
                    }
                }
                case ':', ')' -> {
                    return pattern.charAt(at++) == ')';
                }
                default -> throw new UnknownSyntax();
            }
        }
    }

    private Syntax escape() {
        char c = pattern.charAt(at + 1);
        Optional<CodePoints> named = namedClass(c);
        if (named.isPresent()) {
            at += 2;
            return new Syntax.OneOf(named.get());
        }
        Optional<Syntax.Place> place = switch (c) {
            case 'b' -> Optional.of(Syntax.Place.WORD_BOUNDARY);
            case 'B' -> Optional.of(Syntax.Place.NO_WORD_BOUNDARY);
            case 'A' -> Optional.of(Syntax.Place.LINE_START);
            case 'z' -> Optional.of(Syntax.Place.LINE_END);
            default -> Optional.empty();
        };
        if (place.isEmpty()) {
            return one(escaped());
        }
        if (acrossLines && (c == 'A' || c == 'z')) {
            throw new UnknownSyntax();
        }
        at += 2;
        return new Syntax.Between(place.get());
    }

    private Optional<CodePoints> namedClass(char c) {
        CodePoints plain = switch (Character.toLowerCase(c)) {
            case 'd' -> CodePoints.DIGITS;
            case 'w' -> CodePoints.WORD;
            case 's' -> CodePoints.SPACE;
            default -> CodePoints.NONE;
        };
        if (plain.ranges().isEmpty()) {
            return Optional.empty();
        }
        CodePoints cased = anyCase ? plain.inAnyCase() : plain;
        return Optional.of(Character.isUpperCase(c) ? cased.negated() : cased);
    }

    /** The character that an escape stands for. */
    private int escaped() {
        at++;
        int c = next();
        return switch (c) {
            case 'a' -> 7;
            case 'f' -> '\f';
            case 't' -> '\t';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 'v' -> 11;
            case 'x' -> hexadecimal();
            default -> {
                if (c >= 0x80 || Character.isLetterOrDigit(c)) {
                    throw new UnknownSyntax();
                }
                yield c;
            }
        };
    }

    private int hexadecimal() {
        int start = at;
        if (pattern.charAt(at) == '{') {
            at = pattern.indexOf('}', at) + 1;
            return Integer.parseInt(pattern.substring(start + 1, at - 1), 16);
        }
        at += 2;
        return Integer.parseInt(pattern.substring(start, at), 16);
    }

    /** Reads what stands in brackets. */
    private final class ClassParser {
        private CodePoints found = CodePoints.NONE;

        CodePoints parse() {
            at++;
            boolean negated = pattern.charAt(at) == '^';
            at += negated ? 1 : 0;
            boolean first = true;
            while (first || pattern.charAt(at) != ']') {
                first = false;
                if (pattern.startsWith("[:", at)) {
                    throw new UnknownSyntax();
                }
                part();
            }
            at++;
            return negated ? found.negated() : found;
        }

        private void part() {
            if (pattern.charAt(at) == '\\') {
                Optional<CodePoints> named = namedClass(pattern.charAt(at + 1));
                if (named.isPresent()) {
                    at += 2;
                    found = found.with(named.get());
                    return;
                }
            }
            int low = character();
            int high = low;
            if (pattern.charAt(at) == '-' && pattern.charAt(at + 1) != ']') {
                at++;
                high = character();
            }
            CodePoints range = CodePoints.of(low, high);
            found = found.with(anyCase ? range.inAnyCase() : range);
        }

        private int character() {
            return pattern.charAt(at) == '\\' ? escaped() : next();
        }
    }
}
