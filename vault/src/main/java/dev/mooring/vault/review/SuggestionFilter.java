package dev.mooring.vault.review;

import dev.mooring.vault.files.PathRules;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** A filter for suggestions. Immutable. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class SuggestionFilter {

    /** Matches all suggestions. */
    public static final SuggestionFilter ALL = builder().build();

    private final String author;
    private final String folder;
    private final String text;
    private final @Nullable Duration olderThan;
    private final @Nullable Duration newerThan;

    private SuggestionFilter(Builder builder) {
        author = builder.author;
        folder = builder.folder;
        text = builder.text;
        olderThan = builder.olderThan;
        newerThan = builder.newerThan;
    }

    /** Returns a builder for a filter that matches all suggestions. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builds a {@link SuggestionFilter}. Null or a blank text removes the restriction. Not thread-safe. */
    public static final class Builder {
        private String author = "";
        private String folder = "";
        private String text = "";
        private @Nullable Duration olderThan;
        private @Nullable Duration newerThan;

        private Builder() {}

        /**
         * Matches an author by the whole name, ignoring case. {@link PendingSuggestion#UNKNOWN_AUTHOR} matches suggestions
         * without an author.
         */
        public Builder author(@Nullable String value) {
            author = stripped(value);
            return this;
        }

        /** Matches a folder, which includes all folders below it, or one document. */
        public Builder folder(@Nullable String value) {
            folder = normalized(stripped(value));
            return this;
        }

        /** Matches suggestions of a minimum age. A suggestion without a time does not match. */
        public Builder olderThan(@Nullable Duration value) {
            olderThan = value;
            return this;
        }

        /** Matches suggestions up to a maximum age. A suggestion without a time does not match. */
        public Builder newerThan(@Nullable Duration value) {
            newerThan = value;
            return this;
        }

        /** Matches text that occurs in the old text, the new text or the path, ignoring case. */
        public Builder text(@Nullable String value) {
            text = stripped(value);
            return this;
        }

        /** Returns the filter. */
        public SuggestionFilter build() {
            return new SuggestionFilter(this);
        }

        private static String stripped(@Nullable String value) {
            return value == null ? "" : value.strip();
        }

        private static String normalized(String path) {
            String stripped = path.replaceFirst("^(\\./)+", "").replaceFirst("/+$", "");
            return stripped.equals(".") ? "" : stripped;
        }
    }

    /** Returns whether the filter matches all suggestions. */
    public boolean isAll() {
        return author.isEmpty() && folder.isEmpty() && text.isEmpty() && olderThan == null && newerThan == null;
    }

    /** Returns the path of the folder or document, without a slash at its end; empty if the filter matches all folders. */
    public Optional<String> folder() {
        return folder.isEmpty() ? Optional.empty() : Optional.of(folder);
    }

    /** Returns whether the path is in the filter's folder. */
    boolean matchesPath(String path) {
        String folded = PathRules.folded(path);
        String prefix = PathRules.folded(folder);
        return folder.isEmpty() || folded.equals(prefix) || folded.startsWith(prefix + "/");
    }

    /** Returns whether a suggestion matches, with its age computed at the given time. */
    public boolean matches(PendingSuggestion suggestion, Instant now) {
        return matchesPath(suggestion.ref().path())
                && (author.isEmpty() || suggestion.authorName().equalsIgnoreCase(author))
                && (olderThan == null || isBefore(suggestion, now.minus(olderThan)))
                && (newerThan == null || isAfter(suggestion, now.minus(newerThan)))
                && (text.isEmpty() || contains(suggestion, text));
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
