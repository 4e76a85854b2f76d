package dev.mooring.vault.review;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.Suggestion;
import dev.mooring.vault.critic.View;
import dev.mooring.vault.text.LineNumbers;
import dev.mooring.vault.text.MarkdownTables;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Splits suggestions into the parts that a person can decide one by one: directly adjacent marks are one part. In a table
 * all marks of a row are one part, so that no row is left with half of a change. If the suggestion changes the columns of
 * a table, all its marks in the table are one part.
 */
final class SuggestionParts {

    private final Side before;
    private final Side after;

    SuggestionParts(MarkedText text) {
        this.before = new Side(text.rejected());
        this.after = new Side(text.accepted());
    }

    /** A view with its lines and tables. */
    private static final class Side {
        final View view;
        final LineNumbers lines;
        final MarkdownTables tables;

        Side(View view) {
            this.view = view;
            this.lines = new LineNumbers(view.text());
            this.tables = MarkdownTables.of(lines);
        }

        /**
         * Returns the lines that adjacent marks touch; empty if they only add or remove whole lines that this view does
         * not have.
         */
        Optional<Lines> linesOf(int rawStart, int rawEnd) {
            int start = view.fromRaw(rawStart);
            int end = view.fromRaw(rawEnd);
            String shown = view.text();
            boolean startsLine = start == 0 || shown.charAt(start - 1) == '\n';
            boolean endsLine = start == shown.length() || shown.charAt(start) == '\n';
            if (start == end) {
                return startsLine || endsLine ? Optional.empty() : Optional.of(new Lines(at(start), at(start)));
            }
            int first = shown.charAt(start) == '\n' && start + 1 < end ? start + 1 : start;
            return Optional.of(new Lines(at(first), at(end - 1)));
        }

        private int at(int position) {
            return lines.lineOf(position);
        }

        Optional<MarkdownTables.Table> tableAt(Optional<Lines> touched) {
            return touched.flatMap(it -> tables.at(it.first(), it.last()));
        }
    }

    private record Lines(int first, int last) {

        boolean overlaps(Lines other) {
            return first <= other.last && other.first <= last;
        }
    }

    /** Directly adjacent marks, and their lines and tables in both views. */
    private record AdjacentMarks(
            List<Mark> marks,
            Optional<Lines> linesBefore,
            Optional<Lines> linesAfter,
            Optional<MarkdownTables.Table> tableBefore,
            Optional<MarkdownTables.Table> tableAfter) {

        boolean isInTable() {
            return tableBefore.isPresent() || tableAfter.isPresent();
        }

        boolean changesColumns() {
            boolean hasOtherNumber = tableBefore.isPresent()
                    && tableAfter.isPresent()
                    && tableBefore.get().columns() != tableAfter.get().columns();
            return hasOtherNumber
                    || touchesDelimiter(linesBefore, tableBefore)
                    || touchesDelimiter(linesAfter, tableAfter);
        }

        private static boolean touchesDelimiter(Optional<Lines> lines, Optional<MarkdownTables.Table> table) {
            return lines.isPresent()
                    && table.isPresent()
                    && lines.get().first() <= table.get().delimiterLine()
                    && table.get().delimiterLine() <= lines.get().last();
        }

        boolean sharesTable(AdjacentMarks other) {
            return same(tableBefore, other.tableBefore) || same(tableAfter, other.tableAfter);
        }

        private static boolean same(Optional<MarkdownTables.Table> one, Optional<MarkdownTables.Table> other) {
            return one.isPresent() && one.equals(other);
        }

        boolean sharesLine(AdjacentMarks other) {
            return overlap(linesBefore, other.linesBefore) || overlap(linesAfter, other.linesAfter);
        }

        private static boolean overlap(Optional<Lines> one, Optional<Lines> other) {
            return one.isPresent() && other.isPresent() && one.get().overlaps(other.get());
        }
    }

    /** Returns the parts of a suggestion, ascending by their first marks; the suggestion itself if it has only one. */
    List<Suggestion> of(Suggestion suggestion) {
        List<List<Mark>> adjacent = suggestion.adjacentMarks();
        if (adjacent.size() == 1) {
            return List.of(suggestion);
        }
        List<AdjacentMarks> sequences = adjacent.stream().map(this::located).toList();
        List<AdjacentMarks> changingColumns =
                sequences.stream().filter(AdjacentMarks::changesColumns).toList();
        List<List<AdjacentMarks>> parts = new ArrayList<>();
        for (AdjacentMarks sequence : sequences) {
            List<AdjacentMarks> part = new ArrayList<>();
            if (sequence.isInTable()) {
                List<List<AdjacentMarks>> joined = parts.stream()
                        .filter(it -> it.stream().anyMatch(other -> belongTogether(other, sequence, changingColumns)))
                        .toList();
                joined.forEach(part::addAll);
                parts.removeAll(joined);
            }
            part.add(sequence);
            parts.add(part);
        }
        return parts.size() == 1 ? List.of(suggestion) : withComments(inOrder(parts), suggestion.comments());
    }

    private static boolean belongTogether(AdjacentMarks one, AdjacentMarks other, List<AdjacentMarks> changingColumns) {
        if (!one.isInTable()) {
            return false;
        }
        boolean shareColumns =
                one.sharesTable(other) && changingColumns.stream().anyMatch(sequence -> sequence.sharesTable(one));
        return shareColumns || one.sharesLine(other);
    }

    private static List<List<Mark>> inOrder(List<List<AdjacentMarks>> parts) {
        return parts.stream()
                .map(part -> part.stream()
                        .flatMap(sequence -> sequence.marks.stream())
                        .sorted(Comparator.comparingInt(mark -> mark.whole().start()))
                        .toList())
                .sorted(Comparator.comparingInt(part -> part.getFirst().whole().start()))
                .toList();
    }

    private AdjacentMarks located(List<Mark> marks) {
        int start = marks.getFirst().whole().start();
        int end = marks.getLast().whole().end();
        Optional<Lines> linesBefore = before.linesOf(start, end);
        Optional<Lines> linesAfter = after.linesOf(start, end);
        return new AdjacentMarks(
                marks, linesBefore, linesAfter, before.tableAt(linesBefore), after.tableAt(linesAfter));
    }

    /** Assigns each comment to the part that it follows. */
    private static List<Suggestion> withComments(List<List<Mark>> parts, List<Mark> comments) {
        return parts.stream()
                .map(part -> new Suggestion(
                        part,
                        comments.stream()
                                .filter(comment -> partBefore(parts, comment).equals(part))
                                .toList()))
                .toList();
    }

    private static List<Mark> partBefore(List<List<Mark>> parts, Mark comment) {
        List<Mark> nearest = parts.getFirst();
        int end = -1;
        for (List<Mark> part : parts) {
            for (Mark mark : part) {
                if (mark.whole().end() <= comment.whole().start()
                        && mark.whole().end() > end) {
                    end = mark.whole().end();
                    nearest = part;
                }
            }
        }
        return nearest;
    }
}
