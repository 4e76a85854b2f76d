package dev.mooring.vault.files;

import java.io.IOException;
import java.nio.file.Path;

/** An open folder of a vault. */
interface ReadableFolder extends AutoCloseable {

    /**
     * Reads a file in the folder. Does not follow a symbolic link.
     *
     * @throws java.nio.file.NoSuchFileException if the file is missing, or is not a regular file
     * @throws FileContent.TooLarge if the file is larger than a document can be
     */
    ReadFile read(Path name) throws IOException;

    @Override
    void close() throws IOException;
}
