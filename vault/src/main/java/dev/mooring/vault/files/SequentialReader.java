package dev.mooring.vault.files;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads many files of a vault, one after the other. It keeps the folder of the last file open, because opening the folders
 * takes longer than reading a small file. For one thread at a time.
 */
public final class SequentialReader implements AutoCloseable {

    private final Optional<LinuxFiles> linux;
    private final Path root;
    private @Nullable Path current;
    private @Nullable ReadableFolder open;

    /** Creates a reader of a vault's files. */
    public SequentialReader(VaultFolder vault) {
        this(LinuxFiles.instance(), vault.root());
    }

    /** Reads one file, as {@link #read(Path)} does. */
    static byte[] bytes(Path root, Path file) throws IOException {
        try (var reader = new SequentialReader(LinuxFiles.instance(), root)) {
            return reader.read(file).bytes();
        }
    }

    SequentialReader(Optional<LinuxFiles> linux, Path root) {
        this.linux = linux;
        this.root = root;
    }

    /**
     * Reads the file at a real path of the vault. Does not follow symbolic links.
     *
     * @throws java.nio.file.NoSuchFileException if the file is missing, or is not a regular file
     * @throws FileContent.TooLarge if the file is larger than a document can be
     */
    public ReadFile read(Path file) throws IOException {
        return folder(PinnedFolder.folderOf(file)).read(file.getFileName());
    }

    private ReadableFolder folder(Path path) throws IOException {
        ReadableFolder known = open;
        if (known != null && path.equals(current)) {
            return known;
        }
        close();
        ReadableFolder opened = open(path);
        open = opened;
        current = path;
        return opened;
    }

    /** Where both ways exist, system calls are faster: they need fewer calls, and no channel for each file. */
    private ReadableFolder open(Path path) throws IOException {
        return linux.isPresent() && PinnedFolder.HAS_DESCRIPTORS
                ? PinnedFolder.open(linux, root, path)
                : OpenFolder.open(root, path);
    }

    /** Closes the folder. A later read opens it again. */
    @Override
    public void close() throws IOException {
        ReadableFolder known = open;
        open = null;
        if (known != null) {
            known.close();
        }
    }
}
