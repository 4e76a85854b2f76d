package dev.mooring.vault.search.automaton;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Parses a pattern that RE2 accepts. Constructs that have no exact syntax tree here, such as Unicode and POSIX classes,
 * parse to something that matches more; the result is then not exact.
 */
final class PatternParser {

    private final String pattern;
    private final boolean acrossLines;
    private int at;
    private boolean ignoreCase;
    private boolean isExact = true;

    private PatternParser(String pattern, boolean ignoreCase, boolean acrossLines) {
        this.pattern = pattern;
        this.ignoreCase = ignoreCase;
        this.acrossLines = acrossLines;
    }

    static ParsedPattern parse(String pattern, boolean ignoreCase, boolean acrossLines) {
        var parser = new PatternParser(pattern, ignoreCase, acrossLines);
        return new ParsedPattern(pattern, parser.parse(), parser.isExact, acrossLines);
    }

    private Optional<Syntax> parse() {
        try {
            Syntax syntax = alternatives();
            return at == pattern.length() ? Optional.of(syntax) : Optional.empty();
        } catch (UnsupportedSyntax | StringIndexOutOfBoundsException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static final class UnsupportedSyntax extends RuntimeException {
        UnsupportedSyntax() {
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
            } else if (pattern.charAt(at) == '(') {
                group().ifPresent(parts::add);
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
        literal.codePoints().forEach(c -> parts.add(literal(c)));
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
            case '*' -> simple(part, 0, Syntax.Repeated.UNBOUNDED);
            case '+' -> simple(part, 1, Syntax.Repeated.UNBOUNDED);
            case '?' -> simple(part, 0, 1);
            case '{' -> counted(part);
            default -> Optional.empty();
        };
    }

    private Optional<Syntax> simple(Syntax part, int min, int max) {
        at++;
        return Optional.of(new Syntax.Repeated(part, min, max));
    }

    /** Parses a counted repetition; empty if the brace is a literal character. */
    private Optional<Syntax> counted(Syntax part) {
        int close = pattern.indexOf('}', at);
        if (close < 0 || !pattern.substring(at + 1, close).matches("[0-9]+(,[0-9]*)?")) {
            return Optional.empty();
        }
        String[] counts = pattern.substring(at + 1, close).split(",", -1);
        int min = Integer.parseInt(counts[0]);
        int max = counts.length == 1
                ? min
                : counts[1].isEmpty() ? Syntax.Repeated.UNBOUNDED : Integer.parseInt(counts[1]);
        at = close + 1;
        return Optional.of(new Syntax.Repeated(part, min, max));
    }

    private Syntax atom() {
        return switch (pattern.charAt(at)) {
            case '[' -> new Syntax.OneOf(new ClassParser().parse());
            case '.' -> skip(1, new Syntax.OneOf(CodePoints.ALL));
            case '^' -> skip(1, new Syntax.Assertion(Syntax.Position.LINE_START));
            case '$' -> skip(1, new Syntax.Assertion(Syntax.Position.LINE_END));
            case '\\' -> escape();
            default -> literal(next());
        };
    }

    private Syntax skip(int length, Syntax meaning) {
        at += length;
        return meaning;
    }

    private Syntax literal(int codePoint) {
        CodePoints exactly = CodePoints.of(codePoint, codePoint);
        return new Syntax.OneOf(ignoreCase ? exactly.withCaseVariants() : exactly);
    }

    private int next() {
        int codePoint = pattern.codePointAt(at);
        at += Character.charCount(codePoint);
        return codePoint;
    }

    /** Parses a group; empty if it only sets flags, so that a following repetition applies to what precedes it. */
    private Optional<Syntax> group() {
        at++;
        boolean ignoreCaseOutside = ignoreCase;
        if (pattern.charAt(at) == '?') {
            if (pattern.startsWith("?P<", at) || pattern.startsWith("?<", at)) {
                at = pattern.indexOf('>', at) + 1;
            } else if (flags()) {
                // The flags apply to the rest of the enclosing group.
                return Optional.empty();
            }
        }
        Syntax inner = alternatives();
        if (pattern.charAt(at) != ')') {
            throw new UnsupportedSyntax();
        }
        at++;
        ignoreCase = ignoreCaseOutside;
        return Optional.of(inner);
    }

    /** Parses {@code ?i:} or {@code ?i)}; returns true if the group ends here. Within one line only case matters. */
    private boolean flags() {
        boolean on = true;
        for (at++; ; at++) {
            switch (pattern.charAt(at)) {
                case '-' -> on = false;
                case 'i' -> ignoreCase = on;
                case 'U' -> {}
                case 'm', 's' -> isExact &= !acrossLines;
                case ':', ')' -> {
                    return pattern.charAt(at++) == ')';
                }
                default -> throw new UnsupportedSyntax();
            }
        }
    }

    private Syntax escape() {
        char c = pattern.charAt(at + 1);
        return switch (c) {
            case 'd', 'D', 'w', 'W', 's', 'S' -> skip(2, new Syntax.OneOf(perlClass(c)));
            case 'b' -> skip(2, new Syntax.Assertion(Syntax.Position.WORD_BOUNDARY));
            case 'B' -> skip(2, new Syntax.Assertion(Syntax.Position.NO_WORD_BOUNDARY));
            case 'A' -> textBorder(Syntax.Position.LINE_START);
            case 'z' -> textBorder(Syntax.Position.LINE_END);
            case 'p', 'P' -> new Syntax.OneOf(unicodeClass());
            case 'C' -> skip(2, new Syntax.OneOf(unknownCharacters()));
            default -> literal(escaped());
        };
    }

    /** Within one line the borders of the text are those of the line. */
    private Syntax textBorder(Syntax.Position position) {
        isExact &= !acrossLines;
        return skip(2, new Syntax.Assertion(position));
    }

    private CodePoints unicodeClass() {
        at += 2;
        at = pattern.charAt(at) == '{' ? indexAfter("}") : at + 1;
        return unknownCharacters();
    }

    private CodePoints unknownCharacters() {
        isExact = false;
        return CodePoints.ALL;
    }

    private int indexAfter(String end) {
        int index = pattern.indexOf(end, at);
        if (index < 0) {
            throw new UnsupportedSyntax();
        }
        return index + end.length();
    }

    private static boolean isPerlClass(char c) {
        return "dDwWsS".indexOf(c) >= 0;
    }

    private CodePoints perlClass(char c) {
        CodePoints plain = switch (Character.toLowerCase(c)) {
            case 'd' -> CodePoints.DIGITS;
            case 'w' -> CodePoints.WORD;
            default -> CodePoints.SPACE;
        };
        CodePoints cased = ignoreCase ? plain.withCaseVariants() : plain;
        return Character.isUpperCase(c) ? cased.negated() : cased;
    }

    /** Parses an escape that stands for one character. */
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
            case '0', '1', '2', '3', '4', '5', '6', '7' -> octal(c - '0');
            default -> {
                if (c >= 0x80 || Character.isLetterOrDigit(c)) {
                    throw new UnsupportedSyntax();
                }
                yield c;
            }
        };
    }

    private int octal(int firstDigit) {
        int value = firstDigit;
        for (int i = 1; i < 3 && at < pattern.length() && "01234567".indexOf(pattern.charAt(at)) >= 0; i++) {
            value = value * 8 + pattern.charAt(at++) - '0';
        }
        return value;
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

    /** Parses a class in brackets. */
    private final class ClassParser {
        private CodePoints found = CodePoints.NONE;
        private boolean isKnown = true;

        CodePoints parse() {
            at++;
            boolean negated = pattern.charAt(at) == '^';
            at += negated ? 1 : 0;
            boolean first = true;
            while (first || pattern.charAt(at) != ']') {
                first = false;
                part();
            }
            at++;
            if (!isKnown) {
                return unknownCharacters();
            }
            return negated ? found.negated() : found;
        }

        private void part() {
            if (pattern.startsWith("[:", at)) {
                at = indexAfter(":]");
                isKnown = false;
                return;
            }
            if (pattern.charAt(at) == '\\') {
                char c = pattern.charAt(at + 1);
                if (isPerlClass(c)) {
                    at += 2;
                    found = found.with(perlClass(c));
                    return;
                }
                if (c == 'p' || c == 'P') {
                    unicodeClass();
                    isKnown = false;
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
            found = found.with(ignoreCase ? range.withCaseVariants() : range);
        }

        private int character() {
            return pattern.charAt(at) == '\\' ? escaped() : next();
        }
    }
}
