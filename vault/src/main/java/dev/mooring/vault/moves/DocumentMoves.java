package dev.mooring.vault.moves;

import dev.mooring.vault.critic.TextRange;
import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.files.DocumentBusy;
import dev.mooring.vault.files.DocumentFiles.Change;
import dev.mooring.vault.files.DocumentFiles.ChangeOutcome;
import dev.mooring.vault.files.DocumentFiles.Creation;
import dev.mooring.vault.files.FileContent;
import dev.mooring.vault.files.JournalFile;
import dev.mooring.vault.files.Resolution;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves documents, and rewrites the links that would lead elsewhere. Thread-safe, also across processes.
 *
 * <p>A move changes several files, and the process can be killed in between. So the move is in the {@link JournalFile}
 * before the first change. The first change is the rename of the file. A process that finds a journal whose file is not
 * renamed discards the journal: everything is as before. Otherwise it makes the remaining changes, which are
 * idempotent.
 */
public final class DocumentMoves {

    private static final Logger LOG = LoggerFactory.getLogger(DocumentMoves.class);
    private static final String MISSING = "The document does not exist any more.";

    private final DocumentStore store;
    private final JournalFile journal;

    /** Creates the moves of a store. */
    public DocumentMoves(DocumentStore store) {
        this.store = store;
        this.journal = store.files().journal();
    }

    /** The outcome of a move. */
    public sealed interface Outcome {

        /** The document has its new path. Links in a document that another program is saving are rewritten later. */
        record Moved(Move move) implements Outcome {}

        /**
         * Nothing has changed.
         *
         * @param reason a sentence for the reviewer
         */
        record Refused(String reason) implements Outcome {}
    }

    /** Finds the mark that proposes a move in the current text of the document. */
    @FunctionalInterface
    public interface MarkFinder {

        /** Returns the place of the mark; empty if the text does not contain it any more. */
        Optional<TextRange> find(String raw);
    }

    /**
     * Moves a document and removes the mark that proposed it.
     *
     * @throws IOException if the file system fails. If the file has its new path, the rest of the move is made by the next
     *     call of {@link #finish}
     */
    public Outcome move(String from, String to, MarkFinder mark) throws IOException {
        return store.files().lockedForMoves(() -> {
            finishLocked();
            if (!(store.resolve(from) instanceof Resolution.Document document)
                    || !(store.read(document) instanceof FileContent.Text(String raw))) {
                return new Outcome.Refused(MISSING);
            }
            Optional<TextRange> place = mark.find(raw);
            if (place.isEmpty()) {
                return new Outcome.Refused("The suggestion has changed or was decided in the meantime.");
            }
            Creation target = store.files().newDocument(to);
            if (!(target instanceof Creation.Created(Resolution.Document free))) {
                return refused(target);
            }
            try {
                return carryOut(MovePlan.of(store, document, free.path(), place.get(), raw), store::rename);
            } catch (MovePlan.Refusal e) {
                return new Outcome.Refused(e.reason());
            }
        });
    }

    /** Undoes a move, unless the document has changed since. */
    public Outcome undo(Move move) throws IOException {
        return store.files().lockedForMoves(() -> {
            finishLocked();
            if (!(store.resolve(move.to()) instanceof Resolution.Document document)
                    || !(store.read(document) instanceof FileContent.Text(String raw))) {
                return new Outcome.Refused(MISSING);
            }
            Move back = move.inverse();
            return back.own().isPlannedFor(raw)
                    ? carryOut(back, store::renameBack)
                    : new Outcome.Refused("The document has changed since it was moved.");
        });
    }

    /**
     * Completes or discards a move that another process began and did not end, or that failed. Does nothing if there is
     * none.
     */
    public void finish() throws IOException {
        if (journal.exists()) {
            store.files().lockedForMoves(() -> {
                finishLocked();
                return true;
            });
        }
    }

    private static Outcome refused(Creation creation) {
        return new Outcome.Refused(
                switch (creation) {
                    case Creation.Exists(String path) -> path + " exists already. Move that document first, or reject.";
                    case Creation.Refused(String reason) -> reason;
                    case Creation.Created _ -> throw new IllegalArgumentException("The path is free");
                });
    }

    /** Gives the file of a document another path. */
    @FunctionalInterface
    private interface Rename {

        Creation apply(Resolution.Document document, String path) throws IOException;
    }

    private Outcome carryOut(Move move, Rename rename) throws IOException {
        journal.write(move.toJson());
        Creation renamed;
        try {
            renamed = store.resolve(move.from()) instanceof Resolution.Document document
                    ? rename.apply(document, move.to())
                    : new Creation.Refused(MISSING);
        } catch (NoSuchFileException e) {
            renamed = new Creation.Refused(MISSING);
        }
        if (!(renamed instanceof Creation.Created)) {
            journal.delete();
            return refused(renamed);
        }
        if (changeTexts(move)) {
            journal.delete();
        }
        return new Outcome.Moved(move);
    }

    private void finishLocked() throws IOException {
        Optional<String> json = journal.read();
        if (json.isEmpty()) {
            return;
        }
        Optional<Move> move = Move.fromJson(json.get());
        if (move.isEmpty()) {
            throw new IOException(
                    ".mooring/move.json in the vault is damaged, so that Mooring cannot complete the move "
                            + "that it describes. Check the links to the moved document, then delete the file");
        }
        if (isRenamed(move.get())) {
            LOG.info(
                    "Completing the move of {} to {}",
                    move.get().from(),
                    move.get().to());
            for (TextChange change : move.get().changes()) {
                if (store.resolve(change.path()) instanceof Resolution.Document document) {
                    store.files().recoverBeside(document);
                }
            }
            if (!changeTexts(move.get())) {
                throw DocumentBusy.saving(
                        "a document that links to " + move.get().to());
            }
        }
        journal.delete();
    }

    /** Returns whether the file has its new path. Another file may be at the old path meanwhile, or at the new one. */
    private boolean isRenamed(Move move) throws IOException {
        if (!(store.resolve(move.to()) instanceof Resolution.Document document)) {
            return false;
        }
        return !(store.resolve(move.from()) instanceof Resolution.Document)
                || (store.read(document) instanceof FileContent.Text(String raw)
                        && (move.own().isPlannedFor(raw) || move.own().findsMark(raw)));
    }

    /** Makes the changes that are not made yet. Returns false if other programs are saving some of the documents. */
    private boolean changeTexts(Move move) throws IOException {
        boolean isComplete = true;
        for (TextChange change : move.changes()) {
            if (!(store.resolve(change.path()) instanceof Resolution.Document document)) {
                LOG.warn(
                        "{} was removed during the move of {} to {}. Its links are not rewritten.",
                        change.path(),
                        move.from(),
                        move.to());
                continue;
            }
            try {
                ChangeOutcome<Boolean> outcome = store.change(document, raw -> new Change<>(change.applyTo(raw), true));
                if (outcome instanceof ChangeOutcome.Failed<Boolean>(String reason)) {
                    LOG.warn("Cannot rewrite the links to {} in {}: {}", move.to(), change.path(), reason);
                }
            } catch (DocumentBusy e) {
                LOG.warn(
                        "Cannot rewrite the links to {} in {} yet, because another program is saving it. Mooring tries "
                                + "again with the next decision and on the next start.",
                        move.to(),
                        change.path());
                isComplete = false;
            }
        }
        return isComplete;
    }
}
