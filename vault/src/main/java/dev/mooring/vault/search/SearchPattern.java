package dev.mooring.vault.search;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.mooring.vault.search.automaton.ByteAutomaton;
import java.util.Optional;

/**
 * A compiled regular expression in RE2 syntax, whose matching takes time linear in the text.
 *
 * <p>RE2/J is linear but slow. So it says what is a pattern and finds what spans lines; whether a line matches is for an
 * automaton to say, which almost every pattern has.
 */
public final class SearchPattern {

    private static final int LONGEST_PATTERN = 1_000;

    private final Pattern linear;
    private final Optional<ByteAutomaton> automaton;
    private final Need need;
    private final boolean acrossLines;

    private SearchPattern(Pattern linear, Optional<ByteAutomaton> automaton, Need need, boolean acrossLines) {
        this.linear = linear;
        this.automaton = automaton;
        this.need = need;
        this.acrossLines = acrossLines;
    }

    /** A pattern, or why it is none. */
    public sealed interface Compiled {

        record Valid(SearchPattern pattern) implements Compiled {}

        record Invalid(String reason) implements Compiled {}
    }

    public static Compiled compile(String pattern, boolean ignoreCase, boolean multiline) {
        if (pattern.isEmpty() || pattern.length() > LONGEST_PATTERN) {
            return new Compiled.Invalid("The pattern must have between 1 and " + LONGEST_PATTERN + " characters.");
        }
        int flags = Pattern.MULTILINE | (ignoreCase ? Pattern.CASE_INSENSITIVE : 0) | (multiline ? Pattern.DOTALL : 0);
        try {
            Pattern linear = Pattern.compile(pattern, flags);
            Optional<ByteAutomaton> automaton = ByteAutomaton.of(pattern, ignoreCase, multiline);
            return new Compiled.Valid(new SearchPattern(linear, automaton, PatternNeeds.of(pattern), multiline));
        } catch (PatternSyntaxException e) {
            return new Compiled.Invalid(reason(pattern, e));
        }
    }

    private static String reason(String pattern, PatternSyntaxException e) {
        String part = e.getPattern() == null ? "" : e.getPattern();
        int where = part.isEmpty() || part.equals(pattern) ? -1 : pattern.indexOf(part);
        return "The pattern is not a valid regular expression: " + e.getDescription()
                + (part.isEmpty() ? "" : " `" + part + "`")
                + (where < 0 ? "" : " at character " + (where + 1))
                + ". Use RE2 syntax: no lookaround, no backreferences; write \\ before a special character that is meant literally.";
    }

    public boolean mayMatch(TrigramFilter document) {
        return need.mayBeMetBy(document);
    }

    /** A search for this pattern, for one thread. Past the deadline it ends with {@link TimeLimit.Exceeded}. */
    public Grep grep(TimeLimit.Deadline deadline) {
        return new Grep(this, automaton.map(it -> it.search(deadline::check)).orElse(null), deadline);
    }

    boolean isAcrossLines() {
        return acrossLines;
    }

    Pattern linear() {
        return linear;
    }
}
