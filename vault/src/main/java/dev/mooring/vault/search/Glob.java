package dev.mooring.vault.search;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.text.Normalizer;

/**
 * A pattern for paths relative to the vault, separated by {@code /}. It supports {@code *}, {@code **}, {@code ?},
 * {@code [a-z]} and {@code {a,b}}. Unicode normal forms (NFC/NFD) do not matter.
 */
public final class Glob {

    private static final int MAX_LENGTH = 500;
    private static final Pattern CURRENT_FOLDER = Pattern.compile("(^|[/{,])(?:\\./+)+");

    private final Pattern pattern;

    private Glob(Pattern pattern) {
        this.pattern = pattern;
    }

    /** The result of compiling a glob pattern. */
    public sealed interface Compiled {

        record Valid(Glob glob) implements Compiled {}

        /**
         * The pattern is invalid.
         *
         * @param reason the problem, as a message for the caller
         */
        record Invalid(String reason) implements Compiled {}
    }

    /** Compiles a pattern that a whole path must match. Segments {@code .} are ignored, as in {@code ./a.md}. */
    public static Compiled compile(String pattern) {
        String glob = CURRENT_FOLDER.matcher(pattern).replaceAll("$1");
        if (glob.isBlank() || glob.length() > MAX_LENGTH) {
            return new Compiled.Invalid("The glob pattern must have between 1 and " + MAX_LENGTH + " characters.");
        }
        if (glob.startsWith("/") || glob.indexOf('\\') >= 0 || ("/" + glob + "/").contains("/../")) {
            return new Compiled.Invalid(
                    "The glob pattern must be relative to the vault, use / as separator and contain neither .. nor \\.");
        }
        try {
            return new Compiled.Valid(new Glob(Pattern.compile(new Translation(composed(glob)).regex())));
        } catch (PatternSyntaxException | StringIndexOutOfBoundsException e) {
            return new Compiled.Invalid(
                    "The glob pattern " + glob + " has an unclosed [ or {, or an empty or reversed range.");
        }
    }

    /** Compiles a pattern as {@link #compile} does, except that one without {@code /} matches names in any folder. */
    public static Compiled compileForNames(String glob) {
        return compile(glob.indexOf('/') < 0 ? "**/" + glob : glob);
    }

    /** Returns true if the pattern matches the whole path. */
    public boolean matches(String path) {
        return pattern.matcher(composed(path)).matches();
    }

    private static String composed(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFC);
    }

    /** Translates a glob pattern to a {@link Pattern}. */
    private static final class Translation {
        private final String glob;
        private final StringBuilder regex = new StringBuilder();
        private int at;

        Translation(String glob) {
            this.glob = glob;
        }

        String regex() {
            int depth = 0;
            while (at < glob.length()) {
                char c = glob.charAt(at);
                switch (c) {
                    case '*' -> star();
                    case '?' -> append("[^/]", 1);
                    case '[' -> characters();
                    case '{' -> {
                        depth++;
                        append("(?:", 1);
                    }
                    case '}' -> {
                        append(depth > 0 ? ")" : "\\}", 1);
                        depth = Math.max(0, depth - 1);
                    }
                    case ',' -> append(depth > 0 ? "|" : ",", 1);
                    default -> {
                        int codePoint = glob.codePointAt(at);
                        append(Pattern.quote(Character.toString(codePoint)), Character.charCount(codePoint));
                    }
                }
            }
            if (depth > 0) {
                throw new StringIndexOutOfBoundsException("unclosed {");
            }
            return regex.toString();
        }

        private void append(String translated, int length) {
            regex.append(translated);
            at += length;
        }

        private void star() {
            boolean atStart = at == 0 || "/{,".indexOf(glob.charAt(at - 1)) >= 0;
            if (atStart && glob.startsWith("**/", at)) {
                append("(?:[^/]+/)*", 3);
            } else if (glob.startsWith("**", at)) {
                append(".*", 2);
            } else {
                append("[^/]*", 1);
            }
        }

        private void characters() {
            int first = at + 1;
            boolean negated = glob.charAt(first) == '!' || glob.charAt(first) == '^';
            int start = negated ? first + 1 : first;
            int close = glob.indexOf(']', start + 1);
            if (close < 0) {
                throw new StringIndexOutOfBoundsException("unclosed [");
            }
            String inside = glob.substring(start, close)
                    .replace("[", "\\[")
                    .replace("^", "\\^")
                    .replace("]", "\\]");
            append((negated ? "[^/" : "[") + inside + "]", close + 1 - at);
        }
    }
}
