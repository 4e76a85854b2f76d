package dev.mooring.vault.review;

import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.Suggestion;
import dev.mooring.vault.critic.TextRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Computes ids for the suggestions of a text. A reviewer sees a text, and decides with an id when the text may have
 * changed. An old id may find nothing, but it never finds another suggestion.
 *
 * <p>The id of a signed suggestion that occurs once is a hash of its own text, which includes author and time. It stays
 * the same when the suggestion moves or the text around it changes. If the suggestion is unsigned, or the same suggestion
 * occurs several times, the hash includes the text around it. If that is the same too, the hash includes "2 of 3"; once
 * one of the three is decided, the others become "of 2", and the old ids find nothing.
 */
final class SuggestionIds {

    private static final int CONTEXT = 40;
    private static final char SEPARATOR = '\0';

    private SuggestionIds() {}

    /** Returns a unique id for each suggestion, in their order. */
    static List<String> of(MarkedText text, List<Suggestion> suggestions) {
        List<String> keys = new ArrayList<>(
                suggestions.stream().map(it -> ownText(text, it)).toList());
        Map<String, Integer> counts = counts(keys);
        for (int i = 0; i < keys.size(); i++) {
            boolean isSigned = suggestions.get(i).marks().getFirst().metadata() != null;
            if (!isSigned || counts.getOrDefault(keys.get(i), 0) > 1) {
                keys.set(i, keys.get(i) + SEPARATOR + context(text, suggestions.get(i)));
            }
        }
        return numbered(keys).stream().map(Fingerprint::of).toList();
    }

    private static String ownText(MarkedText text, Suggestion suggestion) {
        return suggestion.marks().stream()
                .map(mark -> mark.whole().in(text.raw()))
                .collect(Collectors.joining(String.valueOf(SEPARATOR)));
    }

    private static List<String> numbered(List<String> keys) {
        Map<String, Integer> counts = counts(keys);
        Map<String, Integer> seen = new HashMap<>();
        return keys.stream()
                .map(key -> {
                    int count = counts.getOrDefault(key, 0);
                    return count == 1 ? key : key + SEPARATOR + seen.merge(key, 1, Integer::sum) + " of " + count;
                })
                .toList();
    }

    private static Map<String, Integer> counts(List<String> keys) {
        Map<String, Integer> counts = new HashMap<>();
        keys.forEach(key -> counts.merge(key, 1, Integer::sum));
        return counts;
    }

    private static String context(MarkedText text, Suggestion suggestion) {
        TextRange whole = suggestion.whole();
        String raw = text.raw();
        String before = raw.substring(Math.max(0, whole.start() - CONTEXT), whole.start());
        return before + SEPARATOR + raw.substring(whole.end(), Math.min(raw.length(), whole.end() + CONTEXT));
    }
}
