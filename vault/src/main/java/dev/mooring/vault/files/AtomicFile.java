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
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.Arrays;
import java.util.HexFormat;
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

    private static void copyAttributes(Path from, Path to) throws IOException {
        var target = Files.getFileAttributeView(to, PosixFileAttributeView.class);
        if (target != null) {
            var wanted = Files.readAttributes(from, PosixFileAttributes.class);
            var given = target.readAttributes();
            if (!given.owner().equals(wanted.owner())) {
                target.setOwner(wanted.owner());
            }
            if (!given.group().equals(wanted.group())) {
                target.setGroup(wanted.group());
            }
            if (!given.permissions().equals(wanted.permissions())) {
                target.setPermissions(wanted.permissions());
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
