package dev.mooring.vault.text;

import java.util.Optional;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * The YAML block at the start of a document, between a first line {@code ---} and the next line {@code ---} or
 * {@code ...}.
 *
 * @param yamlStart where the line after the opening delimiter begins
 * @param yamlEnd where the closing delimiter's line begins
 * @param end where the body begins, after the closing delimiter's line
 */
public record FrontMatter(int yamlStart, int yamlEnd, int end) {

    /** Finds the front matter of a text without a byte order mark. Line endings may be LF or CRLF. */
    public static Optional<FrontMatter> find(String text) {
        int line = afterLine(text, 0);
        if (!isDelimiter(text, 0, line, "---") || line == text.length()) {
            return Optional.empty();
        }
        int yamlStart = line;
        while (line < text.length()) {
            int next = afterLine(text, line);
            if (isDelimiter(text, line, next, "---") || isDelimiter(text, line, next, "...")) {
                return Optional.of(new FrontMatter(yamlStart, line, next));
            }
            line = next;
        }
        return Optional.empty();
    }

    /** Returns the lines between the delimiters. */
    public String yaml(String text) {
        return text.substring(yamlStart, yamlEnd);
    }

    /** Returns the parsed YAML: a map, a list or a scalar; empty if the front matter is empty. */
    public Optional<Object> load(String text) throws InvalidYaml {
        try {
            return Optional.ofNullable(parser().load(yaml(text)));
        } catch (YAMLException | ClassCastException | NumberFormatException | StackOverflowError e) {
            // SnakeYAML reports a few malformed scalars and deep nesting with the last three.
            throw new InvalidYaml(firstLine(e));
        }
    }

    /** Returns a parser with the limits for front matter. Not thread-safe. */
    public static Yaml parser() {
        return new Yaml(new SafeConstructor(options()));
    }

    private static LoaderOptions options() {
        var options = new LoaderOptions();
        options.setMaxAliasesForCollections(50);
        options.setCodePointLimit(1_000_000);
        options.setAllowDuplicateKeys(false);
        return options;
    }

    private static String firstLine(Throwable e) {
        String message = String.valueOf(e.getMessage());
        int end = message.indexOf('\n');
        return end < 0 ? message : message.substring(0, end);
    }

    private static int afterLine(String text, int from) {
        int end = text.indexOf('\n', from);
        return end < 0 ? text.length() : end + 1;
    }

    private static boolean isDelimiter(String text, int start, int end, String delimiter) {
        return end - start >= 3
                && text.startsWith(delimiter, start)
                && text.substring(start + 3, end).isBlank();
    }

    /** Thrown if the front matter is not valid YAML. The message is one line. */
    public static final class InvalidYaml extends Exception {
        InvalidYaml(String message) {
            super(message);
        }
    }
}
