package dev.mooring.vault.server;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.server.DocumentSession.MadeSuggestion;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The decisions on the suggestions of a session that no tool result has reported to it.
 *
 * @param changed the suggestions whose outcome has changed, with the new outcome
 * @param pending how many suggestions are still pending
 */
record UnreportedDecisions(Map<String, MadeSuggestion> changed, long pending) {

    private static final String PENDING_AGAIN = "pending again: the decision was undone";

    /** Finds the unreported decisions on all suggestions of a session. */
    static UnreportedDecisions of(DocumentSession session, DocumentStore store) throws IOException {
        return find(session, store, _ -> true);
    }

    /**
     * Finds the unreported decisions on the suggestions in one document. Reads the log of decisions only if the document has
     * changed since the session read it, or the reported outcome of a suggestion does not match its marks.
     */
    static UnreportedDecisions in(DocumentSession session, DocumentStore store, String path, String raw)
            throws IOException {
        boolean isPossible = session.suggestionsByGroup().values().stream()
                        .anyMatch(made -> made.path().equals(path))
                && (!session.hashOf(path).equals(Optional.of(DocumentSessions.hash(raw)))
                        || isOutdated(session, path, raw));
        return isPossible
                ? find(session, store, made -> made.path().equals(path))
                : new UnreportedDecisions(Map.of(), 0);
    }

    /**
     * Returns whether the marks of a suggestion contradict its reported outcome. The hash does not show a decision that came
     * before an edit of the session itself, because the edit counts as a read.
     */
    private static boolean isOutdated(DocumentSession session, String path, String raw) {
        Set<String> present = MarkedText.parse(raw).marks().stream()
                .filter(Mark::isChange)
                .map(Mark::group)
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
        return session.suggestionsByGroup().entrySet().stream()
                .anyMatch(it -> it.getValue().path().equals(path)
                        && present.contains(it.getKey())
                                != SuggestionOutcomes.hasMarks(it.getValue().outcome()));
    }

    private static UnreportedDecisions find(
            DocumentSession session, DocumentStore store, Predicate<MadeSuggestion> wanted) throws IOException {
        if (session.suggestionsByGroup().isEmpty()) {
            return new UnreportedDecisions(Map.of(), 0);
        }
        var outcomes =
                new SuggestionOutcomes(store, session.suggestionsByGroup().keySet());
        Map<String, MadeSuggestion> changed = new LinkedHashMap<>();
        long pending = 0;
        for (var entry : session.suggestionsByGroup().entrySet()) {
            MadeSuggestion made = entry.getValue();
            if (wanted.test(made)) {
                String outcome = outcomes.of(entry.getKey(), made);
                pending += outcome.equals(SuggestionOutcomes.PENDING) ? 1 : 0;
                if (!outcome.equals(made.outcome())) {
                    changed.put(entry.getKey(), made.withOutcome(outcome));
                }
            }
        }
        return new UnreportedDecisions(changed, pending);
    }

    /** Returns one line for each suggestion, each after a line break. */
    String lines() {
        return changed.values().stream()
                .map(made -> "\n  " + made.path() + ", " + made.what() + ": "
                        + (made.outcome().isEmpty() ? PENDING_AGAIN : made.outcome()))
                .collect(Collectors.joining());
    }
}
