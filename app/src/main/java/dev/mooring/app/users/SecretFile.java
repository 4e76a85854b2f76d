package dev.mooring.app.users;

import dev.mooring.app.terminal.FailureText;
import dev.mooring.app.terminal.ShellWord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file with secrets that gives access. Every query rereads the file if it has changed, so that a removed line stops
 * working at once. Thread-safe.
 *
 * @param <T> the content
 */
public final class SecretFile<T> {
    private static final Logger LOG = LoggerFactory.getLogger(SecretFile.class);

    private static final Set<PosixFilePermission> OWNER_ONLY =
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    private final Path file;
    private final Reader<T> reader;
    private final T noAccess;
    private volatile Loaded<T> loaded;

    /** Reads the content of a file. */
    @FunctionalInterface
    public interface Reader<T> {
        /**
         * Reads the file.
         *
         * @param first whether the program starts: an invalid line is an exception then, and logged and ignored later
         */
        T read(Path file, boolean first) throws IOException;
    }

    /** @param stamp the state of the file that was read; null if it could not be read */
    private record Loaded<T>(T content, @Nullable Stamp stamp) {}

    /** The attributes that change when a program writes or replaces the file. */
    private record Stamp(
            FileTime modified, long size, @Nullable Object key) {
        static Stamp of(Path file) throws IOException {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return new Stamp(attributes.lastModifiedTime(), attributes.size(), attributes.fileKey());
        }
    }

    private SecretFile(Path file, Reader<T> reader, T noAccess, Loaded<T> loaded) {
        this.file = file;
        this.reader = reader;
        this.noAccess = noAccess;
        this.loaded = loaded;
    }

    /**
     * Reads a file.
     *
     * @param noAccess the content that gives no access, used while the file cannot be read
     * @throws IOException if the file is unreadable or malformed
     */
    public static <T> SecretFile<T> open(Path file, Reader<T> reader, T noAccess) throws IOException {
        Stamp stamp = Files.exists(file) ? Stamp.of(file) : null;
        return new SecretFile<>(file, reader, noAccess, new Loaded<>(reader.read(file, true), stamp));
    }

    /**
     * Checks that only the owner can read a file.
     *
     * @param what the kind of file, for the message
     * @throws IOException if others can read it, or if it does not exist
     */
    public static void requireOwnerOnly(Path file, String what) throws IOException {
        if (Files.getFileStore(file).supportsFileAttributeView("posix")
                && !OWNER_ONLY.containsAll(Files.getPosixFilePermissions(file))) {
            throw new IOException(
                    "Other users can read the " + what + " " + file + ". Run: chmod 600 " + ShellWord.of(file));
        }
    }

    /** Returns the content of the file as it is now. */
    public T current() {
        Loaded<T> before = loaded;
        Stamp stamp;
        try {
            stamp = Stamp.of(file);
        } catch (IOException e) {
            stamp = null;
        }
        if (stamp != null && stamp.equals(before.stamp)) {
            return before.content;
        }
        return stamp == null && before.stamp == null ? before.content : reload();
    }

    private synchronized T reload() {
        Loaded<T> before = loaded;
        try {
            // The stamp first: a change during the read is then noticed by the next query.
            Stamp stamp = Stamp.of(file);
            if (stamp.equals(before.stamp)) {
                return before.content;
            }
            loaded = new Loaded<>(reader.read(file, false), stamp);
            LOG.info("Reread {} because it has changed", file);
        } catch (IOException e) {
            if (before.stamp != null) {
                LOG.error(
                        "Cannot read {}: {}. Nobody in it has access until this is fixed.",
                        file,
                        FailureText.withoutPath(e));
            }
            loaded = new Loaded<>(noAccess, null);
        }
        return loaded.content;
    }
}
