package dev.mooring.vault.server;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.Proposal;
import dev.mooring.vault.critic.Suggestion;
import dev.mooring.vault.critic.TextRange;
import dev.mooring.vault.critic.View;
import dev.mooring.vault.server.DocumentSession.MadeSuggestion;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds the suggestions that a tool call has made, and describes them for the session. */
final class MadeSuggestions {

    private static final int MAX_CHANGE = 60;
    private static final int CONTEXT = 20;

    private MadeSuggestions() {}

    /** Returns the suggestions that only the new text has, or that have changed, by their groups. */
    static Map<String, MadeSuggestion> between(MarkedText before, MarkedText after, String path) {
        Map<String, MadeSuggestion> made = new LinkedHashMap<>();
        for (String group : changedGroups(before, after)) {
            List<Mark> marks = marks(after, group);
            if (!texts(marks, after).equals(texts(marks(before, group), before))) {
                made.put(group, describe(new Suggestion(marks, List.of()), after, path));
            }
        }
        return made;
    }

    /** Returns the groups of the marks between the first and the last mark that differ. A text can have many other marks. */
    private static Set<String> changedGroups(MarkedText before, MarkedText after) {
        int shorter = Math.min(before.marks().size(), after.marks().size());
        int alike = 0;
        while (alike < shorter && isSame(before, alike, after, alike)) {
            alike++;
        }
        int oldEnd = before.marks().size();
        int newEnd = after.marks().size();
        while (oldEnd > alike && newEnd > alike && isSame(before, oldEnd - 1, after, newEnd - 1)) {
            oldEnd--;
            newEnd--;
        }
        return after.marks().subList(alike, newEnd).stream()
                .filter(Mark::isChange)
                .map(Mark::group)
                .filter(Objects::nonNull)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static boolean isSame(MarkedText before, int i, MarkedText after, int j) {
        TextRange one = before.marks().get(i).whole();
        TextRange other = after.marks().get(j).whole();
        return one.length() == other.length()
                && before.raw().regionMatches(one.start(), after.raw(), other.start(), one.length());
    }

    private static List<Mark> marks(MarkedText text, String group) {
        return text.marks().stream()
                .filter(mark -> mark.isChange() && group.equals(mark.group()))
                .toList();
    }

    private static String texts(List<Mark> marks, MarkedText text) {
        return marks.stream().map(mark -> mark.whole().in(text.raw())).collect(Collectors.joining());
    }

    private static MadeSuggestion describe(Suggestion suggestion, MarkedText text, String path) {
        String what = SuggestionText.of(suggestion, text);
        return switch (suggestion.marks().getFirst().proposal()) {
            case Proposal.Property property -> new MadeSuggestion(path, what, property.before(), property.after(), "");
            case Proposal.Move _, Proposal.Delete _ -> new MadeSuggestion(path, what, "", "", "");
            case null ->
                new MadeSuggestion(
                        path, what, passage(suggestion, text.rejected()), passage(suggestion, text.accepted()), "");
        };
    }

    /** Returns the first change with some text around it. */
    private static String passage(Suggestion suggestion, View view) {
        List<Mark> adjacent = suggestion.adjacentMarks().getFirst();
        String shown = view.text();
        int start = view.fromRaw(adjacent.getFirst().whole().start());
        int end = view.fromRaw(adjacent.getLast().whole().end());
        int from = Math.max(0, start - CONTEXT);
        int to = end - start > MAX_CHANGE ? start + MAX_CHANGE : Math.min(shown.length(), end + CONTEXT);
        return shown.substring(from, to);
    }
}
