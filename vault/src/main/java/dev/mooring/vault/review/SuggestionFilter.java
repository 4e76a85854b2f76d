package dev.mooring.vault.review;

import dev.mooring.vault.files.PathRules;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * Which suggestions are meant. A suggestion that does not say when it was made is neither older nor newer than anything.
 *
 * @param author a whole name, in any case; {@link PendingSuggestion#NOBODY} stands for no author
 * @param folder a folder with all below it, or one document
 * @param text words that the old text, the new text or the path holds, in any case
 */
public record SuggestionFilter(
        Optional<String> author,
        Optional<String> folder,
        Optional<Duration> olderThan,
        Optional<Duration> newerThan,
        Optional<String> text) {

    public static final SuggestionFilter ALL = new SuggestionFilter(
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    public SuggestionFilter {
        author = author.map(String::strip).filter(name -> !name.isEmpty());
        folder = folder.map(SuggestionFilter::plain).filter(path -> !path.isEmpty());
        text = text.map(String::strip).filter(words -> !words.isEmpty());
    }

    private static String plain(String path) {
        String from = path.strip().replaceFirst("^(\\./)+", "").replaceFirst("/+$", "");
        return from.equals(".") ? "" : from;
    }

    public boolean isAll() {
        return equals(ALL);
    }

    boolean mayHold(String path) {
        return folder.map(PathRules::folded)
                .map(wanted -> PathRules.folded(path).equals(wanted)
                        || PathRules.folded(path).startsWith(wanted + "/"))
                .orElse(true);
    }

    public boolean matches(PendingSuggestion suggestion, Instant now) {
        return mayHold(suggestion.ref().path())
                && author.map(suggestion.authorName()::equalsIgnoreCase).orElse(true)
                && olderThan.map(age -> isBefore(suggestion, now.minus(age))).orElse(true)
                && newerThan.map(age -> isAfter(suggestion, now.minus(age))).orElse(true)
                && text.map(words -> holds(suggestion, words)).orElse(true);
    }

    private static boolean isBefore(PendingSuggestion suggestion, Instant limit) {
        return suggestion.time() != null && suggestion.time().isBefore(limit);
    }

    private static boolean isAfter(PendingSuggestion suggestion, Instant limit) {
        return suggestion.time() != null && suggestion.time().isAfter(limit);
    }

    private static boolean holds(PendingSuggestion suggestion, String words) {
        String wanted = words.toLowerCase(Locale.ROOT);
        return suggestion.before().toLowerCase(Locale.ROOT).contains(wanted)
                || suggestion.after().toLowerCase(Locale.ROOT).contains(wanted)
                || suggestion.ref().path().toLowerCase(Locale.ROOT).contains(wanted);
    }
}
