package dev.mooring.vault.review;

import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.Suggestion;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * A snapshot of a document with its pending suggestions and threads.
 *
 * @param marked the suggestions and threads as marks in the text
 * @param pending the same suggestions and threads, in the same order
 * @param byId the suggestions, their parts and the threads by the id of their reference
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record ReviewedDocument(
        String path,
        MarkedText text,
        List<Suggestion> marked,
        List<PendingSuggestion> pending,
        Map<String, Suggestion> byId) {

    /** Parses the raw text of a document. */
    public static ReviewedDocument of(String path, String raw) {
        MarkedText text = MarkedText.parse(raw);
        List<Suggestion> marked = text.pending();
        return marked.isEmpty()
                ? new ReviewedDocument(path, text, marked, List.of(), Map.of())
                : new ReviewedDocumentBuilder(path, text, marked).build();
    }

    /** Returns a fingerprint of the raw text. */
    public String version() {
        return Fingerprint.of(text.raw());
    }

    /**
     * Returns the text that a person can change before accepting the suggestion or part with this id; empty if there is no
     * such suggestion, or if it cannot be accepted with another text.
     */
    public Optional<String> editableText(String id) {
        return Optional.ofNullable(byId.get(id)).flatMap(suggestion -> Passage.editable(text, suggestion));
    }
}
