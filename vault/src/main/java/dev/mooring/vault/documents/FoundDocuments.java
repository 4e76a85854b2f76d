package dev.mooring.vault.documents;

import dev.mooring.vault.files.DocumentWalk.Listed;
import java.util.List;

/**
 * The result of a search for words.
 *
 * @param best the best documents, best first
 * @param total the number of documents that match
 * @param hasUnusedWords whether so many words begin with the last word of the query that rare ones were not used
 * @param isComplete false if the index is still being built, so that documents may be missing
 * @param indexed the number of documents that were searched
 * @param listed the number of documents in the vault
 */
public record FoundDocuments(
        List<Listed> best, int total, boolean hasUnusedWords, boolean isComplete, int indexed, int listed) {}
