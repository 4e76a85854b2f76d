package dev.mooring.vault.search;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.mooring.vault.search.automaton.ByteAutomaton;
import dev.mooring.vault.search.automaton.ParsedPattern;
import dev.mooring.vault.search.automaton.RequiredText;
import java.util.Optional;

/**
 * A compiled regular expression in RE2 syntax. Matching takes time linear in the length of the text.
 *
 * <p>RE2/J decides which patterns are valid and where a match across lines begins and ends. It is linear but slow, so an
 * automaton decides which lines match. Almost every pattern has an automaton; for the others RE2/J does this too.
 */
public final class SearchPattern {

    private static final int MAX_LENGTH = 1_000;

    private final Pattern re2;
    private final Optional<ByteAutomaton> automaton;
    private final RequiredText requiredText;
    private final boolean acrossLines;

    private SearchPattern(Pattern re2, ParsedPattern parsed, boolean acrossLines) {
        this.re2 = re2;
        this.automaton = parsed.automaton();
        this.requiredText = parsed.requiredText();
        this.acrossLines = acrossLines;
    }

    /** The result of compiling a pattern. */
    public sealed interface Compiled {

        record Valid(SearchPattern pattern) implements Compiled {}

        /**
         * The pattern is invalid.
         *
         * @param reason what is wrong, where, and which syntax to use, as a message for the caller
         */
        record Invalid(String reason) implements Compiled {}
    }

    /**
     * Compiles a pattern.
     *
     * @param multiline true if a match may span lines and {@code .} matches a line ending too
     */
    public static Compiled compile(String pattern, boolean ignoreCase, boolean multiline) {
        if (pattern.isEmpty() || pattern.length() > MAX_LENGTH) {
            return new Compiled.Invalid("The pattern must have between 1 and " + MAX_LENGTH + " characters.");
        }
        int flags = Pattern.MULTILINE | (ignoreCase ? Pattern.CASE_INSENSITIVE : 0) | (multiline ? Pattern.DOTALL : 0);
        try {
            Pattern re2 = Pattern.compile(pattern, flags);
            ParsedPattern parsed = ParsedPattern.parse(pattern, ignoreCase, multiline);
            return new Compiled.Valid(new SearchPattern(re2, parsed, multiline));
        } catch (PatternSyntaxException e) {
            return new Compiled.Invalid(reason(pattern, e));
        }
    }

    private static String reason(String pattern, PatternSyntaxException e) {
        String part = e.getPattern() == null ? "" : e.getPattern();
        int index = part.isEmpty() || part.equals(pattern) ? -1 : pattern.indexOf(part);
        return "The pattern is not a valid regular expression: " + e.getDescription()
                + (part.isEmpty() ? "" : " `" + part + "`")
                + (index < 0 ? "" : " at character " + (index + 1))
                + ". Use RE2 syntax: no lookaround, no backreferences; write \\ before a special character to match it literally.";
    }

    /** Returns false only if the filtered document certainly has no match. */
    public boolean mayMatch(TrigramFilter document) {
        return requiredText.isPossible(document::mayContain);
    }

    /** Starts a search, for one thread. It throws {@link TimeLimit.Exceeded} after the deadline. */
    public Grep grep(TimeLimit.Deadline deadline) {
        return new Grep(this, automaton.map(it -> it.search(deadline::check)).orElse(null), deadline);
    }

    boolean isAcrossLines() {
        return acrossLines;
    }

    Pattern re2() {
        return re2;
    }
}
