package dev.mooring.vault.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Reads and changes the files of documents. A change holds the document's lock, starts from the file's current content,
 * and replaces the file atomically. Thread-safe.
 */
public final class DocumentFiles implements AutoCloseable {

    private static final long WATCH_MILLIS = 60_000;

    private final VaultFolder folder;
    private final LockFile locks;
    private final Supplier<Optional<LinuxFiles>> linux;
    private final FileReplacer replacer;
    private final Originals originals;
    private final JournalFile journal;
    private final HiddenFolder hidden;

    /** A task that runs with a lock. */
    @FunctionalInterface
    public interface Task<T> {

        /** Runs the task. */
        T run() throws IOException;
    }

    /** Opens the files of a folder. */
    public DocumentFiles(VaultFolder folder) {
        this(folder, LinuxFiles::instance, WATCH_MILLIS);
    }

    DocumentFiles(VaultFolder folder, Supplier<Optional<LinuxFiles>> linux, long watchMillis) {
        this.folder = folder;
        this.linux = linux;
        this.locks = LockFile.of(folder.root());
        this.replacer = new FileReplacer();
        this.originals = new Originals(folder, locks, replacer, linux, watchMillis);
        this.journal = new JournalFile(folder.root(), locks);
        this.hidden = new HiddenFolder(locks);
    }

    /** Reads a document without a lock. */
    public FileContent read(Resolution.Document document) throws IOException {
        return FileContent.read(folder.root(), document.file());
    }

    private PinnedFolder pin(Resolution.Document document) throws IOException {
        return PinnedFolder.open(linux.get(), folder.root(), PinnedFolder.folderOf(document.file()));
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
     * @throws DocumentBusy if other programs keep the document locked or keep saving it
     */
    public <T> ChangeOutcome<T> change(Resolution.Document document, ChangeFunction<T> function) throws IOException {
        var attempt = new ChangeAttempt<>(document.file(), function);
        try {
            locks.locked(document.path(), () -> {
                try (PinnedFolder pinned = pin(document)) {
                    return replacer.replace(
                            pinned.entry(document.file().getFileName()), document.path(), attempt, originals);
                }
            });
            return attempt.outcome();
        } catch (NoSuchFileException e) {
            return new ChangeOutcome.Missing<>();
        } catch (FileContent.TooLarge e) {
            return new ChangeOutcome.Failed<>(FileContent.TOO_LARGE);
        }
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

    /** How a document gets its path. */
    private enum Naming {
        /** A new path: its names disguise nothing, and get Unicode form NFC. */
        NEW,
        /** A path that the document had before: its names stay as they were. */
        RESTORED
    }

    /** Creates a document, with the folders on its path. */
    public Creation create(String path, String raw) throws IOException {
        return locks.locked(path, () -> {
            Creation free = newDocument(path);
            return free instanceof Creation.Created(Resolution.Document document)
                            && !createFile(document.file(), raw, Optional.empty())
                    ? new Creation.Exists(path)
                    : free;
        });
    }

    /**
     * Creates a removed document again. Its path may have names that a new document must not have.
     *
     * @param copy the name of the copy that {@link #keepDeleted} has kept. If it still exists, the file gets its attributes
     */
    public Creation restore(String path, String raw, Path copy) throws IOException {
        return locks.locked(path, () -> {
            Creation free = documentAt(path, Naming.RESTORED);
            try (PinnedFolder trash = hidden.trash()) {
                Optional<FolderEntry> kept = Optional.of(trash.entry(copy)).filter(FolderEntry::exists);
                return free instanceof Creation.Created(Resolution.Document document)
                                && !createFile(document.file(), raw, kept)
                        ? new Creation.Exists(path)
                        : free;
            }
        });
    }

    /**
     * Keeps a copy of a document that is about to be removed, with the attributes of its file.
     *
     * @return the name of the copy
     */
    public Path keepDeleted(Resolution.Document document, String raw, Instant time) throws IOException {
        try (PinnedFolder pinned = pin(document)) {
            return hidden.keepDeleted(pinned.entry(document.file().getFileName()), document.path(), raw, time);
        }
    }

    /** Returns the document that a file at this path would be, or why there can be none. Creates nothing. */
    public Creation newDocument(String path) throws IOException {
        return documentAt(path, Naming.NEW);
    }

    private Creation documentAt(String path, Naming naming) throws IOException {
        boolean isNew = naming == Naming.NEW;
        Optional<String> problem = isNew ? PathRules.problemOfNewPath(path) : PathRules.problem(path);
        if (problem.isPresent()) {
            return new Creation.Refused(problem.get());
        }
        if (!PathRules.isDocument(path)) {
            return new Creation.Refused("The name of a document must end in .md, .markdown or .txt."
                    + (PathRules.isAttachment(path) ? " Images, .canvas and .base files cannot be created here." : ""));
        }
        if (!PathRules.segments(path).stream().allMatch(folder::isVisible)) {
            return new Creation.Refused("Names that start with a dot are hidden. Choose another name.");
        }
        return switch (folder.resolve(path)) {
            case Resolution.Document document -> new Creation.Exists(document.path());
            case Resolution.Folder existing -> new Creation.Exists(existing.path());
            case Resolution.Ambiguous ambiguous ->
                new Creation.Exists(ambiguous.paths().getFirst());
            case Resolution.Refused(String reason) -> new Creation.Refused(reason);
            case Resolution.Missing _ -> {
                Optional<Path> file = isNew ? folder.fileForNew(path) : folder.fileForRestored(path);
                if (file.isEmpty()) {
                    yield new Creation.Refused(
                            "The path does not lead through folders of this vault. Choose another path.");
                }
                yield new Creation.Created(new Resolution.Document(folder.pathOf(file.get()), file.get()));
            }
        };
    }

    private boolean createFile(Path file, String raw, Optional<FolderEntry> template) throws IOException {
        Path parent = PinnedFolder.folderOf(file);
        try (NewFolders folders = NewFolders.open(linux.get(), folder.root(), parent)) {
            FolderEntry entry = folders.last().entry(file.getFileName());
            boolean isCreated = replacer.create(entry, raw.getBytes(StandardCharsets.UTF_8), template);
            if (isCreated) {
                folders.keep();
            }
            return isCreated;
        }
    }

    /**
     * Removes a document if its raw text is exactly the given one. Returns whether it was removed.
     *
     * @throws DocumentBusy if other programs keep the document locked or are saving it
     */
    public boolean remove(Resolution.Document document, String raw) throws IOException {
        byte[] content = raw.getBytes(StandardCharsets.UTF_8);
        return locks.locked(document.path(), () -> {
            try (PinnedFolder pinned = pin(document)) {
                return replacer.remove(
                        pinned.entry(document.file().getFileName()), document.path(), content, originals);
            } catch (NoSuchFileException e) {
                return false;
            }
        });
    }

    /**
     * Gives the file of a document another path, and creates the folders on it. Never replaces a file. A program that is
     * saving the document in place goes on with the same file.
     *
     * @return the document at its new path, or why it stays where it is
     */
    public Creation rename(Resolution.Document document, String path) throws IOException {
        return rename(document, path, Naming.NEW);
    }

    /** Gives the file of a document a path that it had before, as {@link #rename} does. */
    public Creation renameBack(Resolution.Document document, String path) throws IOException {
        return rename(document, path, Naming.RESTORED);
    }

    private Creation rename(Resolution.Document document, String path, Naming naming) throws IOException {
        return locks.locked(document.path(), path, () -> {
            Creation free = documentAt(path, naming);
            if (!(free instanceof Creation.Created(Resolution.Document moved))) {
                return free;
            }
            Path parent = PinnedFolder.folderOf(moved.file());
            try (PinnedFolder source = pin(document);
                    NewFolders target = NewFolders.open(linux.get(), folder.root(), parent)) {
                FolderEntry from = source.entry(document.file().getFileName());
                Optional<String> readOnlyReason = from.state().readOnlyReason(from.path());
                if (readOnlyReason.isPresent()) {
                    return new Creation.Refused(readOnlyReason.get());
                }
                from.moveToNew(target.last().entry(moved.file().getFileName()));
                target.keep();
                source.sync();
                return free;
            } catch (FileAlreadyExistsException e) {
                return new Creation.Exists(path);
            }
        });
    }

    /** Returns a sentence on why the document cannot be changed; empty if it can. */
    public Optional<String> readOnlyReason(Resolution.Document document) throws IOException {
        return FileState.of(document.file()).readOnlyReason(document.file());
    }

    /** Returns the journal of changes of several documents. */
    public JournalFile journal() {
        return journal;
    }

    /** Returns the hidden folder beside the documents. */
    public HiddenFolder hidden() {
        return hidden;
    }

    /** Runs a task with the lock for changes of several documents, which all processes on this folder share. */
    public <T> T lockedForMoves(Task<T> task) throws IOException {
        return locks.lockedForMoves(task);
    }

    /** Disposes of the hidden files that killed processes left behind beside a document. */
    public void recoverBeside(Resolution.Document document) throws IOException {
        Path parent = PinnedFolder.folderOf(document.file());
        try (OpenFolder siblings = OpenFolder.open(folder.root(), parent)) {
            siblings.names().stream().map(parent::resolve).forEach(originals::recover);
        }
    }

    /**
     * Disposes of a hidden file that a killed process left behind while it replaced a document. If the file holds text that
     * a person saved and the document lacks, that text is restored and the log says so.
     */
    public void recover(Path file) {
        originals.recover(file);
    }

    /** Stops checking originals, and releases the folder's lock file. */
    @Override
    public void close() throws IOException {
        originals.close();
        replacer.close();
        locks.close();
    }
}
