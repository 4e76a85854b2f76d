package dev.mooring.vault.server;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.Proposal;
import dev.mooring.vault.critic.Suggestion;
import dev.mooring.vault.critic.View;
import dev.mooring.vault.server.DocumentSession.MadeSuggestion;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Finds the suggestions that a tool call has made, and describes them for the session. */
final class MadeSuggestions {

    private static final int MAX_CHANGE = 60;
    private static final int CONTEXT = 20;

    private MadeSuggestions() {}

    /** Returns the suggestions that only the new text has, or that have changed, by their groups. */
    static Map<String, MadeSuggestion> between(MarkedText before, MarkedText after, String path) {
        Map<String, String> known = new HashMap<>();
        before.suggestions().forEach(suggestion -> known.put(group(suggestion), marks(suggestion, before)));
        Map<String, MadeSuggestion> made = new LinkedHashMap<>();
        for (Suggestion suggestion : after.suggestions()) {
            String group = group(suggestion);
            if (!group.isEmpty() && !marks(suggestion, after).equals(known.get(group))) {
                made.put(group, describe(suggestion, after, path));
            }
        }
        return made;
    }

    private static String group(Suggestion suggestion) {
        String group = suggestion.marks().getFirst().group();
        return group == null ? "" : group;
    }

    private static String marks(Suggestion suggestion, MarkedText text) {
        return suggestion.marks().stream()
                .map(mark -> mark.whole().in(text.raw()))
                .collect(Collectors.joining());
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
        List<Mark> run = suggestion.runs().getFirst();
        String shown = view.text();
        int start = view.fromRaw(run.getFirst().whole().start());
        int end = view.fromRaw(run.getLast().whole().end());
        int from = Math.max(0, start - CONTEXT);
        int to = end - start > MAX_CHANGE ? start + MAX_CHANGE : Math.min(shown.length(), end + CONTEXT);
        return shown.substring(from, to);
    }
}
