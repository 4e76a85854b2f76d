package dev.mooring.vault.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/**
 * An entry of a {@link PinnedFolder}: a file, or a name that is free. No operation follows an entry that is a symbolic
 * link. Valid until the folder is closed.
 *
 * <p>Where there are system calls of Linux, they start at the folder's descriptor. A path through {@code /proc} leads to
 * the same file, but resolving it takes longer than most of these operations.
 */
record FolderEntry(PinnedFolder folder, Path name) {

    /** Returns another entry of the folder. */
    FolderEntry sibling(Path other) {
        return folder.entry(other);
    }

    /** Returns a path to the entry, for operations of the JDK. */
    Path path() {
        return folder.path().resolve(name);
    }

    private Optional<LinuxFiles> linux() {
        return folder.linux();
    }

    boolean exists() {
        return Files.exists(path(), LinkOption.NOFOLLOW_LINKS);
    }

    /** Returns the attributes of the file. */
    FileState state() throws IOException {
        return linux().isPresent() ? linux().get().state(folder.descriptor(), name) : FileState.of(path());
    }

    /**
     * Reads the file without decoding it.
     *
     * @throws NoSuchFileException if it is not a regular file
     * @throws FileContent.TooLarge if it is larger than a document can be
     */
    byte[] bytes() throws IOException {
        var attributes = Files.readAttributes(path(), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!attributes.isRegularFile()) {
            throw new NoSuchFileException(name.toString());
        }
        if (attributes.size() > FileContent.MAX_BYTES) {
            throw new FileContent.TooLarge();
        }
        return allBytes();
    }

    /** Reads the file without decoding it, whatever its size. */
    byte[] allBytes() throws IOException {
        try (InputStream in = Files.newInputStream(path(), LinkOption.NOFOLLOW_LINKS)) {
            return in.readAllBytes();
        }
    }

    /**
     * Deletes the file.
     *
     * @throws NoSuchFileException if it does not exist
     */
    void delete() throws IOException {
        if (linux().isPresent()) {
            linux().get().delete(folder.descriptor(), name);
        } else {
            Files.delete(path());
        }
    }

    /** Deletes the file if it exists. */
    void deleteIfExists() throws IOException {
        try {
            delete();
        } catch (NoSuchFileException e) {
            // There is nothing to delete.
        }
    }

    /**
     * Exchanges this file and another one of the folder atomically. Returns false, and changes nothing, if the file system
     * cannot.
     */
    boolean exchange(FolderEntry other) throws IOException {
        return linux().isPresent() && linux().get().exchange(folder.descriptor(), name, other.name);
    }

    /** Moves the file atomically. Replaces an existing target. */
    void moveTo(FolderEntry target) throws IOException {
        Files.move(path(), target.path(), StandardCopyOption.ATOMIC_MOVE);
    }

    /**
     * Moves the file to a name that is free.
     *
     * @throws FileAlreadyExistsException if the name is taken
     */
    void moveToNew(FolderEntry target) throws IOException {
        if (linux().isPresent()
                && linux().get().moveToNew(folder.descriptor(), name, target.folder.descriptor(), target.name)) {
            return;
        }
        if (target.exists()) {
            throw new FileAlreadyExistsException(target.name.toString());
        }
        if (target.linkTo(this)) {
            delete();
        } else {
            moveTo(target);
        }
    }

    /**
     * Makes this entry another name of a file. Returns false if the file system has no hard links.
     *
     * @throws FileAlreadyExistsException if the name is taken
     * @throws NoSuchFileException if the file does not exist
     */
    boolean linkTo(FolderEntry existing) throws IOException {
        try {
            Files.createLink(path(), existing.path());
            return true;
        } catch (NoSuchFileException | FileAlreadyExistsException e) {
            throw e;
        } catch (UnsupportedOperationException | FileSystemException e) {
            return false;
        }
    }
}
