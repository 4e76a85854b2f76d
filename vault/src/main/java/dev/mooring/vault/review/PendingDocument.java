package dev.mooring.vault.review;

import java.util.List;

/** A document with what waits in it, in the order of the text. */
public record PendingDocument(String path, List<PendingSuggestion> suggestions) {

    public PendingDocument {
        suggestions = List.copyOf(suggestions);
    }
}
