package dev.mooring.vault.review;

import dev.mooring.vault.Vault;
import dev.mooring.vault.critic.Decision;
import dev.mooring.vault.critic.MarkMetadata.Flag;
import dev.mooring.vault.critic.TextRange;
import dev.mooring.vault.decisions.DecisionLog;
import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.edit.GroupId;
import dev.mooring.vault.edit.Signature;
import dev.mooring.vault.files.DocumentFiles;
import dev.mooring.vault.files.FileContent;
import dev.mooring.vault.files.FileProblem;
import dev.mooring.vault.files.Resolution;
import dev.mooring.vault.moves.DocumentMoves;
import dev.mooring.vault.moves.Move;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apiguardian.api.API;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lists, decides and undoes the suggestions of a vault. A decision is checked against the file's current content. It is
 * applied only if the suggestion is still what the reviewer saw. Thread-safe, also across processes on the same folder.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class Review implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Review.class);

    private final DocumentStore store;
    private final InstantSource clock;
    private final ParsedDocuments parsed = new ParsedDocuments();
    private final PendingCache cache;
    private final ReviewFeed feed;
    private final UndoHistory history = new UndoHistory();
    private final DocumentMoves moves;
    private final DecisionLog log;

    /** Opens a review of a vault. The caller closes the vault after the review. */
    public Review(Vault vault, InstantSource clock) {
        this.store = vault.documents();
        this.clock = clock;
        this.moves = new DocumentMoves(store);
        this.log = store.decisions();
        this.cache = new PendingCache(store, parsed);
        this.feed = new ReviewFeed(store, cache);
    }

    /** Returns the pending suggestions that match, by document. Leaves out documents without any. */
    public List<PendingDocument> pending(SuggestionFilter filter) throws IOException {
        Instant now = clock.instant();
        List<PendingDocument> found = new ArrayList<>();
        for (Resolution.Document document : store.documentsToReview()) {
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

    /** Returns whether a document or a folder exists at the path. */
    public boolean exists(String path) {
        return switch (store.resolve(path)) {
            case Resolution.Existing _, Resolution.Ambiguous _ -> true;
            case Resolution.Missing _, Resolution.Refused _ -> false;
        };
    }

    /** Reads a document; returns empty if it does not exist or is not text. */
    public Optional<ReviewedDocument> open(String path) throws IOException {
        if (store.resolve(path) instanceof Resolution.Document document
                && store.read(document) instanceof FileContent.Text(String raw)) {
            return Optional.of(parsed.of(document.path(), raw));
        }
        return Optional.empty();
    }

    /** Returns the path of the document that a link in another document leads to; empty if none or several match. */
    public Optional<String> linkedDocument(String from, String target) {
        return new LinkedFiles(store).document(from, target);
    }

    /** Returns the bytes of the image file that a document shows; empty if the vault has no such file. */
    public Optional<byte[]> linkedImage(String from, String target) throws IOException {
        return new LinkedFiles(store).image(from, target);
    }

    /**
     * Accepts or rejects suggestions, parts of suggestions and threads. Rejecting all of a proposed document removes the
     * document. An accepted move changes the path of the document and the links to it, after all other decisions. Both
     * decisions resolve the comments about a suggestion, and a thread that belongs to no suggestion. An assistant's comment is
     * removed if it, or the assistant's suggestion that it is about, is rejected before a person has accepted the comment or
     * replied to it.
     *
     * @throws IllegalArgumentException if the decision is {@link Decision#KEEP}
     */
    public DecisionReport decide(Reviewer reviewer, Decision decision, Collection<SuggestionRef> refs)
            throws IOException {
        if (decision == Decision.KEEP) {
            throw new IllegalArgumentException("decision must be ACCEPT or REJECT");
        }
        return decide(reviewer, decision, refs, "");
    }

    /**
     * Rejects suggestions and says why. The reason stays in the document as a resolved comment, which assistants can read.
     *
     * @param reason a text for assistants and people; blank for none
     */
    public DecisionReport reject(Reviewer reviewer, Collection<SuggestionRef> refs, String reason) throws IOException {
        return decide(reviewer, Decision.REJECT, refs, reason);
    }

    private DecisionReport decide(Reviewer reviewer, Decision decision, Collection<SuggestionRef> refs, String reason)
            throws IOException {
        Signature signature = signature(reviewer).with(Flag.DONE).with(Flag.REJECTED);
        return apply(
                reviewer,
                pastTense(decision) + " " + counted(refs.size()),
                refs,
                Actions.decide(decision, reason, signature));
    }

    /** Accepts a suggestion with another text. {@link ReviewedDocument#editableText} returns the text to start with. */
    public DecisionReport acceptAs(Reviewer reviewer, SuggestionRef ref, String newText) throws IOException {
        return apply(reviewer, "changed and accepted a suggestion", List.of(ref), Actions.acceptAs(newText));
    }

    /**
     * Adds a comment about a suggestion, or a reply to a thread. Assistants see it when they read the document. They then
     * also see the comments of assistants in the same thread.
     */
    public DecisionReport comment(Reviewer reviewer, SuggestionRef ref, String comment) throws IOException {
        return apply(reviewer, "commented", List.of(ref), Actions.reply(comment, signature(reviewer)));
    }

    /** Resolves threads, and the comments about suggestions. The suggestions stay pending. */
    public DecisionReport resolve(Reviewer reviewer, Collection<SuggestionRef> refs) throws IOException {
        String what = refs.size() == 1 ? "resolved a thread" : "resolved " + refs.size() + " threads";
        return apply(reviewer, what, refs, Actions.resolve());
    }

    /**
     * Deletes a comment of a thread, or a comment about a suggestion.
     *
     * @param commentId the {@link PendingSuggestion.ThreadComment#id} of the comment
     */
    public DecisionReport deleteComment(Reviewer reviewer, SuggestionRef ref, String commentId) throws IOException {
        return apply(reviewer, "deleted a comment", List.of(ref), Actions.delete(commentId));
    }

    /**
     * Comments on a passage of a document, which is highlighted if it is on one line and contains no marks.
     *
     * @param version the {@link ReviewedDocument#version} that the reviewer saw
     * @param passage a range of that version's accepted view; empty to comment on a place
     * @return why the comment was not added; empty if it was
     */
    public Optional<String> commentOn(Reviewer reviewer, String path, String version, TextRange passage, String comment)
            throws IOException {
        Signature signature = signature(reviewer).inGroup(GroupId.next());
        Optional<UndoHistory.Effect> effect;
        try {
            effect = new PassageComment(store, path, version, passage, comment, signature).write();
        } catch (PassageComment.Refusal e) {
            return Optional.of(e.reason());
        }
        effect.ifPresent(it -> history.push(reviewer, new UndoHistory.Entry("commented", List.of(it), List.of())));
        return Optional.empty();
    }

    private Signature signature(Reviewer reviewer) {
        return Signature.byPerson(reviewer.name(), clock.instant());
    }

    private DecisionReport apply(Reviewer reviewer, String decision, Collection<SuggestionRef> refs, Step.Action action)
            throws IOException {
        var byPath = refs.stream()
                .distinct()
                .collect(Collectors.groupingBy(SuggestionRef::path, TreeMap::new, Collectors.toList()));
        finishMoves();
        DecisionReport report = new DecisionReport(List.of(), List.of());
        List<UndoHistory.Effect> effects = new ArrayList<>();
        List<PendingMove> accepted = new ArrayList<>();
        Map<SuggestionRef, DecisionLog.Entry> entries = new HashMap<>();
        try {
            for (var entry : byPath.entrySet()) {
                var result = new DocumentDecisions(store, parsed, entry.getKey(), entry.getValue(), action).apply();
                report = report.plus(result.report());
                result.effect().ifPresent(effects::add);
                result.move().ifPresent(accepted::add);
                entries.putAll(result.log());
            }
            for (PendingMove move : accepted) {
                report = report.plus(carryOut(move, effects));
            }
        } finally {
            entries.keySet().retainAll(report.applied());
            List<DecisionLog.Entry> logged = new ArrayList<>(entries.values());
            if (!effects.isEmpty()) {
                history.push(reviewer, new UndoHistory.Entry(decision, effects, List.copyOf(logged)));
            }
            report.moved().forEach(it -> logged.add(new DecisionLog.Entry(DecisionLog.Kind.MOVED, it.from(), it.to())));
            log.add(logged, clock.instant());
        }
        return report;
    }

    /** Moves a document. The effect comes first, because an undo must begin with it. */
    private DecisionReport carryOut(PendingMove move, List<UndoHistory.Effect> effects) {
        try {
            return switch (move.carryOut(moves)) {
                case DocumentMoves.Outcome.Refused(String reason) ->
                    DecisionReport.refused(List.of(move.ref()), reason);
                case DocumentMoves.Outcome.Moved(Move moved) -> {
                    effects.addFirst(new UndoHistory.Effect.Moved(moved));
                    yield new DecisionReport(
                            List.of(move.ref()),
                            List.of(),
                            List.of(new DecisionReport.Moved(moved.from(), moved.to(), moved.linkingDocuments())));
                }
            };
        } catch (IOException e) {
            String reason = "Cannot move the document: " + FileProblem.describe(e);
            return DecisionReport.refused(List.of(move.ref()), reason);
        }
    }

    /** Completes a move that another process has begun, so that no decision changes a document that is half moved. */
    private void finishMoves() {
        try {
            moves.finish();
        } catch (IOException e) {
            LOG.warn("Cannot complete a move of a document: {}", FileProblem.describe(e));
        }
    }

    /** Undoes the reviewer's last decision that is not undone yet; returns empty if every decision is undone. */
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
                // The reviewer can undo the rest later, for example after another program has finished saving.
                history.push(
                        reviewer,
                        new UndoHistory.Entry(
                                entry.get().decision(), effects, entry.get().logged()));
                throw e;
            }
            effects.removeFirst();
        }
        if (!restored.isEmpty()) {
            log.add(
                    entry.get().logged().stream()
                            .map(it -> new DecisionLog.Entry(
                                    DecisionLog.Kind.UNDONE,
                                    it.group(),
                                    it.kind().name()))
                            .toList(),
                    clock.instant());
        }
        return Optional.of(new UndoReport(entry.get().decision(), restored, conflicts));
    }

    private boolean undo(UndoHistory.Effect effect) throws IOException {
        return switch (effect) {
            case UndoHistory.Effect.Moved(Move move) -> {
                boolean isUndone = moves.undo(move) instanceof DocumentMoves.Outcome.Moved;
                if (isUndone) {
                    log.add(
                            List.of(new DecisionLog.Entry(DecisionLog.Kind.MOVED, move.to(), move.from())),
                            clock.instant());
                }
                yield isUndone;
            }
            case UndoHistory.Effect.Removed(String path, String raw, Path copy) ->
                store.restore(path, raw, copy) instanceof DocumentFiles.Creation.Created;
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
