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
 * Replaces files atomically: a reader sees either the old or the new content. The new content goes to a temporary file in
 * the same folder, is forced to disk, and is renamed over the old file. The folder itself is not forced to disk, because
 * that would take half as long again. So if the power fails right after a write, the old content may come back.
 */
final class AtomicFile {

    static final String TEMPORARY_PREFIX = ".mooring-";
    static final String TEMPORARY_SUFFIX = ".tmp";

    private static final String OWNERSHIP = "unix:uid,gid,mode";

    private AtomicFile() {}

    /** Returns a sentence on why the file must not be replaced; empty if it can be. */
    static Optional<String> readOnlyReason(Path file) throws IOException {
        if (supportsUnix(file) && (Integer) Files.getAttribute(file, "unix:nlink") > 1) {
            return Optional.of("The document is read-only because its file has several hard links: "
                    + "replacing it would separate them. Ask the user to make it a single file.");
        }
        return Files.isWritable(file)
                ? Optional.empty()
                : Optional.of("The document's file is read-only. Ask the user to make it writable.");
    }

    /** Replaces a file. Returns false, and changes nothing, if the file does not contain the expected bytes. */
    static boolean replace(Path file, byte[] expected, byte[] content) throws IOException {
        Path temporary = temporaryBeside(file);
        try {
            write(temporary, content, file);
            // Checked last, because an editor does not take our lock and may have saved the file meanwhile.
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

    /** Creates a file and its folders. Returns false, and changes nothing, if the name is taken. */
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

    private static void write(Path temporary, byte[] content, @Nullable Path template) throws IOException {
        try (FileChannel out = FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            if (template != null) {
                copyAttributes(template, temporary);
            }
            ByteBuffer buffer = ByteBuffer.wrap(content);
            while (buffer.hasRemaining()) {
                out.write(buffer);
            }
            out.force(true);
        }
    }

    /** Copies ids of user and group, not their names: looking up the names takes as long as the write. */
    private static void copyAttributes(Path from, Path to) throws IOException {
        if (supportsUnix(from)) {
            Map<String, Object> source = Files.readAttributes(from, OWNERSHIP);
            Map<String, Object> target = Files.readAttributes(to, OWNERSHIP);
            // The mode comes last, because a change of owner clears some permissions.
            for (String name : List.of("uid", "gid", "mode")) {
                Object value = source.get(name);
                if (!Objects.equals(target.get(name), value)) {
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
