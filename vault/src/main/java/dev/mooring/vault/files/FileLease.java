package dev.mooring.vault.files;

import dev.mooring.vault.files.LinuxFiles.Taken;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.Optional;

/**
 * An attempt to take a read lease on a file. While the lease is held, an open call for writing waits in every other
 * process, for up to 45 seconds. Closing the lease lets it continue. The other methods read through the descriptor of the
 * lease, if there is one, so they describe the leased file even if the path now names another file.
 */
final class FileLease implements AutoCloseable {

    private static final int NONE = -1;

    private final Optional<LinuxFiles> linux;
    private final FolderEntry file;
    private int descriptor;
    private final Taken taken;

    private FileLease(FolderEntry file, int descriptor, Taken taken) {
        this.linux = file.folder().linux();
        this.file = file;
        this.descriptor = descriptor;
        this.taken = taken;
    }

    /** Tries to take a lease. */
    static FileLease tryTake(FolderEntry file) throws IOException {
        Optional<LinuxFiles> linux = file.folder().linux();
        if (linux.isEmpty()) {
            return new FileLease(file, NONE, Taken.UNSUPPORTED);
        }
        int descriptor = linux.get().open(file.folder().descriptor(), file.name());
        return new FileLease(file, descriptor, linux.get().takeLease(descriptor));
    }

    /** Returns whether the lease was granted when it was taken. */
    Taken taken() {
        return taken;
    }

    /**
     * Returns whether no process has opened the file for writing since the lease was granted, and none is about to. The
     * second condition needs the new attempt: the kernel counts a writer before it breaks the lease.
     */
    boolean isUnbroken() throws IOException {
        return taken == Taken.GRANTED
                && linux.isPresent()
                && linux.get().hasLease(descriptor)
                && linux.get().takeLease(descriptor) == Taken.GRANTED;
    }

    /** Returns the attributes of the file. */
    FileState state() throws IOException {
        return linux.isEmpty() ? file.state() : linux.get().stateOfOpen(descriptor, file.name());
    }

    /**
     * Reads the file without decoding it.
     *
     * @param state the attributes of the file
     * @throws NoSuchFileException if it is not a regular file
     * @throws FileContent.TooLarge if it is larger than a document can be
     */
    byte[] bytes(FileState state) throws IOException {
        if (!state.isRegularFile()) {
            throw new NoSuchFileException(file.name().toString());
        }
        return linux.isEmpty() ? file.bytes() : linux.get().read(descriptor, state.size(), FileContent.MAX_BYTES);
    }

    /** Returns whether the file has exactly the given content. */
    boolean hasContent(byte[] content) throws IOException {
        if (linux.isEmpty()) {
            return Arrays.equals(file.allBytes(), content);
        }
        try {
            return Arrays.equals(linux.get().read(descriptor, content.length, content.length), content);
        } catch (FileContent.TooLarge e) {
            return false;
        }
    }

    /** Returns the hash of the file's content, whatever its size. */
    String hash() throws IOException {
        return SwappedFile.hash(
                linux.isEmpty() ? file.allBytes() : linux.get().read(descriptor, state().size(), Integer.MAX_VALUE));
    }

    /** Moves the lease to a new owner: closing this one has no effect from now on. */
    FileLease release() {
        var owner = new FileLease(file, descriptor, taken);
        descriptor = NONE;
        return owner;
    }

    /** Returns whether the file may have extended attributes. */
    boolean mayHaveAttributes() {
        return linux.isEmpty() || linux.get().mayHaveAttributes(descriptor);
    }

    /** Returns the access control list of the file, as the kernel encodes it; empty if it has none. */
    Optional<byte[]> accessList() {
        return linux.flatMap(calls -> calls.accessList(descriptor));
    }

    @Override
    public void close() {
        if (descriptor != NONE) {
            linux.ifPresent(calls -> calls.close(descriptor));
        }
    }
}
