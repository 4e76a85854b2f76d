package dev.mooring.vault.server;

import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.decisions.DecisionLog;
import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.files.FileContent;
import dev.mooring.vault.files.Resolution;
import dev.mooring.vault.server.DocumentSession.MadeSuggestion;
import dev.mooring.vault.text.OneLine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The outcomes of suggestions. A suggestion whose marks are in the document is pending. Otherwise the log of decisions
 * says what a person has decided in Mooring. For a decision in another program there is no log entry, so the text of the
 * document is compared with both possible texts.
 */
final class SuggestionOutcomes {

    /** The outcome of a suggestion without a decision. */
    static final String PENDING = "";

    private static final String IN_PART = "decided in part";
    private static final int MAX_TEXT_LENGTH = 300;

    private final DocumentStore store;
    private final Map<String, Optional<MarkedText>> texts = new HashMap<>();
    private final Map<String, List<DecisionLog.Entry>> decisions = new HashMap<>();
    private final Map<String, String> moves = new HashMap<>();

    /**
     * Reads the log of decisions.
     *
     * @param groups the ids of the suggestions whose outcome the caller asks for
     */
    SuggestionOutcomes(DocumentStore store, Set<String> groups) throws IOException {
        this.store = store;
        for (DecisionLog.Entry entry : store.decisions().entries()) {
            if (entry.kind() != DecisionLog.Kind.MOVED && !groups.contains(entry.group())) {
                continue;
            }
            switch (entry.kind()) {
                case MOVED -> {
                    moves.remove(entry.text());
                    moves.put(entry.group(), entry.text());
                }
                case UNDONE -> decisions.computeIfPresent(entry.group(), (_, logged) -> without(logged, entry.text()));
                case ACCEPTED, REJECTED, CHANGED ->
                    decisions
                            .computeIfAbsent(entry.group(), _ -> new ArrayList<>())
                            .add(entry);
            }
        }
    }

    /**
     * Returns the decisions on the parts of a suggestion without the last one of a kind. Returns none if the log does not
     * name the kind; earlier versions did not write it.
     */
    private static List<DecisionLog.Entry> without(List<DecisionLog.Entry> logged, String kind) {
        List<DecisionLog.Entry> others = new ArrayList<>(kind.isEmpty() ? List.of() : logged);
        for (int i = others.size() - 1; i >= 0; i--) {
            if (others.get(i).kind().name().equals(kind)) {
                others.remove(i);
                break;
            }
        }
        return others;
    }

    /** Returns the path to which Mooring has moved a document; the given path if it has not. */
    String currentPath(String path) {
        String current = path;
        for (int i = 0; i < moves.size() && moves.containsKey(current); i++) {
            current = moves.get(current);
        }
        return current;
    }

    /** Returns the outcome of a suggestion, as a phrase for the model; {@link #PENDING} if it is pending. */
    String of(String group, MadeSuggestion made) throws IOException {
        Optional<MarkedText> text = text(currentPath(made.path()));
        List<DecisionLog.Entry> logged = decisions.getOrDefault(group, List.of());
        // After a move, another document can be at the path. The suggestion may be in either of them.
        if (isPendingIn(text, group) || isPendingIn(text(made.path()), group)) {
            return logged.isEmpty() ? PENDING : IN_PART + " (" + logged(logged) + "); the rest is pending";
        }
        if (!logged.isEmpty()) {
            return logged(logged);
        }
        return text.map(found -> fromText(found, made))
                .orElse("not known: another program has deleted or moved the document");
    }

    /** Returns whether the document has marks of a suggestion with this outcome. */
    static boolean hasMarks(String outcome) {
        return outcome.equals(PENDING) || outcome.startsWith(IN_PART);
    }

    private static boolean isPendingIn(Optional<MarkedText> text, String group) {
        return text.isPresent()
                && text.get().marks().stream().anyMatch(mark -> mark.isChange() && group.equals(mark.group()));
    }

    private Optional<MarkedText> text(String path) throws IOException {
        if (!texts.containsKey(path)) {
            texts.put(
                    path,
                    store.resolve(path) instanceof Resolution.Document document
                                    && store.read(document) instanceof FileContent.Text(String raw)
                            ? Optional.of(MarkedText.parse(raw))
                            : Optional.empty());
        }
        return texts.get(path);
    }

    private static String logged(List<DecisionLog.Entry> entries) {
        return entries.stream().map(SuggestionOutcomes::phrase).distinct().collect(Collectors.joining(", "));
    }

    private static String phrase(DecisionLog.Entry entry) {
        String text = entry.text().isEmpty() ? "" : "\"" + OneLine.of(entry.text(), MAX_TEXT_LENGTH) + "\"";
        return switch (entry.kind()) {
            case ACCEPTED -> "accepted";
            case REJECTED -> text.isEmpty() ? "rejected without a reason" : "rejected, reason: " + text;
            case CHANGED -> "edited and accepted as " + text;
            case UNDONE, MOVED -> throw new IllegalArgumentException("not a decision");
        };
    }

    /** Infers the outcome from the text, if another program has removed the marks, or Mooring's log was deleted. */
    private static String fromText(MarkedText text, MadeSuggestion made) {
        String shown = text.accepted().text();
        boolean hasAfter = !made.after().isEmpty() && shown.contains(made.after());
        boolean hasBefore = !made.before().isEmpty() && shown.contains(made.before());
        if (hasAfter && (!hasBefore || made.after().contains(made.before()))) {
            return "accepted in another program, judging by the text";
        }
        if (hasBefore && (!hasAfter || made.before().contains(made.after()))) {
            return "rejected in another program, judging by the text; the reason is not known";
        }
        return "not known: the marks were removed in another program, and the passage has changed since";
    }
}
