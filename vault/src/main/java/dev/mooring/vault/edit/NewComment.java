package dev.mooring.vault.edit;

import dev.mooring.vault.critic.MarkKind;
import dev.mooring.vault.critic.MarkScanner;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.TextRange;
import dev.mooring.vault.text.LineEndings;
import dev.mooring.vault.text.LineNumbers;
import dev.mooring.vault.text.MarkdownTables;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The outcome of adding a comment to a document. */
public sealed interface NewComment {

    /**
     * The comment can be written.
     *
     * @param change the change that adds the comment
     * @param marks the marks that the change adds, in their order
     */
    record Written(RawChange change, List<String> marks) implements NewComment {}

    /**
     * The comment is refused.
     *
     * @param reason why, as a message for the author
     */
    record Refused(String reason) implements NewComment {}

    /**
     * Checks a comment and returns the change that adds it.
     *
     * @param at a position of the raw text that is not inside a mark
     */
    static NewComment write(MarkedText text, int at, String comment, Signature signature) {
        return write(text, new TextRange(at, at), comment, signature);
    }

    /**
     * Checks a comment on a passage and returns the change that highlights the passage and adds the comment after it.
     *
     * @param passage a range of the raw text, empty to comment on a place; a mark within it prevents the highlight
     */
    static NewComment write(MarkedText text, TextRange passage, String comment, Signature signature) {
        Optional<String> unusable = findProblem(comment);
        if (unusable.isPresent()) {
            return new Refused(unusable.get());
        }
        String mark = mark(text, passage.end(), comment, signature);
        boolean highlights = !passage.isEmpty()
                && text.marksWithin(passage).isEmpty()
                && !passage.in(text.raw()).contains("\n");
        if (highlights) {
            String highlight = signature.mark(MarkKind.HIGHLIGHT, passage.in(text.raw()));
            var written = new Written(new RawChange(passage, highlight + mark), List.of(highlight, mark));
            if (findProblem(text, written).isEmpty()) {
                return written;
            }
        }
        var at = new TextRange(passage.end(), passage.end());
        var written = new Written(new RawChange(at, mark), List.of(mark));
        return findProblem(text, written).<NewComment>map(Refused::new).orElse(written);
    }

    /**
     * Checks a comment on a passage of the accepted view. A passage that starts or ends inside a mark is not highlighted,
     * and the comment follows the mark.
     */
    static NewComment writeOnView(MarkedText text, TextRange passage, String comment, Signature signature) {
        int end = text.endOfProposalsAt(text.endOfMarkAround(text.accepted().rawEnd(passage.end())));
        int start = passage.isEmpty() ? end : Math.min(text.accepted().rawStart(passage.start()), end);
        boolean startsInMark = text.endOfMarkAround(start) != start;
        return write(text, new TextRange(startsInMark ? end : start, end), comment, signature);
    }

    private static Optional<String> findProblem(MarkedText text, Written written) {
        MarkedText after = MarkedText.parse(RawChange.apply(text.raw(), List.of(written.change())));
        Optional<String> problem = new EditCheck(text, text.accepted().text()).findProblem(after, Set.of());
        return problem.isPresent()
                        || after.marks().size()
                                != text.marks().size() + written.marks().size()
                ? Optional.of(
                        "A comment here would change the meaning of the lines around it, for example in code or front matter. "
                                + "Comment on other text.")
                : Optional.empty();
    }

    /**
     * Returns the comment as a mark. In a row of a table the comment is one line and its bars are escaped, because both
     * would break the row.
     */
    static String mark(MarkedText text, int at, String comment, Signature signature) {
        String lines = LineEndings.toLf(comment.strip());
        boolean breaksRows = lines.indexOf('\n') >= 0 || lines.indexOf('|') >= 0;
        if (breaksRows && isInTable(text, at)) {
            lines = lines.replaceAll("\\s*\n\\s*", " ").replaceAll("(?<!\\\\)\\|", "\\\\|");
        }
        return signature.mark(MarkKind.COMMENT, lines.replace("\n", LineEndings.near(text.raw(), at)));
    }

    private static boolean isInTable(MarkedText text, int at) {
        var lines = new LineNumbers(text.accepted().text());
        int position = text.accepted().fromRaw(at);
        int line = lines.lineOf(position);
        boolean startsLine = position > 0 && lines.text().charAt(position - 1) == '\n';
        return !startsLine && MarkdownTables.of(lines).at(line, line).isPresent();
    }

    /** Returns why a text cannot be a comment, as a message for the person; empty if it can. */
    static Optional<String> findProblem(String comment) {
        if (comment.isBlank()) {
            return Optional.of("The comment is empty. Write some text.");
        }
        if (MarkScanner.hasOpening(comment) || comment.contains(MarkKind.COMMENT.closing())) {
            return Optional.of("A comment cannot contain CriticMarkup delimiters such as {++ or <<}. Remove them.");
        }
        return InvalidCharacters.findProblem("The comment", comment, "");
    }
}
