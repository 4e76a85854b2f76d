package dev.mooring.vault.edit;

import dev.mooring.vault.critic.MarkedText;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of several edits, each applied to the result of the one before: all of them are one suggestion, or nothing
 * is suggested.
 *
 * @param outcome the outcome of all edits, or of the one that failed
 * @param failed the index of the edit that failed; -1 if none did
 * @param size the number of edits
 */
public record EditSequence(EditOutcome outcome, int failed, int size) {

    /** Returns the outcome of a single edit. */
    public static EditSequence of(EditOutcome outcome) {
        return new EditSequence(outcome, -1, 1);
    }

    /** Returns the outcome of edits by one author; the given text does not change. */
    public static EditSequence apply(MarkedText text, List<Edit> edits) {
        List<@Nullable String> groups = new ArrayList<>();
        EditSequence first = apply(text, edits, null, groups);
        String own = edits.getFirst().signature().group();
        // An edit that changes an earlier suggestion further keeps its group. All marks of the sequence take this
        // group.
        String continued = groups.stream()
                .filter(it -> !Objects.equals(it, own))
                .findFirst()
                .orElse(own);
        boolean isOneGroup = groups.stream().allMatch(it -> Objects.equals(it, continued));
        return isOneGroup ? first : apply(text, edits, continued, new ArrayList<>());
    }

    private static EditSequence apply(
            MarkedText text, List<Edit> edits, @Nullable String group, List<@Nullable String> groups) {
        MarkedText current = text;
        List<Integer> positions = new ArrayList<>();
        List<String> tolerated = new ArrayList<>();
        for (int i = 0; i < edits.size(); i++) {
            switch (SuggestedEdit.apply(current, edits.get(i), group)) {
                case EditOutcome.NoChange _ -> {}
                case EditOutcome.Suggested suggested -> {
                    String before = current.accepted().text();
                    String after = suggested.text().accepted().text();
                    positions.replaceAll(position -> moved(position, before, after));
                    positions.addAll(suggested.positions());
                    tolerated.addAll(suggested.tolerated());
                    groups.add(suggested.group());
                    current = suggested.text();
                }
                case EditOutcome other -> {
                    return new EditSequence(other, i, edits.size());
                }
            }
        }
        EditOutcome outcome = current.raw().equals(text.raw())
                ? new EditOutcome.NoChange()
                : new EditOutcome.Suggested(current, positions.stream().sorted().toList(), groups.getLast(), tolerated);
        return new EditSequence(outcome, -1, edits.size());
    }

    /** Returns true if one of several edits failed. */
    public boolean failedAmongSeveral() {
        return failed >= 0 && size > 1;
    }

    /** Returns where a position of a text is after a change of the text. */
    private static int moved(int position, String before, String after) {
        int prefix = SuggestionWriter.commonPrefix(before, after);
        int suffix = 0;
        int limit = Math.min(before.length(), after.length()) - prefix;
        while (suffix < limit
                && before.charAt(before.length() - suffix - 1) == after.charAt(after.length() - suffix - 1)) {
            suffix++;
        }
        if (position <= prefix) {
            return position;
        }
        return position >= before.length() - suffix ? position + after.length() - before.length() : prefix;
    }
}
