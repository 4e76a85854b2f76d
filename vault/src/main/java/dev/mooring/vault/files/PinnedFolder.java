package dev.mooring.vault.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A folder of a vault in which files are written. It is opened step by step from the root without following symbolic links.
 * Every operation on its entries starts at its descriptor, and so reaches this folder even if a program has moved it or put
 * a link in its place.
 *
 * <p>Without system calls of Linux, or without {@code /proc}, the path is only verified when the folder is opened.
 */
final class PinnedFolder implements ReadableFolder {

    private static final Logger LOG = LoggerFactory.getLogger(PinnedFolder.class);
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    static final boolean HAS_DESCRIPTORS = Files.isDirectory(DESCRIPTORS);
    private static final int NONE = -1;

    private final Optional<LinuxFiles> linux;
    private final Path real;
    private final int descriptor;

    private PinnedFolder(Optional<LinuxFiles> linux, Path real, int descriptor) {
        this.linux = linux;
        this.real = real;
        this.descriptor = descriptor;
    }

    /**
     * Opens a folder.
     *
     * @param root the real path of the vault
     * @param real the real path of the folder
     * @throws NoSuchFileException if the folder is missing, or the path leads through a symbolic link now
     */
    static PinnedFolder open(Optional<LinuxFiles> linux, Path root, Path real) throws IOException {
        if (linux.isEmpty() || !HAS_DESCRIPTORS) {
            verify(real);
            return new PinnedFolder(Optional.empty(), real, NONE);
        }
        PinnedFolder at = new PinnedFolder(linux, root, linux.get().openFolder(root));
        for (Path name : names(root, real)) {
            try (PinnedFolder parent = at) {
                at = parent.child(name);
            }
        }
        return at;
    }

    /** Opens a folder in this folder. */
    PinnedFolder child(Path name) throws IOException {
        Path child = real.resolve(name);
        if (linux.isEmpty()) {
            verify(child);
            return new PinnedFolder(linux, child, NONE);
        }
        return new PinnedFolder(linux, child, linux.get().openFolder(descriptor, name));
    }

    /**
     * Checks that a path leads through no symbolic link now.
     *
     * @throws NoSuchFileException if it does, or does not exist
     */
    static void verify(Path real) throws IOException {
        if (!real.toRealPath().equals(real)) {
            throw new NoSuchFileException(real.toString());
        }
    }

    /** Returns the names on the way from the root to a folder. */
    static List<Path> names(Path root, Path real) {
        return real.equals(root)
                ? List.of()
                : StreamSupport.stream(root.relativize(real).spliterator(), false)
                        .toList();
    }

    static Path folderOf(Path file) {
        return Objects.requireNonNull(file.getParent());
    }

    /** Returns the path that the folder had when it was opened. */
    Path real() {
        return real;
    }

    /** Returns a path to the folder, valid until the folder is closed. */
    Path path() {
        return linux.isEmpty() ? real : descriptorPath(descriptor);
    }

    /** Returns a path to what a descriptor of this process stands for. */
    private static Path descriptorPath(int descriptor) {
        return DESCRIPTORS.resolve(Integer.toString(descriptor));
    }

    /** Returns an entry of the folder. */
    FolderEntry entry(Path name) {
        return new FolderEntry(this, name);
    }

    /** Returns the system calls that start at the descriptor; empty if there is no descriptor. */
    Optional<LinuxFiles> linux() {
        return linux;
    }

    int descriptor() {
        return descriptor;
    }

    /** Forces the entries of the folder to disk. Does nothing where folders cannot be opened. */
    void sync() throws IOException {
        FileChannel channel;
        try {
            channel = FileChannel.open(path(), StandardOpenOption.READ);
        } catch (IOException e) {
            LOG.debug("Cannot open {} to force it to disk", real, e);
            return;
        }
        try (channel) {
            channel.force(true);
        }
    }

    /** Works only with descriptors. */
    @Override
    public ReadFile read(Path name) throws IOException {
        return linux.orElseThrow().read(descriptor, name);
    }

    @Override
    public void close() {
        linux.ifPresent(calls -> calls.close(descriptor));
    }
}
