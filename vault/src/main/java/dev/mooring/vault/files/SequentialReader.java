package dev.mooring.vault.files;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * Reads many files of a vault, one after the other. It keeps the folder of the last file open, because opening the folders
 * takes longer than reading a small file. For one thread.
 */
public final class SequentialReader implements AutoCloseable {

    private final Path root;
    private @Nullable Path current;
    private @Nullable OpenFolder open;

    /** Creates a reader of a vault's files. */
    public SequentialReader(VaultFolder vault) {
        this.root = vault.root();
    }

    /** Returns the attributes of the file at a real path of the vault. */
    public BasicFileAttributes attributes(Path file) throws IOException {
        return folder(PinnedFolder.folderOf(file)).attributes(file.getFileName());
    }

    /**
     * Reads the file at a real path of the vault. Does not follow symbolic links.
     *
     * @param attributes those of the file
     * @throws java.nio.file.NoSuchFileException if the file is missing, or is not a regular file
     * @throws FileContent.TooLarge if the file is larger than a document can be
     */
    public byte[] bytes(Path file, BasicFileAttributes attributes) throws IOException {
        return folder(PinnedFolder.folderOf(file)).bytes(file.getFileName(), attributes);
    }

    private OpenFolder folder(Path path) throws IOException {
        OpenFolder known = open;
        if (known != null && path.equals(current)) {
            return known;
        }
        close();
        OpenFolder opened = OpenFolder.open(root, path);
        open = opened;
        current = path;
        return opened;
    }

    /** Closes the folder. A later read opens it again. */
    @Override
    public void close() throws IOException {
        OpenFolder known = open;
        open = null;
        if (known != null) {
            known.close();
        }
    }
}
