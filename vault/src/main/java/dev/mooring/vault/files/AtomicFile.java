package dev.mooring.vault.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Replaces a file's content so that at any moment it is the old one or the new one, never less: written beside, forced to
 * the disk, renamed over. The folder is not forced to the disk as well, which would take half as long again: when the
 * power fails right after a write, the old content may be back.
 */
final class AtomicFile {

    static final String TEMPORARY_PREFIX = ".mooring-";
    static final String TEMPORARY_SUFFIX = ".tmp";

    private static final String OWNERSHIP = "unix:uid,gid,mode";

    private AtomicFile() {}

    /** Why the file must not be replaced. */
    static Optional<String> readOnly(Path file) throws IOException {
        if (supportsUnix(file) && (Integer) Files.getAttribute(file, "unix:nlink") > 1) {
            return Optional.of("The document has several hard links, so it is read-only here: "
                    + "replacing it would part them. Ask the user to make it a single file.");
        }
        return Files.isWritable(file)
                ? Optional.empty()
                : Optional.of("The document's file is read-only. Ask the user to make it writable.");
    }

    /** False, with nothing changed, if the file no longer holds the expected bytes. */
    static boolean replace(Path file, byte[] expected, byte[] content) throws IOException {
        Path temporary = temporaryBeside(file);
        try {
            write(temporary, content, file);
            // The last look: an editor that does not know our lock may have saved in the meantime.
            if (!Arrays.equals(Files.readAllBytes(file), expected)) {
                return false;
            }
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
            return true;
        } catch (NoSuchFileException e) {
            return false;
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /** False, with nothing changed, if there is something of that name. */
    static boolean create(Path file, byte[] content) throws IOException {
        Files.createDirectories(file.getParent());
        Path temporary = temporaryBeside(file);
        try {
            write(temporary, content, null);
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                return false;
            }
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
            return true;
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    private static Path temporaryBeside(Path file) {
        String random = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
        return file.resolveSibling(TEMPORARY_PREFIX + random + TEMPORARY_SUFFIX);
    }

    private static void write(Path temporary, byte[] content, @Nullable Path like) throws IOException {
        try (FileChannel out = FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            if (like != null) {
                copyAttributes(like, temporary);
            }
            ByteBuffer buffer = ByteBuffer.wrap(content);
            while (buffer.hasRemaining()) {
                out.write(buffer);
            }
            out.force(true);
        }
    }

    /** By numbers: looking up the names that belong to them takes as long as the writing. */
    private static void copyAttributes(Path from, Path to) throws IOException {
        if (supportsUnix(from)) {
            Map<String, Object> wanted = Files.readAttributes(from, OWNERSHIP);
            Map<String, Object> given = Files.readAttributes(to, OWNERSHIP);
            // The owner first, because a change of owner takes some permissions away.
            for (String name : List.of("uid", "gid", "mode")) {
                Object value = wanted.get(name);
                if (!Objects.equals(given.get(name), value)) {
                    Files.setAttribute(to, "unix:" + name, value);
                }
            }
        }
        copyUserAttributes(from, to);
    }

    private static void copyUserAttributes(Path from, Path to) throws IOException {
        var source = Files.getFileAttributeView(from, UserDefinedFileAttributeView.class);
        var target = Files.getFileAttributeView(to, UserDefinedFileAttributeView.class);
        if (source == null || target == null) {
            return;
        }
        for (String name : source.list()) {
            ByteBuffer value = ByteBuffer.allocate(source.size(name));
            source.read(name, value);
            target.write(name, value.flip());
        }
    }

    private static boolean supportsUnix(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("unix");
    }
}
