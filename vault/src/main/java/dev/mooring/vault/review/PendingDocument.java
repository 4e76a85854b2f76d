package dev.mooring.vault.review;

import java.util.List;
import org.apiguardian.api.API;

/** A document with its pending suggestions, in the order of the text. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record PendingDocument(String path, List<PendingSuggestion> suggestions) {

    /** Copies the list. */
    public PendingDocument {
        suggestions = List.copyOf(suggestions);
    }
}
