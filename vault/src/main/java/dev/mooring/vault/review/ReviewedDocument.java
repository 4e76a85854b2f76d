package dev.mooring.vault.review;

import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.Suggestion;
import dev.mooring.vault.text.LineNumbers;
import java.util.ArrayList;
import java.util.List;

/**
 * A document's text at one moment, with what waits in it.
 *
 * @param pending in the order of {@link MarkedText#suggestions()}, one for each
 */
public record ReviewedDocument(String path, MarkedText text, List<Suggestion> marked, List<PendingSuggestion> pending) {

    /** Reads a text, without asking whether there is such a document. */
    public static ReviewedDocument of(String path, String raw) {
        MarkedText text = MarkedText.parse(raw);
        List<Suggestion> marked = text.suggestions();
        if (marked.isEmpty()) {
            return new ReviewedDocument(path, text, marked, List.of());
        }
        List<String> ids = SuggestionIds.of(text, marked);
        var lines = new LineNumbers(text.accepted().text());
        boolean wholeDocument = text.isProposedDocument();
        List<PendingSuggestion> pending = new ArrayList<>();
        for (int i = 0; i < marked.size(); i++) {
            Suggestion suggestion = marked.get(i);
            pending.add(new PendingSuggestion(
                    new SuggestionRef(path, ids.get(i)),
                    suggestion.author(),
                    suggestion.time(),
                    suggestion.rejectedText(raw),
                    suggestion.acceptedText(raw),
                    lines.lineOf(text.accepted().fromRaw(suggestion.whole().start())),
                    wholeDocument));
        }
        return new ReviewedDocument(path, text, marked, List.copyOf(pending));
    }

    /** The same as long as the file holds the same bytes. */
    public String version() {
        return Fingerprint.of(text.raw());
    }
}
