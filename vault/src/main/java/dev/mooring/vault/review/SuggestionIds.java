package dev.mooring.vault.review;

import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.Suggestion;
import dev.mooring.vault.critic.TextRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Names for the suggestions of one text, for those who saw the text and come back with a decision when it may be another.
 *
 * <p>A signed suggestion that occurs once is known by its own bytes, which author and time make its own: it may move, and
 * what stands around it may change. One that is unsigned or has a twin, as when every occurrence of a word was replaced,
 * is known by the words beside it as well. Where these are the same too, it is "the second of three"; once one of the
 * three is decided, the others have become "of two", and an old name leads nowhere. So a name may fail to be found again
 * but never finds another suggestion.
 */
final class SuggestionIds {

    private static final int CONTEXT = 40;
    private static final char BETWEEN = '\0';

    private SuggestionIds() {}

    /** One id for each suggestion, in the order of {@link MarkedText#suggestions()}; all different. */
    static List<String> of(MarkedText text, List<Suggestion> suggestions) {
        List<String> keys = new ArrayList<>(
                suggestions.stream().map(it -> it.whole().in(text.raw())).toList());
        Map<String, Integer> counts = counts(keys);
        for (int i = 0; i < keys.size(); i++) {
            boolean isSigned = suggestions.get(i).marks().getFirst().metadata() != null;
            if (!isSigned || counts.getOrDefault(keys.get(i), 0) > 1) {
                keys.set(i, keys.get(i) + BETWEEN + context(text, suggestions.get(i)));
            }
        }
        return numbered(keys).stream().map(Fingerprint::of).toList();
    }

    private static List<String> numbered(List<String> keys) {
        Map<String, Integer> counts = counts(keys);
        Map<String, Integer> seen = new HashMap<>();
        return keys.stream()
                .map(key -> {
                    int count = counts.getOrDefault(key, 0);
                    return count == 1 ? key : key + BETWEEN + seen.merge(key, 1, Integer::sum) + " of " + count;
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
        return before + BETWEEN + raw.substring(whole.end(), Math.min(raw.length(), whole.end() + CONTEXT));
    }
}
