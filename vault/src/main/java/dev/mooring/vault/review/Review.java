package dev.mooring.vault.review;

import dev.mooring.vault.Vault;
import dev.mooring.vault.critic.Decision;
import dev.mooring.vault.critic.MarkScanner;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.Suggestion;
import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.edit.InvalidCharacters;
import dev.mooring.vault.edit.LineEndings;
import dev.mooring.vault.edit.RawChange;
import dev.mooring.vault.edit.Signature;
import dev.mooring.vault.edit.SuggestionComment;
import dev.mooring.vault.files.DocumentFiles;
import dev.mooring.vault.files.FileContent;
import dev.mooring.vault.files.Resolution;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apiguardian.api.API;

/**
 * Lists, decides and undoes the suggestions of a vault. A decision is checked against the file's current content. It is
 * applied only if the suggestion is still what the reviewer saw. Thread-safe, also across processes on the same folder.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class Review implements AutoCloseable {

    private final DocumentStore store;
    private final InstantSource clock;
    private final ParsedDocuments parsed = new ParsedDocuments();
    private final PendingCache cache;
    private final ReviewFeed feed;
    private final UndoHistory history = new UndoHistory();

    /** Opens a review of a vault. The caller closes the vault after the review. */
    public Review(Vault vault, InstantSource clock) {
        this.store = vault.documents();
        this.clock = clock;
        this.cache = new PendingCache(store, parsed);
        this.feed = new ReviewFeed(store, cache);
    }

    /** Returns the pending suggestions that match, by document. Leaves out documents without any. */
    public List<PendingDocument> pending(SuggestionFilter filter) throws IOException {
        Instant now = clock.instant();
        List<PendingDocument> found = new ArrayList<>();
        for (Resolution.Document document : store.documentsWithSuggestions()) {
            if (!filter.matchesPath(document.path())) {
                continue;
            }
            List<PendingSuggestion> matching = cache.pending(document).stream()
                    .filter(suggestion -> filter.matches(suggestion, now))
                    .toList();
            if (!matching.isEmpty()) {
                found.add(new PendingDocument(document.path(), matching));
            }
        }
        return found;
    }

    /** Reads a document; returns empty if it does not exist or is not text. */
    public Optional<ReviewedDocument> open(String path) throws IOException {
        if (store.resolve(path) instanceof Resolution.Document document
                && store.read(document) instanceof FileContent.Text(String raw)) {
            return Optional.of(parsed.of(document.path(), raw));
        }
        return Optional.empty();
    }

    /**
     * Accepts or rejects suggestions. Rejecting all of a proposed document removes the document.
     *
     * @throws IllegalArgumentException if the decision is {@link Decision#KEEP}
     */
    public DecisionReport decide(Reviewer reviewer, Decision decision, Collection<SuggestionRef> refs)
            throws IOException {
        if (decision == Decision.KEEP) {
            throw new IllegalArgumentException("decision must be ACCEPT or REJECT");
        }
        return apply(reviewer, pastTense(decision) + " " + counted(refs.size()), refs, new DocumentDecisions.Action() {
            @Override
            public DocumentDecisions.Step apply(MarkedText text, Suggestion suggestion) {
                String left = suggestion.decided(decision, text.raw());
                return new DocumentDecisions.Step.Change(new RawChange(suggestion.whole(), left), true);
            }

            @Override
            public boolean isRejection() {
                return decision == Decision.REJECT;
            }
        });
    }

    /** Accepts a suggestion or a comment with another text. */
    public DecisionReport acceptAs(Reviewer reviewer, SuggestionRef ref, String newText) throws IOException {
        if (MarkScanner.hasOpening(newText)) {
            return DecisionReport.refused(
                    List.of(ref), "The new text cannot contain CriticMarkup delimiters such as {++.");
        }
        return apply(reviewer, "changed and accepted a suggestion", List.of(ref), (text, suggestion) -> {
            Optional<String> problem = suggestion.isComment()
                    ? SuggestionComment.findProblem(newText)
                    : InvalidCharacters.findProblem("The new text", newText, suggestion.acceptedText(text.raw()));
            if (problem.isPresent()) {
                return new DocumentDecisions.Step.Refused(problem.get());
            }
            String lineEnd = LineEndings.near(text.raw(), suggestion.whole().start());
            String left = suggestion.acceptedWith(LineEndings.toLf(newText).replace("\n", lineEnd), text.raw());
            return new DocumentDecisions.Step.Change(new RawChange(suggestion.whole(), left), true);
        });
    }

    /** Adds a comment after a suggestion. Assistants see it when they read the document. */
    public DecisionReport comment(Reviewer reviewer, SuggestionRef ref, String comment) throws IOException {
        Signature signature = Signature.byPerson(reviewer.name(), clock.instant());
        return apply(
                reviewer,
                "commented on a suggestion",
                List.of(ref),
                (text, suggestion) -> switch (SuggestionComment.write(text, suggestion, comment, signature)) {
                    case SuggestionComment.Refused(String reason) -> new DocumentDecisions.Step.Refused(reason);
                    case SuggestionComment.Written(RawChange change) ->
                        new DocumentDecisions.Step.Change(change, false);
                });
    }

    private DecisionReport apply(
            Reviewer reviewer, String decision, Collection<SuggestionRef> refs, DocumentDecisions.Action action)
            throws IOException {
        var byPath = refs.stream()
                .distinct()
                .collect(Collectors.groupingBy(SuggestionRef::path, TreeMap::new, Collectors.toList()));
        DecisionReport report = new DecisionReport(List.of(), List.of());
        List<UndoHistory.Effect> effects = new ArrayList<>();
        try {
            for (var entry : byPath.entrySet()) {
                var result = new DocumentDecisions(store, parsed, entry.getKey(), entry.getValue(), action).apply();
                report = report.plus(result.report());
                result.effect().ifPresent(effects::add);
            }
        } finally {
            if (!effects.isEmpty()) {
                history.push(reviewer, new UndoHistory.Entry(decision, effects));
            }
        }
        return report;
    }

    /** Undoes the reviewer's last decision that is not undone yet; returns empty if there is none. */
    public Optional<UndoReport> undo(Reviewer reviewer) throws IOException {
        Optional<UndoHistory.Entry> entry = history.pop(reviewer);
        if (entry.isEmpty()) {
            return Optional.empty();
        }
        List<String> restored = new ArrayList<>();
        List<String> conflicts = new ArrayList<>();
        List<UndoHistory.Effect> effects = new ArrayList<>(entry.get().effects());
        while (!effects.isEmpty()) {
            UndoHistory.Effect effect = effects.getFirst();
            try {
                (undo(effect) ? restored : conflicts).add(effect.path());
            } catch (IOException | RuntimeException e) {
                // The reviewer can undo the rest again, for example when another program has saved.
                history.push(reviewer, new UndoHistory.Entry(entry.get().decision(), effects));
                throw e;
            }
            effects.removeFirst();
        }
        return Optional.of(new UndoReport(entry.get().decision(), restored, conflicts));
    }

    private boolean undo(UndoHistory.Effect effect) throws IOException {
        return switch (effect) {
            case UndoHistory.Effect.Removed(String path, String raw) ->
                store.create(path, raw) instanceof DocumentFiles.Creation.Created;
            case UndoHistory.Effect.Changed(String path, AppliedChange change) ->
                store.resolve(path) instanceof Resolution.Document document
                        && store.change(document, raw -> new DocumentFiles.Change<>(change.undoIn(raw), true))
                                instanceof DocumentFiles.ChangeOutcome.Decided<Boolean> decided
                        && decided.written().isPresent();
        };
    }

    /** Returns how many decisions of the reviewer can be undone. */
    public int undoableDecisions(Reviewer reviewer) {
        return history.size(reviewer);
    }

    /**
     * Registers a listener for changes of documents and their suggestions, until the subscription is closed. The review
     * calls all its listeners on one thread. It logs what a listener throws.
     */
    public Subscription onChange(Consumer<ReviewChange> listener) {
        return feed.subscribe(listener);
    }

    /** The registration of a listener. */
    public interface Subscription extends AutoCloseable {

        /** Removes the listener. */
        @Override
        void close();
    }

    private static String pastTense(Decision decision) {
        return decision.name().toLowerCase(Locale.ROOT) + "ed";
    }

    private static String counted(int suggestions) {
        return suggestions == 1 ? "a suggestion" : suggestions + " suggestions";
    }

    /** Stops notifying listeners. */
    @Override
    public void close() {
        feed.close();
    }
}
