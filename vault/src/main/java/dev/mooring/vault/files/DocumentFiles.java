package dev.mooring.vault.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Reads and changes the files of documents. A change holds the document's lock, starts from the file's current content,
 * and replaces the file atomically. Thread-safe.
 */
public final class DocumentFiles implements AutoCloseable {

    private static final int MAX_ATTEMPTS = 20;

    private final VaultFolder folder;
    private final LockFile locks;

    /** Opens the files of a folder. */
    public DocumentFiles(VaultFolder folder) {
        this.folder = folder;
        this.locks = LockFile.of(folder.root());
    }

    /** Reads a document without a lock. */
    public FileContent read(Resolution.Document document) throws IOException {
        return FileContent.read(document.file());
    }

    /** Computes a change from the raw text of a document. Runs again if another program changes the file meanwhile. */
    @FunctionalInterface
    public interface ChangeFunction<T> {

        /** Computes the change. Runs while this process holds the document's lock. */
        Change<T> apply(String raw);
    }

    /**
     * A change to a document.
     *
     * @param newText the raw text to write; empty to leave the file as it is
     * @param result what to return to the caller
     */
    public record Change<T>(Optional<String> newText, T result) {}

    /** The outcome of a change. */
    public sealed interface ChangeOutcome<T> {

        /**
         * The change function ran, and its change is written.
         *
         * @param written the raw text that was written; empty if the file stayed as it was
         */
        record Decided<T>(Optional<String> written, T result) implements ChangeOutcome<T> {}

        /**
         * Nothing was written.
         *
         * @param reason a sentence for the caller
         */
        record Failed<T>(String reason) implements ChangeOutcome<T> {}

        /** The document does not exist any more. */
        record Missing<T>() implements ChangeOutcome<T> {}
    }

    /**
     * Changes a document under its lock, in one atomic write.
     *
     * @throws DocumentBusy if other processes keep the document locked or keep changing it
     */
    public <T> ChangeOutcome<T> change(Resolution.Document document, ChangeFunction<T> function) throws IOException {
        return locks.locked(document.path(), () -> {
            for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
                Optional<ChangeOutcome<T>> outcome = tryChange(document, function);
                if (outcome.isPresent()) {
                    return outcome.get();
                }
            }
            throw new DocumentBusy(document.path());
        });
    }

    /** Returns empty if another program changed the file meanwhile. */
    private static <T> Optional<ChangeOutcome<T>> tryChange(Resolution.Document document, ChangeFunction<T> function)
            throws IOException {
        return switch (FileContent.read(document.file())) {
            case FileContent.Unreadable(String reason) -> Optional.of(new ChangeOutcome.Failed<>(reason));
            case FileContent.Missing _ -> Optional.of(new ChangeOutcome.Missing<>());
            case FileContent.Text(String raw) -> write(document, raw, function.apply(raw));
        };
    }

    private static <T> Optional<ChangeOutcome<T>> write(Resolution.Document document, String raw, Change<T> change)
            throws IOException {
        if (change.newText().isEmpty()) {
            return Optional.of(new ChangeOutcome.Decided<>(Optional.empty(), change.result()));
        }
        Optional<String> readOnlyReason = AtomicFile.readOnlyReason(document.file());
        if (readOnlyReason.isPresent()) {
            return Optional.of(new ChangeOutcome.Failed<>(readOnlyReason.get()));
        }
        byte[] written = change.newText().get().getBytes(StandardCharsets.UTF_8);
        if (written.length > FileContent.MAX_BYTES) {
            return Optional.of(new ChangeOutcome.Failed<>("The document would become larger than "
                    + FileContent.MAX_BYTES / (1024 * 1024) + " MB. Nothing was written."));
        }
        return AtomicFile.replace(document.file(), raw.getBytes(StandardCharsets.UTF_8), written)
                ? Optional.of(new ChangeOutcome.Decided<>(change.newText(), change.result()))
                : Optional.empty();
    }

    /** The outcome of creating a document. */
    public sealed interface Creation {

        /** The new document. */
        record Created(Resolution.Document document) implements Creation {}

        /** A document or folder exists at this path. */
        record Exists(String path) implements Creation {}

        /**
         * No document can exist at the path.
         *
         * @param reason a sentence for the caller
         */
        record Refused(String reason) implements Creation {}
    }

    /** Creates a document, with the folders on its path. */
    public Creation create(String path, String raw) throws IOException {
        Optional<String> problem = PathRules.problem(path);
        if (problem.isPresent()) {
            return new Creation.Refused(problem.get());
        }
        if (!PathRules.isDocument(path)) {
            return new Creation.Refused("The name of a document must end in .md, .markdown or .txt.");
        }
        if (!PathRules.segments(path).stream().allMatch(folder::isVisible)) {
            return new Creation.Refused("Names that start with a dot are hidden. Choose another name.");
        }
        return locks.locked(path, () -> createLocked(path, raw));
    }

    private Creation createLocked(String path, String raw) throws IOException {
        return switch (folder.resolve(path)) {
            case Resolution.Document document -> new Creation.Exists(document.path());
            case Resolution.Folder existing -> new Creation.Exists(existing.path());
            case Resolution.Ambiguous ambiguous ->
                new Creation.Exists(ambiguous.paths().getFirst());
            case Resolution.Refused(String reason) -> new Creation.Refused(reason);
            case Resolution.Missing _ -> {
                Optional<Path> file = folder.fileForNew(path);
                if (file.isEmpty()) {
                    yield new Creation.Refused("The path does not lead through folders of this vault.");
                }
                if (!AtomicFile.create(file.get(), raw.getBytes(StandardCharsets.UTF_8))) {
                    yield new Creation.Exists(path);
                }
                Path real = file.get().toRealPath();
                yield new Creation.Created(new Resolution.Document(folder.pathOf(real), real));
            }
        };
    }

    /** Removes a document if its raw text is exactly the given one. Returns whether it was removed. */
    public boolean remove(Resolution.Document document, String raw) throws IOException {
        return locks.locked(
                document.path(),
                () -> FileContent.read(document.file()) instanceof FileContent.Text current
                        && current.raw().equals(raw)
                        && Files.deleteIfExists(document.file()));
    }

    /** Releases the folder's lock file. */
    @Override
    public void close() throws IOException {
        locks.close();
    }
}
