package dev.mooring.vault.review;

import java.util.List;

/**
 * What waits in a document has changed, or its text has.
 *
 * @param added suggestions that were not there before
 * @param settled how many that were there no longer are
 * @param pending how many there are now
 */
public record ReviewChange(String path, List<PendingSuggestion> added, int settled, int pending) {}
