package dev.mooring.vault.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The file {@code .mooring/move.json}, which describes a change of several documents while it is being made. It is on disk
 * before the first document changes, and is deleted after the last one. A process that finds it completes the change of
 * another process that was killed. Only a holder of {@link DocumentFiles#lockedForMoves} uses it.
 */
public final class JournalFile {

    private static final Path NAME = Path.of("move.json");
    private static final Path NEW_NAME = Path.of("move.json.new");

    private final Path root;
    private final LockFile locks;

    JournalFile(Path root, LockFile locks) {
        this.root = root;
        this.locks = locks;
    }

    /** Returns whether a change has begun and not ended. Needs no lock. */
    public boolean exists() {
        return Files.exists(root.resolve(LockFile.FOLDER).resolve(NAME), LinkOption.NOFOLLOW_LINKS);
    }

    /** Returns the description of the change that has begun; empty if there is none. */
    public Optional<String> read() throws IOException {
        try (PinnedFolder folder = locks.folder()) {
            return Optional.of(new String(folder.entry(NAME).bytes(), StandardCharsets.UTF_8));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** Writes the description, and forces it to disk. */
    public void write(String description) throws IOException {
        try (PinnedFolder folder = locks.folder()) {
            FolderEntry newFile = folder.entry(NEW_NAME);
            newFile.deleteIfExists();
            NewFile.write(newFile, description.getBytes(StandardCharsets.UTF_8));
            newFile.moveTo(folder.entry(NAME));
            folder.sync();
        }
    }

    /** Deletes the description, because the change has ended. */
    public void delete() throws IOException {
        try (PinnedFolder folder = locks.folder()) {
            folder.entry(NAME).deleteIfExists();
            folder.sync();
        }
    }
}
