package dev.mooring.vault.server;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.server.DocumentSession.MadeSuggestion;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What a session has not been told about its suggestions.
 *
 * @param told the suggestions whose outcome has changed, with the new outcome
 * @param pending how many suggestions still wait
 */
record DecisionNews(Map<String, MadeSuggestion> told, long pending) {

    private static final String PENDING_AGAIN = "pending again: the decision was undone";

    /** Finds the news about all suggestions of a session. */
    static DecisionNews of(DocumentSession session, DocumentStore store) throws IOException {
        return find(session, store, _ -> true);
    }

    /**
     * Finds the news about the suggestions in one document. Reads the log of decisions only if marks have gone, or are back.
     */
    static DecisionNews in(DocumentSession session, DocumentStore store, String path, String raw) throws IOException {
        if (session.suggestionsByGroup().values().stream()
                .noneMatch(made -> made.path().equals(path))) {
            return new DecisionNews(Map.of(), 0);
        }
        Set<String> present = MarkedText.parse(raw).marks().stream()
                .filter(Mark::isChange)
                .map(Mark::group)
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
        boolean hasNews = session.suggestionsByGroup().entrySet().stream()
                .anyMatch(it -> it.getValue().path().equals(path)
                        && present.contains(it.getKey())
                                == !it.getValue().outcome().isEmpty());
        return hasNews ? find(session, store, made -> made.path().equals(path)) : new DecisionNews(Map.of(), 0);
    }

    private static DecisionNews find(DocumentSession session, DocumentStore store, Predicate<MadeSuggestion> wanted)
            throws IOException {
        if (session.suggestionsByGroup().isEmpty()) {
            return new DecisionNews(Map.of(), 0);
        }
        var outcomes = new Outcomes(store);
        Map<String, MadeSuggestion> told = new LinkedHashMap<>();
        long pending = 0;
        for (var entry : session.suggestionsByGroup().entrySet()) {
            MadeSuggestion made = entry.getValue();
            if (wanted.test(made)) {
                String outcome = outcomes.of(entry.getKey(), made);
                pending += outcome.equals(Outcomes.PENDING) ? 1 : 0;
                if (!outcome.equals(made.outcome())) {
                    told.put(entry.getKey(), made.withOutcome(outcome));
                }
            }
        }
        return new DecisionNews(told, pending);
    }

    /** Returns one line for each suggestion, each after a line break. */
    String lines() {
        return told.values().stream()
                .map(made -> "\n  " + made.path() + ", " + made.what() + ": "
                        + (made.outcome().isEmpty() ? PENDING_AGAIN : made.outcome()))
                .collect(Collectors.joining());
    }
}
