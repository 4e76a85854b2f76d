package dev.mooring.vault.documents;

import dev.mooring.vault.files.DocumentWalk.Listed;
import dev.mooring.vault.search.TrigramFilter;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one document without opening it.
 *
 * @param filter missing until the document was read, and where it is not readable text
 * @param hasSuggestions whether anything in it waits for a decision; false until it was read
 * @param fingerprint tells this content from another one; 0 until the document was read
 */
record IndexEntry(
        Listed listed, @Nullable TrigramFilter filter, boolean readable, boolean hasSuggestions, long fingerprint) {

    static IndexEntry unread(Listed listed) {
        return new IndexEntry(listed, null, true, false, 0);
    }

    static IndexEntry unreadable(Listed listed, long fingerprint) {
        return new IndexEntry(listed, null, false, false, fingerprint);
    }

    IndexEntry relisted(Listed now) {
        return new IndexEntry(now, filter, readable, hasSuggestions, fingerprint);
    }
}
