package dev.mooring.vault.edit;

import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.text.Headings;
import dev.mooring.vault.text.LineEndings;
import dev.mooring.vault.text.LineNumbers;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A request to add lines to a document or to one of its sections.
 *
 * @param content the lines to add; they may contain comments
 * @param section the heading of the section; null for the whole document
 * @param atStart true to add the lines at the start, directly after the heading or the front matter; false for the end
 * @param signature the signature of the suggestion
 */
public record Insertion(String content, @Nullable String section, boolean atStart, Signature signature) {

    private static final Pattern LIST_ITEM = Pattern.compile("\\s*([-*+]|\\d{1,9}[.)])\\s.*");
    private static final Pattern TABLE_ROW = Pattern.compile("\\s*\\|.*");
    private static final Pattern QUOTE = Pattern.compile("\\s*>.*");

    /** A text to insert at a position of the accepted view. */
    private record Place(int position, String text) {}

    /** Returns the outcome of the request; the given text does not change. */
    public EditOutcome apply(MarkedText text) {
        String lines = withoutOuterLineBreaks(LineEndings.toLf(content));
        Optional<String> problem = findProblem(lines);
        if (problem.isPresent()) {
            return new EditOutcome.Refused(problem.get());
        }
        String view = text.accepted().text();
        int from = MarkedText.bodyStart(view);
        int to = view.length();
        if (section != null) {
            var numbers = new LineNumbers(view);
            switch (Headings.of(numbers).find(section)) {
                case Headings.Search.Failed(String reason) -> {
                    return new EditOutcome.Refused(reason);
                }
                case Headings.Search.Section(Headings.Heading heading, int lastLine) -> {
                    from = numbers.end(heading.lastLine());
                    to = numbers.end(lastLine);
                }
            }
        }
        Place place = atStart ? start(view, from, to, lines) : end(view, from, to, lines);
        var inserted = CommentedText.of(place.text);
        var writer = new SuggestionWriter(text, CommentedText.of(""), inserted, signature, null);
        return switch (writer.write(new Replacement(view, List.of(place.position), "", inserted.visible()))) {
            case SuggestionWriter.Refused(String reason) -> new EditOutcome.Refused(reason);
            case SuggestionWriter.Suggested(MarkedText edited, List<Integer> _, String group) ->
                new EditOutcome.Suggested(
                        edited, List.of(place.position + leadingLineBreaks(inserted.visible())), group, List.of());
        };
    }

    /** Removes the line breaks at both ends of a text. A regular expression would take quadratic time. */
    private static String withoutOuterLineBreaks(String text) {
        int from = leadingLineBreaks(text);
        int to = text.length();
        while (to > from && text.charAt(to - 1) == '\n') {
            to--;
        }
        return text.substring(from, to);
    }

    private Optional<String> findProblem(String lines) {
        var commented = CommentedText.of(lines);
        if (commented.visible().isBlank()) {
            return Optional.of("content is empty. Give the text to add.");
        }
        if (commented.hasOtherMarks()) {
            return Optional.of(
                    "content contains CriticMarkup. Give the final text without marks; the tool turns it into "
                            + "a suggestion. Only comments {>>like this<<} are allowed.");
        }
        if (signature.isPlain() && !commented.comments().isEmpty()) {
            return Optional.of(
                    "content has a comment. This server writes marks without an author, so that a person could "
                            + "not tell the comment from their own. Leave it out, and tell the user instead.");
        }
        return InvalidCharacters.findProblem("content", lines, "");
    }

    /** Returns the place after the last line with text. */
    private static Place end(String view, int from, int to, String lines) {
        int last = to;
        while (last > from && Character.isWhitespace(view.charAt(last - 1))) {
            last--;
        }
        boolean isEmpty = last == 0 || (last == from && view.charAt(last - 1) == '\n');
        if (isEmpty) {
            return new Place(from, lines + "\n");
        }
        String gap = isSameBlock(lineBefore(view, last), firstLine(lines)) ? "" : "\n";
        int lineEnd = view.indexOf('\n', last);
        if (lineEnd < 0) {
            return new Place(view.length(), "\n" + gap + lines);
        }
        int at = lineEnd + 1;
        boolean textFollows = at < view.length() && view.charAt(at) != '\n';
        return new Place(at, gap + lines + "\n" + (textFollows ? "\n" : ""));
    }

    /** Returns the place before the first line with text. */
    private static Place start(String view, int from, int to, String lines) {
        int first = from;
        while (first < to && Character.isWhitespace(view.charAt(first))) {
            first++;
        }
        if (first == to) {
            return end(view, from, to, lines);
        }
        int at = view.lastIndexOf('\n', first - 1) + 1;
        String next = firstLine(view.substring(at));
        String gap = isSameBlock(lineBefore(lines, lines.length()), next) ? "" : "\n";
        return new Place(at, lines + "\n" + gap);
    }

    /** Returns true if a blank line between two lines would split a list, a table or a quote. */
    private static boolean isSameBlock(String line, String next) {
        return List.of(LIST_ITEM, TABLE_ROW, QUOTE).stream()
                .anyMatch(block ->
                        block.matcher(line).matches() && block.matcher(next).matches());
    }

    private static String lineBefore(String text, int end) {
        return text.substring(text.lastIndexOf('\n', end - 1) + 1, end);
    }

    private static String firstLine(String text) {
        int end = text.indexOf('\n');
        return end < 0 ? text : text.substring(0, end);
    }

    private static int leadingLineBreaks(String text) {
        int count = 0;
        while (count < text.length() && text.charAt(count) == '\n') {
            count++;
        }
        return count;
    }
}
