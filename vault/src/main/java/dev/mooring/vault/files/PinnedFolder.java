package dev.mooring.vault.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.StreamSupport;

/**
 * A folder of a vault in which files are written. It is opened step by step from the root without following symbolic links.
 * {@link #resolve} then leads through its descriptor, so that every operation on such a path reaches this folder, even if a
 * program has moved it or put a link in its place.
 *
 * <p>Without system calls of Linux, the path is only verified when the folder is opened.
 */
final class PinnedFolder implements ReadableFolder {

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
    static Path descriptorPath(int descriptor) {
        return DESCRIPTORS.resolve(Integer.toString(descriptor));
    }

    /** Returns a path to an entry, valid until the folder is closed. The entry itself may be a symbolic link. */
    Path resolve(Path name) {
        return path().resolve(name.getFileName());
    }

    /** Works only with descriptors. */
    @Override
    public ReadFile read(Path name) throws IOException {
        return linux.orElseThrow().read(descriptor, name);
    }

    /**
     * Reads a file in a pinned folder without decoding it. Does not follow a symbolic link.
     *
     * @throws FileContent.TooLarge if the file is larger than a document can be
     */
    static byte[] bytes(Path file) throws IOException {
        BasicFileAttributes attributes =
                Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!attributes.isRegularFile()) {
            throw new NoSuchFileException(file.toString());
        }
        if (attributes.size() > FileContent.MAX_BYTES) {
            throw new FileContent.TooLarge();
        }
        return allBytes(file);
    }

    /** Reads a file in a pinned folder, whatever its size. Does not follow a symbolic link. */
    static byte[] allBytes(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            return in.readAllBytes();
        }
    }

    @Override
    public void close() {
        linux.ifPresent(calls -> calls.close(descriptor));
    }
}
