package dev.mooring.vault.search.automaton;

import java.util.Optional;

/** A parsed regular expression: the common source of its automaton and of the text that its matches require. */
public final class ParsedPattern {

    private final Optional<Syntax> syntax;
    private final boolean isExact;
    private final boolean acrossLines;

    /**
     * @param syntax empty if the parser does not support the pattern
     * @param isExact false if the tree matches more than the pattern does
     */
    ParsedPattern(Optional<Syntax> syntax, boolean isExact, boolean acrossLines) {
        this.syntax = syntax;
        this.isExact = isExact;
        this.acrossLines = acrossLines;
    }

    /**
     * Parses a pattern that RE2 accepts.
     *
     * @param acrossLines true if a match may span lines, false if each line is matched by itself
     */
    public static ParsedPattern parse(String pattern, boolean ignoreCase, boolean acrossLines) {
        return PatternParser.parse(pattern, ignoreCase, acrossLines);
    }

    /** Returns the automaton; empty for the few patterns that have none or whose automaton is too large. */
    public Optional<ByteAutomaton> automaton() {
        return isExact
                ? syntax.flatMap(Program::of).map(program -> new ByteAutomaton(program, acrossLines))
                : Optional.empty();
    }

    /** Returns the text that every match contains. */
    public RequiredText requiredText() {
        return syntax.map(RequiredTextCollector::collect).orElse(RequiredText.NOTHING);
    }
}
