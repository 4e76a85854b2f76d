package dev.mooring.vault.review;

import dev.mooring.vault.files.PathRules;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * A filter for suggestions. An empty component matches all suggestions.
 *
 * @param author the whole name of the author, ignoring case; {@link PendingSuggestion#UNKNOWN_AUTHOR} matches no author
 * @param folder a folder, which includes all folders below it, or one document
 * @param olderThan the minimum age; a suggestion without a time does not match
 * @param newerThan the maximum age; a suggestion without a time does not match
 * @param text occurs in the old text, the new text or the path, ignoring case
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record SuggestionFilter(
        Optional<String> author,
        Optional<String> folder,
        Optional<Duration> olderThan,
        Optional<Duration> newerThan,
        Optional<String> text) {

    /** Matches all suggestions. */
    public static final SuggestionFilter ALL = new SuggestionFilter(
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    /** Normalizes the components; a blank component becomes empty. */
    public SuggestionFilter {
        author = author.map(String::strip).filter(name -> !name.isEmpty());
        folder = folder.map(SuggestionFilter::normalized).filter(path -> !path.isEmpty());
        text = text.map(String::strip).filter(part -> !part.isEmpty());
    }

    private static String normalized(String path) {
        String stripped = path.strip().replaceFirst("^(\\./)+", "").replaceFirst("/+$", "");
        return stripped.equals(".") ? "" : stripped;
    }

    /** Returns whether the filter matches all suggestions. */
    public boolean isAll() {
        return equals(ALL);
    }

    /** Returns whether the path is in the filter's folder. */
    boolean matchesPath(String path) {
        return folder.map(PathRules::folded)
                .map(prefix -> PathRules.folded(path).equals(prefix)
                        || PathRules.folded(path).startsWith(prefix + "/"))
                .orElse(true);
    }

    /** Returns whether a suggestion matches, with its age computed at the given time. */
    public boolean matches(PendingSuggestion suggestion, Instant now) {
        return matchesPath(suggestion.ref().path())
                && author.map(suggestion.authorName()::equalsIgnoreCase).orElse(true)
                && olderThan.map(age -> isBefore(suggestion, now.minus(age))).orElse(true)
                && newerThan.map(age -> isAfter(suggestion, now.minus(age))).orElse(true)
                && text.map(part -> contains(suggestion, part)).orElse(true);
    }

    private static boolean isBefore(PendingSuggestion suggestion, Instant limit) {
        return suggestion.time() != null && suggestion.time().isBefore(limit);
    }

    private static boolean isAfter(PendingSuggestion suggestion, Instant limit) {
        return suggestion.time() != null && suggestion.time().isAfter(limit);
    }

    private static boolean contains(PendingSuggestion suggestion, String part) {
        String lower = part.toLowerCase(Locale.ROOT);
        return suggestion.before().toLowerCase(Locale.ROOT).contains(lower)
                || suggestion.after().toLowerCase(Locale.ROOT).contains(lower)
                || suggestion.ref().path().toLowerCase(Locale.ROOT).contains(lower);
    }
}
