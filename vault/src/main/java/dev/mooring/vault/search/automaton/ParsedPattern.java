package dev.mooring.vault.search.automaton;

import java.util.Optional;
import java.util.regex.Pattern;

/** A parsed regular expression: the common source of its automaton and of the text that its matches require. */
public final class ParsedPattern {

    private static final int MAX_UNPARSED_REPETITIONS = 1_000;
    private static final Pattern COUNT = Pattern.compile("(\\d+),?}");

    private final String pattern;
    private final Optional<Syntax> syntax;
    private final Optional<Program> program;
    private final boolean isExact;
    private final boolean acrossLines;

    /**
     * @param syntax empty if the parser does not support the pattern
     * @param isExact false if the tree matches more than the pattern does
     */
    ParsedPattern(String pattern, Optional<Syntax> syntax, boolean isExact, boolean acrossLines) {
        this.pattern = pattern;
        this.syntax = syntax;
        this.program = syntax.flatMap(Program::of);
        this.isExact = isExact;
        this.acrossLines = acrossLines;
    }

    /**
     * Parses a pattern. The result for a pattern that RE2 does not accept is undefined.
     *
     * @param acrossLines true if a match may span lines, false if each line is matched by itself
     */
    public static ParsedPattern parse(String pattern, boolean ignoreCase, boolean acrossLines) {
        return PatternParser.parse(pattern, ignoreCase, acrossLines);
    }

    /** Returns the automaton; empty for the few patterns that have none, and for those that are too large. */
    public Optional<ByteAutomaton> automaton() {
        return isExact ? program.map(compiled -> new ByteAutomaton(compiled, acrossLines)) : Optional.empty();
    }

    /**
     * Returns true if the pattern needs too much memory and time, because its counted repetitions are expanded. If the
     * parser does not support the pattern, the product of all counts decides.
     */
    public boolean isTooLarge() {
        return syntax.isPresent() ? program.isEmpty() : productOfCounts() > MAX_UNPARSED_REPETITIONS;
    }

    /** Returns how many instructions the pattern has, or has at most if the parser does not support it. */
    public int size() {
        return program.map(Program::size).orElse(Program.MAX_INSTRUCTIONS);
    }

    private double productOfCounts() {
        return COUNT.matcher(pattern)
                .results()
                .mapToDouble(count -> Math.max(1, Double.parseDouble(count.group(1))))
                .reduce(1, (a, b) -> a * b);
    }

    /** Returns the text that every match contains. */
    public RequiredText requiredText() {
        return syntax.map(RequiredTextCollector::collect).orElse(RequiredText.NOTHING);
    }
}
