package dev.mooring.vault.search;

import com.google.re2j.PatternSyntaxException;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A compiled regular expression in RE2 syntax, whose matching takes time linear in the text.
 *
 * <p>RE2/J is linear but slow. So simple patterns, for which the JDK's engine gives the same answers, go there on lines
 * of ordinary length, and a text that every match holds is looked for first.
 */
public final class SearchPattern {

    private static final int ORDINARY_LINE = 2_000;
    private static final int LONGEST_PATTERN = 1_000;

    private final com.google.re2j.Pattern linear;
    private final @Nullable Pattern quick;
    private final Need need;
    private final Optional<String> exactText;

    private SearchPattern(com.google.re2j.Pattern linear, @Nullable Pattern quick, Need need, Optional<String> exact) {
        this.linear = linear;
        this.quick = quick;
        this.need = need;
        this.exactText = exact;
    }

    /** A pattern, or why it is none. */
    public sealed interface Compiled {

        record Ready(SearchPattern pattern) implements Compiled {}

        record Bad(String reason) implements Compiled {}
    }

    public static Compiled compile(String pattern, boolean ignoreCase, boolean multiline) {
        if (pattern.isEmpty() || pattern.length() > LONGEST_PATTERN) {
            return new Compiled.Bad("The pattern must have between 1 and " + LONGEST_PATTERN + " characters.");
        }
        int flags = com.google.re2j.Pattern.MULTILINE
                | (ignoreCase ? com.google.re2j.Pattern.CASE_INSENSITIVE : 0)
                | (multiline ? com.google.re2j.Pattern.DOTALL : 0);
        com.google.re2j.Pattern linear;
        try {
            linear = com.google.re2j.Pattern.compile(pattern, flags);
        } catch (PatternSyntaxException e) {
            return new Compiled.Bad(reason(pattern, e));
        }
        PatternNeeds.Result result = PatternNeeds.of(pattern);
        Pattern quick = null;
        if (result.simple() && !multiline) {
            int quickFlags = Pattern.UNIX_LINES | (ignoreCase ? Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE : 0);
            quick = Pattern.compile(pattern, quickFlags);
        }
        boolean caseMatters = !ignoreCase && !pattern.contains("(?");
        Optional<String> exact = caseMatters ? result.need().longestText() : Optional.empty();
        return new Compiled.Ready(new SearchPattern(linear, quick, result.need(), exact));
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

    /** Where the next match begins at or after the position, across line ends; -1 if there is none. */
    int[] nextSpan(String text, int from) {
        com.google.re2j.Matcher matcher = linear.matcher(text);
        return matcher.find(from) ? new int[] {matcher.start(), matcher.end()} : new int[0];
    }

    LineMatcher on(String text) {
        return new LineMatcher(text);
    }

    /** Finds matching lines in one text. Not for use by several threads. */
    final class LineMatcher {
        private final String text;
        private final java.util.regex.@Nullable Matcher quickMatcher;

        private LineMatcher(String text) {
            this.text = text;
            this.quickMatcher = quick == null ? null : quick.matcher(text);
        }

        /** Where the next line that can match begins, at or after a line's beginning; -1 if there is none. */
        int candidate(int lineStart) {
            if (exactText.isEmpty()) {
                return lineStart < text.length() ? lineStart : -1;
            }
            int found = text.indexOf(exactText.get(), lineStart);
            return found < 0 ? -1 : text.lastIndexOf('\n', found - 1) + 1;
        }

        boolean matches(int lineStart, int lineEnd) {
            if (quickMatcher != null && lineEnd - lineStart <= ORDINARY_LINE) {
                return quickMatcher.region(lineStart, lineEnd).find();
            }
            return linear.matcher(text.substring(lineStart, lineEnd)).find();
        }
    }
}
