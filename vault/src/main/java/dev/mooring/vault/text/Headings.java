package dev.mooring.vault.text;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The headings of a Markdown text with LF line endings, in their order. Immutable. */
public final class Headings {

    private static final Pattern UNDERLINE = Pattern.compile(" {0,3}(=+|-+)[ \\t]*");
    private static final String PARENT_SEPARATOR = "::";
    private static final int MAX_NAMED = 5;
    private static final int MAX_TITLE_LENGTH = 100;

    private final LineNumbers lines;
    private final List<Heading> all;

    private Headings(LineNumbers lines, List<Heading> all) {
        this.lines = lines;
        this.all = List.copyOf(all);
    }

    /**
     * A heading.
     *
     * @param level from 1 to 6
     * @param title its text, without {@code #} signs and without space around it
     * @param line its line, counted from 1
     * @param lastLine the line of the underline, if it has one, else {@code line}
     */
    public record Heading(int level, String title, int line, int lastLine) {

        private String shown() {
            return "#".repeat(level) + " " + OneLine.of(title, MAX_TITLE_LENGTH);
        }
    }

    /** The outcome of a search for a section. */
    public sealed interface Search {

        /**
         * The section: its heading, and everything below it up to the next heading of the same or a higher level.
         *
         * @param lastLine the last line of the section
         */
        record Section(Heading heading, int lastLine) implements Search {}

        /**
         * No section matches, or several do.
         *
         * @param reason why, and what to do instead, as a message for the model
         */
        record Failed(String reason) implements Search {}
    }

    /** Finds the headings of a text. */
    public static Headings of(LineNumbers lines) {
        String text = lines.text();
        CodeRanges code = MarkdownCode.find(text);
        int bodyStart = FrontMatter.find(text).map(FrontMatter::end).orElse(0);
        List<Heading> found = new ArrayList<>();
        for (int n = 1; n <= lines.count(); n++) {
            Line line = Line.at(text, lines.start(n));
            boolean isText = lines.start(n) >= bodyStart
                    && !line.isBlank()
                    && line.quotes() == 0
                    && line.indent() <= 3
                    && !code.contains(line.contentStart());
            if (isText && line.isHeading(text)) {
                int level = line.runLength(text);
                String title = text.substring(line.contentStart() + level, line.end());
                found.add(new Heading(level, withoutClosingSigns(title), n, n));
            } else if (isText && !line.startsBlock(text) && isUnderlined(lines, n, code)) {
                String title = text.substring(line.contentStart(), line.end());
                int level = lines.line(n + 1).strip().startsWith("=") ? 1 : 2;
                found.add(new Heading(level, title.strip(), n, n + 1));
                n++;
            }
        }
        return new Headings(lines, found);
    }

    /** Removes closing {@code #} signs and the space around a title. A regular expression would take quadratic time. */
    private static String withoutClosingSigns(String title) {
        String text = title.strip();
        int end = text.length();
        while (end > 0 && text.charAt(end - 1) == '#') {
            end--;
        }
        boolean isAfterSpace = end == 0 || text.charAt(end - 1) == ' ' || text.charAt(end - 1) == '\t';
        return isAfterSpace ? text.substring(0, end).strip() : text;
    }

    private static boolean isUnderlined(LineNumbers lines, int line, CodeRanges code) {
        boolean isFirstOfParagraph = line == 1 || lines.line(line - 1).isBlank();
        return isFirstOfParagraph
                && line < lines.count()
                && UNDERLINE.matcher(lines.line(line + 1)).matches()
                && !code.contains(lines.start(line + 1));
    }

    /** Returns all headings. */
    public List<Heading> all() {
        return all;
    }

    /**
     * Finds a section by its heading. The name may begin with the {@code #} signs of its level and with the headings above
     * it, such as {@code Plan::Tasks}. Case matters only if several headings differ in nothing else.
     */
    public Search find(String name) {
        List<Heading> exact = matching(name.strip());
        if (exact.size() == 1) {
            return section(exact.getFirst());
        }
        if (exact.isEmpty()) {
            return new Search.Failed(missing(name));
        }
        return new Search.Failed("Several sections have the heading " + quoted(name) + ": " + listed(exact)
                + ". Name the headings above it too, such as Parent" + PARENT_SEPARATOR
                + "Child, or use the line numbers.");
    }

    private List<Heading> matching(String name) {
        List<Heading> whole =
                all.stream().filter(heading -> isNamed(heading, name)).toList();
        List<Heading> found = whole.isEmpty() && name.contains(PARENT_SEPARATOR) ? matchingPath(name) : whole;
        List<Heading> sameCase = found.stream()
                .filter(heading -> withoutSigns(name).endsWith(heading.title))
                .toList();
        return sameCase.isEmpty() ? found : sameCase;
    }

    private List<Heading> matchingPath(String path) {
        String[] names = path.split(PARENT_SEPARATOR);
        return all.stream()
                .filter(heading -> isNamed(heading, names[names.length - 1]) && isBelow(heading, names))
                .toList();
    }

    /** Returns true if the other names are headings above the heading, in their order. */
    private boolean isBelow(Heading heading, String[] names) {
        int level = heading.level;
        int next = names.length - 2;
        for (int i = all.indexOf(heading) - 1; i >= 0 && next >= 0; i--) {
            Heading above = all.get(i);
            if (above.level < level) {
                level = above.level;
                next -= isNamed(above, names[next]) ? 1 : 0;
            }
        }
        return next < 0;
    }

    private static boolean isNamed(Heading heading, String name) {
        String own = name.strip();
        int level = own.length() - own.replaceFirst("^#+(?=\\s)", "").length();
        return (level == 0 || level == heading.level) && heading.title.equalsIgnoreCase(withoutSigns(own));
    }

    private static String withoutSigns(String name) {
        return name.strip().replaceFirst("^#+\\s+", "").strip();
    }

    private Search section(Heading heading) {
        int last = all.stream()
                .filter(other -> other.line > heading.line && other.level <= heading.level)
                .mapToInt(other -> other.line - 1)
                .findFirst()
                .orElse(lines.count());
        return new Search.Section(heading, last);
    }

    private String missing(String name) {
        if (all.isEmpty()) {
            return "The document has no headings.";
        }
        String folded = withoutSigns(name).toLowerCase(Locale.ROOT);
        List<Heading> similar = all.stream()
                .filter(heading -> resembles(heading.title.toLowerCase(Locale.ROOT), folded))
                .toList();
        return "There is no section with the heading " + quoted(name) + ". "
                + (similar.isEmpty() && all.size() > MAX_NAMED
                        ? "Call read with outline: true to see the headings."
                        : (similar.isEmpty() ? "The headings are: " : "Similar headings are: ")
                                + listed(similar.isEmpty() ? all : similar) + ".");
    }

    /** Returns true if one of the texts contains the other one, or if they share a word of more than three letters. */
    private static boolean resembles(String title, String name) {
        if (title.isEmpty() || name.isEmpty()) {
            return false;
        }
        List<String> words = List.of(title.split("[^\\p{L}\\p{N}]+"));
        return title.contains(name)
                || name.contains(title)
                || Pattern.compile("[^\\p{L}\\p{N}]+")
                        .splitAsStream(name)
                        .anyMatch(word -> words.stream().anyMatch(it -> isSimilar(it, word)));
    }

    private static boolean isSimilar(String one, String other) {
        int length = Math.min(one.length(), other.length());
        int same = 0;
        while (same < length && one.charAt(same) == other.charAt(same)) {
            same++;
        }
        return length > 3 && same >= Math.max(4, Math.max(one.length(), other.length()) * 2 / 3);
    }

    private static String listed(List<Heading> headings) {
        String shown = headings.stream()
                .sorted(Comparator.comparingInt(Heading::line))
                .limit(MAX_NAMED)
                .map(heading -> quoted(heading.shown()) + " (line " + heading.line + ")")
                .collect(Collectors.joining(", "));
        return headings.size() > MAX_NAMED ? shown + ", …" : shown;
    }

    private static String quoted(String text) {
        return "\"" + OneLine.of(text, MAX_TITLE_LENGTH) + "\"";
    }
}
