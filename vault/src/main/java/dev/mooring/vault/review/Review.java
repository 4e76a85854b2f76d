package dev.mooring.vault.review;

import dev.mooring.vault.Vault;
import dev.mooring.vault.critic.Decision;
import dev.mooring.vault.critic.MarkScanner;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.Suggestion;
import dev.mooring.vault.documents.DocumentStore;
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

/**
 * People's side of a vault. Safe for use by many threads, and beside other processes on the same folder: a decision is
 * checked against the file as it is at that moment, and either stands for what the person saw or is not carried out.
 */
public final class Review implements AutoCloseable {

    private final DocumentStore store;
    private final InstantSource clock;
    private final ParsedDocuments parsed = new ParsedDocuments();
    private final PendingCache cache;
    private final ReviewFeed feed;
    private final UndoHistory history = new UndoHistory();

    /** Reviews a vault that stays the caller's to close, after this. */
    public Review(Vault vault, InstantSource clock) {
        this.store = vault.documents();
        this.clock = clock;
        this.cache = new PendingCache(store, parsed);
        this.feed = new ReviewFeed(store, cache);
    }

    /** What waits and matches, by document; documents without any are left out. */
    public List<PendingDocument> pending(SuggestionFilter filter) throws IOException {
        Instant now = clock.instant();
        List<PendingDocument> found = new ArrayList<>();
        for (Resolution.Document document : store.documentsWithSuggestions()) {
            if (!filter.mayHold(document.path())) {
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

    /** A document as it is now; empty if there is none that can be read. */
    public Optional<ReviewedDocument> open(String path) throws IOException {
        if (store.resolve(path) instanceof Resolution.Document document
                && store.read(document) instanceof FileContent.Text(String raw)) {
            return Optional.of(parsed.of(document.path(), raw));
        }
        return Optional.empty();
    }

    /** Accepts or rejects suggestions, each of which must still be what was seen. */
    public DecisionReport decide(Reviewer reviewer, Decision decision, Collection<SuggestionRef> refs)
            throws IOException {
        if (decision == Decision.KEEP) {
            throw new IllegalArgumentException("Keeping a suggestion is no decision");
        }
        return carryOut(reviewer, past(decision) + " " + counted(refs.size()), refs, new DocumentDecisions.Way() {
            @Override
            public DocumentDecisions.Step on(MarkedText text, Suggestion suggestion) {
                String left = decision == Decision.ACCEPT
                        ? suggestion.acceptedText(text.raw())
                        : suggestion.rejectedText(text.raw());
                return new DocumentDecisions.Step.Change(new RawChange(suggestion.whole(), left), true);
            }

            @Override
            public boolean refusesDocument() {
                return decision == Decision.REJECT;
            }
        });
    }

    /** Accepts a suggestion with other words than were suggested. */
    public DecisionReport acceptAs(Reviewer reviewer, SuggestionRef ref, String words) throws IOException {
        if (MarkScanner.hasOpening(words)) {
            return DecisionReport.unmet(
                    List.of(ref), "The new text cannot hold delimiters of CriticMarkup such as {++.");
        }
        return carryOut(reviewer, "changed and accepted a suggestion", List.of(ref), (text, suggestion) -> {
            String lineEnd = LineEndings.near(text.raw(), suggestion.whole().start());
            String left = LineEndings.toLf(words).replace("\n", lineEnd);
            return new DocumentDecisions.Step.Change(new RawChange(suggestion.whole(), left), true);
        });
    }

    /** Leaves a comment behind a suggestion, which assistants see when they read the document. */
    public DecisionReport comment(Reviewer reviewer, SuggestionRef ref, String remark) throws IOException {
        if (remark.isBlank()) {
            return DecisionReport.unmet(List.of(ref), "The comment is empty.");
        }
        Signature signature = Signature.by(reviewer.name(), clock.instant());
        return carryOut(
                reviewer,
                "commented on a suggestion",
                List.of(ref),
                (text, suggestion) -> switch (SuggestionComment.write(text, suggestion, remark, signature)) {
                    case SuggestionComment.Refused(String reason) -> new DocumentDecisions.Step.Refused(reason);
                    case SuggestionComment.Written(RawChange change) ->
                        new DocumentDecisions.Step.Change(change, false);
                });
    }

    private DecisionReport carryOut(
            Reviewer reviewer, String what, Collection<SuggestionRef> refs, DocumentDecisions.Way way)
            throws IOException {
        var byPath = refs.stream()
                .distinct()
                .collect(Collectors.groupingBy(SuggestionRef::path, TreeMap::new, Collectors.toList()));
        DecisionReport report = new DecisionReport(List.of(), List.of());
        List<UndoHistory.Trace> traces = new ArrayList<>();
        try {
            for (var entry : byPath.entrySet()) {
                var result = new DocumentDecisions(store, parsed, entry.getKey(), entry.getValue(), way).carryOut();
                report = report.and(result.report());
                result.trace().ifPresent(traces::add);
            }
        } finally {
            if (!traces.isEmpty()) {
                history.push(reviewer, new UndoHistory.Step(what, traces));
            }
        }
        return report;
    }

    /** Takes back this reviewer's last decision that was not taken back yet; empty if there is none. */
    public Optional<UndoReport> undo(Reviewer reviewer) throws IOException {
        Optional<UndoHistory.Step> step = history.pop(reviewer);
        if (step.isEmpty()) {
            return Optional.empty();
        }
        List<String> restored = new ArrayList<>();
        List<String> unmet = new ArrayList<>();
        for (UndoHistory.Trace trace : step.get().traces()) {
            (takeBack(trace) ? restored : unmet).add(trace.path());
        }
        return Optional.of(new UndoReport(step.get().what(), restored, unmet));
    }

    private boolean takeBack(UndoHistory.Trace trace) throws IOException {
        return switch (trace) {
            case UndoHistory.Trace.Removed(String path, String raw) ->
                store.create(path, raw) instanceof DocumentFiles.Creation.Created;
            case UndoHistory.Trace.Changed(String path, AppliedChange change) ->
                store.resolve(path) instanceof Resolution.Document document
                        && store.change(document, raw -> new DocumentFiles.Change<>(change.takenBackIn(raw), true))
                                instanceof DocumentFiles.ChangeOutcome.Decided<Boolean> decided
                        && decided.written().isPresent();
        };
    }

    /** How many decisions of this reviewer can be taken back. */
    public int undoable(Reviewer reviewer) {
        return history.size(reviewer);
    }

    /** Tells of changes in what waits, whoever made them, until the subscription is closed. */
    public Subscription onChange(Consumer<ReviewChange> listener) {
        return feed.subscribe(listener);
    }

    /** Ends when it is closed. */
    public interface Subscription extends AutoCloseable {
        @Override
        void close();
    }

    private static String past(Decision decision) {
        return decision.name().toLowerCase(Locale.ROOT) + "ed";
    }

    private static String counted(int suggestions) {
        return suggestions == 1 ? "a suggestion" : suggestions + " suggestions";
    }

    @Override
    public void close() {
        feed.close();
    }
}
