package dev.mooring.vault.review;

import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.Suggestion;
import dev.mooring.vault.text.LineNumbers;
import java.util.ArrayList;
import java.util.List;
import org.apiguardian.api.API;

/**
 * A snapshot of a document with its pending suggestions, comments of assistants included.
 *
 * @param marked the suggestions as marks in the text
 * @param pending the same suggestions, in the same order
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record ReviewedDocument(String path, MarkedText text, List<Suggestion> marked, List<PendingSuggestion> pending) {

    /** Parses the raw text of a document. */
    public static ReviewedDocument of(String path, String raw) {
        MarkedText text = MarkedText.parse(raw);
        List<Suggestion> marked = text.pending();
        if (marked.isEmpty()) {
            return new ReviewedDocument(path, text, marked, List.of());
        }
        List<String> ids = SuggestionIds.of(text, marked);
        var lines = new LineNumbers(text.accepted().text());
        boolean wholeDocument = text.suggestions().size() == 1 && text.isProposedDocument();
        List<PendingSuggestion> pending = new ArrayList<>();
        for (int i = 0; i < marked.size(); i++) {
            Suggestion suggestion = marked.get(i);
            boolean comment = suggestion.isComment();
            pending.add(new PendingSuggestion(
                    new SuggestionRef(path, ids.get(i)),
                    suggestion.author(),
                    suggestion.time(),
                    suggestion.rejectedText(raw),
                    comment ? suggestion.commentText(raw) : suggestion.acceptedText(raw),
                    lines.lineOf(text.accepted().fromRaw(suggestion.whole().start())),
                    wholeDocument && !comment,
                    comment));
        }
        return new ReviewedDocument(path, text, marked, List.copyOf(pending));
    }

    /** Returns a fingerprint of the raw text. */
    public String version() {
        return Fingerprint.of(text.raw());
    }
}
