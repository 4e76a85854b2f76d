package dev.mooring.vault.critic;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Collects marks into units of review: one for each edit with the comments about it, and one for each other thread of
 * comments.
 *
 * <p>Comments that directly follow one another are a thread. A thread that directly follows a mark of a suggestion is
 * about the suggestion, unless the mark stands in a highlight: then the thread is about the highlight. A thread whose
 * first comment was written by the same edit is about the suggestion too.
 */
final class SuggestionGroups {

    /** The marks of one author with one group. */
    private record Key(@Nullable String author, String group) {}

    private static final class Group {
        final List<Mark> marks = new ArrayList<>();
        final List<Mark> comments = new ArrayList<>();
    }

    /** Directly adjacent comments, and the group of the mark directly before them. */
    private record CommentSequence(
            List<Mark> comments, @Nullable Group before) {}

    private final Map<Key, Group> byKey = new HashMap<>();
    private final List<Group> groups = new ArrayList<>();
    private final List<CommentSequence> sequences = new ArrayList<>();

    private SuggestionGroups() {}

    /** Returns the pending suggestions and threads, in the order of their first marks. */
    static List<Suggestion> of(List<Mark> marks) {
        var groups = new SuggestionGroups();
        groups.collect(marks);
        groups.attachComments();
        return groups.groups.stream()
                .map(group -> new Suggestion(group.marks, group.comments))
                .sorted(Comparator.comparingInt(
                        it -> it.marks().getFirst().whole().start()))
                .toList();
    }

    private void collect(List<Mark> marks) {
        Mark last = null;
        Group lastGroup = null;
        for (Mark mark : marks) {
            boolean isAdjacent =
                    last != null && last.whole().end() == mark.whole().start();
            if (mark.isChange()) {
                lastGroup = groupOf(mark, isAdjacent ? last : null, lastGroup);
                lastGroup.marks.add(mark);
            } else if (mark.isComment() && isAdjacent && last != null && last.isComment()) {
                sequences.getLast().comments.add(mark);
            } else if (mark.isComment()) {
                sequences.add(new CommentSequence(
                        new ArrayList<>(List.of(mark)),
                        isAdjacent && last != null && !last.isHighlighted() ? lastGroup : null));
                lastGroup = null;
            } else {
                lastGroup = null;
            }
            last = mark;
        }
    }

    private Group groupOf(Mark mark, @Nullable Mark before, @Nullable Group groupBefore) {
        String group = mark.group();
        if (group != null) {
            return byKey.computeIfAbsent(new Key(mark.author(), group), _ -> added());
        }
        boolean continues = before != null
                && before.isSuggestion()
                && mark.isSuggestion()
                && before.group() == null
                && Objects.equals(before.author(), mark.author());
        return continues && groupBefore != null ? groupBefore : added();
    }

    private Group added() {
        var group = new Group();
        groups.add(group);
        return group;
    }

    private void attachComments() {
        for (CommentSequence sequence : sequences) {
            Mark first = sequence.comments.getFirst();
            Group group = sequence.before;
            if (group == null && first.group() != null) {
                group = byKey.get(new Key(first.author(), Objects.requireNonNull(first.group())));
            }
            if (group != null) {
                group.comments.addAll(sequence.comments);
            } else if (sequence.comments.stream().anyMatch(Mark::isOpenComment)) {
                added().marks.addAll(sequence.comments);
            }
        }
    }
}
