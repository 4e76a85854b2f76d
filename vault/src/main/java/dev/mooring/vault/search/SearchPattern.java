package dev.mooring.vault.search;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.mooring.vault.search.automaton.ByteAutomaton;
import dev.mooring.vault.search.automaton.ParsedPattern;
import dev.mooring.vault.search.automaton.RequiredText;
import java.util.Comparator;
import java.util.Optional;

/**
 * A compiled regular expression in RE2 syntax. Matching takes time linear in the length of the text.
 *
 * <p>RE2/J decides which patterns are valid and where a match across lines begins and ends. It is linear but slow, so an
 * automaton decides which lines match. Almost every pattern has an automaton; for the others RE2/J does this too.
 */
public final class SearchPattern {

    private static final int MAX_LENGTH = 1_000;
    private static final java.util.regex.Pattern COUNTED = java.util.regex.Pattern.compile("\\{(\\d+,)?(\\d+),?}");

    private final Pattern re2;
    private final Optional<ByteAutomaton> automaton;
    private final RequiredText requiredText;
    private final boolean acrossLines;
    private final int size;

    private SearchPattern(Pattern re2, ParsedPattern parsed, boolean acrossLines) {
        this.re2 = re2;
        this.automaton = parsed.automaton();
        this.requiredText = parsed.requiredText();
        this.acrossLines = acrossLines;
        this.size = parsed.size();
    }

    /** The result of compiling a pattern. */
    public sealed interface Compiled {

        record Valid(SearchPattern pattern) implements Compiled {}

        /**
         * The pattern is invalid.
         *
         * @param reason the problem, its place and the syntax to use, as a message for the caller
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
        ParsedPattern parsed = ParsedPattern.parse(pattern, ignoreCase, multiline);
        if (parsed.isTooLarge()) {
            return new Compiled.Invalid(tooLarge(pattern));
        }
        int flags = Pattern.MULTILINE | (ignoreCase ? Pattern.CASE_INSENSITIVE : 0) | (multiline ? Pattern.DOTALL : 0);
        try {
            Pattern re2 = Pattern.compile(pattern, flags);
            return new Compiled.Valid(new SearchPattern(re2, parsed, multiline));
        } catch (PatternSyntaxException e) {
            return new Compiled.Invalid(reason(pattern, e));
        }
    }

    /** Names the largest count, which is the best candidate for a change. */
    private static String tooLarge(String pattern) {
        String largest = COUNTED.matcher(pattern)
                .results()
                .max(Comparator.comparingInt(count -> count.group(2).length()))
                .map(count -> count.group() + " at character " + (count.start() + 1))
                .orElse("a repetition");
        return "The pattern is too large: a counted repetition stands for that many copies of what it repeats. Replace "
                + largest + " by * or +, use smaller counts, or do not nest counted repetitions.";
    }

    private static String reason(String pattern, PatternSyntaxException e) {
        String part = e.getPattern() == null ? "" : e.getPattern();
        int index = part.isEmpty() || part.equals(pattern) ? -1 : pattern.indexOf(part);
        return "The pattern is not a valid regular expression: " + e.getDescription()
                + (part.isEmpty() ? "" : " `" + part + "`")
                + (index < 0 ? "" : " at character " + (index + 1))
                + ". Use RE2 syntax: no lookaround, no backreferences; write \\ before a special character to match it literally.";
    }

    /** Returns the text that every match contains. */
    public RequiredText requiredText() {
        return requiredText;
    }

    /** Starts a search, for one thread at a time. It throws {@link SearchLimits.Exceeded} at a limit. */
    public Grep grep(SearchLimits.Budget budget) {
        return new Grep(this, automaton, budget);
    }

    /**
     * Returns where the first match in a line begins; 0 if the line has none, as in the middle of a match across lines.
     *
     * @throws SearchLimits.Exceeded at a limit
     */
    public int firstMatch(String line, SearchLimits.Budget budget) {
        var matcher = re2.matcher(new DeadlineCheckedText(line, budget));
        return matcher.find() ? matcher.start() : 0;
    }

    boolean isAcrossLines() {
        return acrossLines;
    }

    /** Estimates the steps that RE2/J, which does not count them, needs for some characters. */
    int re2Steps(int characters) {
        return (int) Math.min((long) characters * Math.max(32, size / 8), Integer.MAX_VALUE / 2);
    }

    Pattern re2() {
        return re2;
    }
}
