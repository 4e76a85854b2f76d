package dev.mooring.vault.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Reads and changes documents on disk. A change takes the document's lock, sees the file as it is at that moment, and
 * lands as a whole or not at all.
 */
public final class DocumentFiles implements AutoCloseable {

    private static final int ATTEMPTS = 20;

    private final VaultFolder folder;
    private final LockFile locks;

    public DocumentFiles(VaultFolder folder) {
        this.folder = folder;
        this.locks = LockFile.of(folder.root());
    }

    public FileContent read(Resolution.Document document) throws IOException {
        return FileContent.read(document.file());
    }

    /** Decides what the new content shall be, from the raw text under the lock; may run again if an editor saves. */
    public interface Change<T> {
        Changed<T> from(String raw);
    }

    /** The new raw text, if any, and what to tell the caller. Empty text in {@code raw} is a document without text. */
    public record Changed<T>(Optional<String> raw, T answer) {}

    /** What became of a change. */
    public sealed interface ChangeOutcome<T> {

        /** The change was decided; {@code raw} says what was written, if anything was. */
        record Decided<T>(Optional<String> raw, T answer) implements ChangeOutcome<T> {}

        record Failed<T>(String reason) implements ChangeOutcome<T> {}

        record Gone<T>() implements ChangeOutcome<T> {}
    }

    public <T> ChangeOutcome<T> change(Resolution.Document document, Change<T> change) throws IOException {
        return locks.locked(document.path(), () -> {
            for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
                Optional<ChangeOutcome<T>> outcome = attempt(document, change);
                if (outcome.isPresent()) {
                    return outcome.get();
                }
            }
            throw new LockFile.DocumentBusy(document.path());
        });
    }

    /** Empty if the file changed under our hands. */
    private <T> Optional<ChangeOutcome<T>> attempt(Resolution.Document document, Change<T> change) throws IOException {
        FileContent content = FileContent.read(document.file());
        if (!(content instanceof FileContent.Text(String raw))) {
            return Optional.of(
                    content instanceof FileContent.Unreadable(String reason)
                            ? new ChangeOutcome.Failed<>(reason)
                            : new ChangeOutcome.Gone<>());
        }
        Changed<T> changed = change.from(raw);
        if (changed.raw().isEmpty()) {
            return Optional.of(new ChangeOutcome.Decided<>(Optional.empty(), changed.answer()));
        }
        Optional<String> readOnly = AtomicFile.readOnly(document.file());
        if (readOnly.isPresent()) {
            return Optional.of(new ChangeOutcome.Failed<>(readOnly.get()));
        }
        byte[] written = changed.raw().get().getBytes(StandardCharsets.UTF_8);
        if (written.length > FileContent.LARGEST) {
            return Optional.of(new ChangeOutcome.Failed<>("The document would become too large."));
        }
        return AtomicFile.replace(document.file(), raw.getBytes(StandardCharsets.UTF_8), written)
                ? Optional.of(new ChangeOutcome.Decided<>(changed.raw(), changed.answer()))
                : Optional.empty();
    }

    /** What became of the wish for a new document. */
    public sealed interface Creation {

        record Created(Resolution.Document document) implements Creation {}

        record Exists(String path) implements Creation {}

        record Refused(String reason) implements Creation {}
    }

    public Creation create(String path, String raw) throws IOException {
        Optional<String> problem = PathRules.problem(path);
        if (problem.isPresent()) {
            return new Creation.Refused(problem.get());
        }
        if (!PathRules.isDocument(path)) {
            return new Creation.Refused("A document's name ends in .md, .markdown or .txt.");
        }
        if (!PathRules.segments(path).stream().allMatch(folder::isVisible)) {
            return new Creation.Refused("Names that begin with a dot are hidden and cannot be created.");
        }
        return locks.locked(path, () -> createLocked(path, raw));
    }

    private Creation createLocked(String path, String raw) throws IOException {
        return switch (folder.resolve(path)) {
            case Resolution.Document document -> new Creation.Exists(document.path());
            case Resolution.Ambiguous ambiguous ->
                new Creation.Exists(ambiguous.paths().getFirst());
            case Resolution.Folder found -> new Creation.Exists(found.path());
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

    /** Removes the document if it still holds exactly this text. */
    public boolean remove(Resolution.Document document, String raw) throws IOException {
        return locks.locked(
                document.path(),
                () -> FileContent.read(document.file()) instanceof FileContent.Text now
                        && now.raw().equals(raw)
                        && Files.deleteIfExists(document.file()));
    }

    @Override
    public void close() throws IOException {
        locks.close();
    }
}
