package dev.mooring.vault.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * A folder of a vault that is open for reading. It is opened step by step from the root without following symbolic links,
 * and everything is read relative to its descriptor. So a program that puts a link in place of a folder meanwhile cannot
 * redirect a read. Not thread-safe.
 *
 * <p>Where the JDK offers no such descriptors (Windows), the path is verified before it is used.
 */
final class OpenFolder implements ReadableFolder {

    private final Path real;
    private final DirectoryStream<Path> stream;

    private OpenFolder(Path real, DirectoryStream<Path> stream) {
        this.real = real;
        this.stream = stream;
    }

    /**
     * Opens a folder.
     *
     * @param root the real path of the vault
     * @param real the real path of the folder
     * @throws NoSuchFileException if the folder is missing, or the path leads through a symbolic link now
     */
    @SuppressWarnings("StreamResourceLeak") // the caller closes the last stream with the folder
    static OpenFolder open(Path root, Path real) throws IOException {
        DirectoryStream<Path> at = Files.newDirectoryStream(root);
        for (Path name : PinnedFolder.names(root, real)) {
            DirectoryStream<Path> parent = at;
            try (parent) {
                if (!(parent instanceof SecureDirectoryStream<Path> secure)) {
                    PinnedFolder.verify(real);
                    return new OpenFolder(real, Files.newDirectoryStream(real));
                }
                at = child(secure, name);
            }
        }
        return new OpenFolder(real, at);
    }

    private static DirectoryStream<Path> child(SecureDirectoryStream<Path> folder, Path name) throws IOException {
        try {
            return folder.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS);
        } catch (FileSystemException e) {
            if (view(folder, name).readAttributes().isDirectory()) {
                throw e;
            }
            throw new NoSuchFileException(name.toString());
        }
    }

    /** Returns the attributes of an entry, which may be a symbolic link. */
    BasicFileAttributes attributes(Path name) throws IOException {
        return stream instanceof SecureDirectoryStream<Path> secure
                ? view(secure, name).readAttributes()
                : Files.readAttributes(real.resolve(name), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }

    private static BasicFileAttributeView view(SecureDirectoryStream<Path> folder, Path name) {
        return folder.getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    }

    /** Returns the names of all entries. Can be called once. */
    List<Path> names() throws IOException {
        List<Path> names = new ArrayList<>();
        try {
            stream.forEach(entry -> names.add(entry.getFileName()));
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return names;
    }

    @Override
    public ReadFile read(Path name) throws IOException {
        BasicFileAttributes attributes = attributes(name);
        if (!attributes.isRegularFile()) {
            throw new NoSuchFileException(name.toString());
        }
        if (attributes.size() > FileContent.MAX_BYTES) {
            throw new FileContent.TooLarge();
        }
        Set<OpenOption> options = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
        try (SeekableByteChannel in = stream instanceof SecureDirectoryStream<Path> secure
                ? secure.newByteChannel(name, options)
                : Files.newByteChannel(real.resolve(name), options)) {
            return new ReadFile(
                    bytes(in, (int) attributes.size()),
                    attributes.lastModifiedTime().toMillis());
        }
    }

    /** The file may grow while it is read. */
    private static byte[] bytes(SeekableByteChannel in, int expected) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(expected);
        while (buffer.hasRemaining() && in.read(buffer) >= 0) {
            // Most files have the expected size, so that the array needs no copy.
        }
        ByteBuffer more = ByteBuffer.allocate(1);
        while (!buffer.hasRemaining() && in.read(more) > 0) {
            if (buffer.position() >= FileContent.MAX_BYTES) {
                throw new FileContent.TooLarge();
            }
            buffer = ByteBuffer.wrap(Arrays.copyOf(buffer.array(), 2 * buffer.capacity() + 1))
                    .position(buffer.position())
                    .put(more.flip());
            more.clear();
            while (buffer.hasRemaining() && in.read(buffer) >= 0) {
                // Reads the rest.
            }
        }
        return buffer.hasRemaining() ? Arrays.copyOf(buffer.array(), buffer.position()) : buffer.array();
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
