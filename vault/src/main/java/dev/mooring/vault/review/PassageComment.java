package dev.mooring.vault.review;

import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.TextRange;
import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.edit.NewComment;
import dev.mooring.vault.edit.RawChange;
import dev.mooring.vault.edit.Signature;
import dev.mooring.vault.files.DocumentFiles.Change;
import dev.mooring.vault.files.DocumentFiles.ChangeOutcome;
import dev.mooring.vault.files.Resolution;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** A comment of a person on a passage of a document. */
final class PassageComment {

    private final DocumentStore store;
    private final String path;
    private final String version;
    private final TextRange passage;
    private final String comment;
    private final Signature signature;

    /** @param passage a range of the accepted view of the version */
    PassageComment(
            DocumentStore store, String path, String version, TextRange passage, String comment, Signature signature) {
        this.store = store;
        this.path = path;
        this.version = version;
        this.passage = passage;
        this.comment = comment;
        this.signature = signature;
    }

    /** Thrown if the comment was not written. The message is a sentence for the reviewer. */
    static final class Refusal extends Exception {

        private final String reason;

        Refusal(String reason) {
            super(reason);
            this.reason = reason;
        }

        String reason() {
            return reason;
        }
    }

    private record Written(String before, NewComment outcome) {}

    /** Writes the comment, and returns the effect to undo. */
    Optional<UndoHistory.Effect> write() throws IOException, Refusal {
        if (!(store.resolve(path) instanceof Resolution.Document document)) {
            throw new Refusal(DecisionReport.MISSING);
        }
        ChangeOutcome<Written> outcome = store.change(document, raw -> {
            NewComment written = plan(raw);
            return new Change<>(
                    written instanceof NewComment.Written(RawChange change, List<String> _)
                            ? Optional.of(RawChange.apply(raw, List.of(change)))
                            : Optional.empty(),
                    new Written(raw, written));
        });
        return switch (outcome) {
            case ChangeOutcome.Failed<Written>(String reason) -> throw new Refusal(reason);
            case ChangeOutcome.Missing<Written> _ -> throw new Refusal(DecisionReport.MISSING);
            case ChangeOutcome.Decided<Written>(Optional<String> after, Written written) ->
                switch (written.outcome()) {
                    case NewComment.Refused(String reason) -> throw new Refusal(reason);
                    case NewComment.Written(RawChange change, List<String> _) ->
                        after.map(text -> new UndoHistory.Effect.Changed(
                                document.path(), AppliedChange.of(written.before(), List.of(change), text)));
                };
        };
    }

    private NewComment plan(String raw) {
        MarkedText text = MarkedText.parse(raw);
        if (!Fingerprint.of(raw).equals(version)
                || passage.end() > text.accepted().text().length()) {
            return new NewComment.Refused("The document has changed in the meantime. Select the text again.");
        }
        return NewComment.writeOnView(text, passage, comment, signature);
    }
}
