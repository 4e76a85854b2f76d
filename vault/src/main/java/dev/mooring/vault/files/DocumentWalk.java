package dev.mooring.vault.files;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Visits the visible folders and documents below a folder. Does not follow symbolic links to folders. */
public final class DocumentWalk {

    private static final Logger LOG = LoggerFactory.getLogger(DocumentWalk.class);
    private static final Duration LEFTOVER_AGE = Duration.ofMinutes(10);

    private DocumentWalk() {}

    /**
     * A document found by a walk.
     *
     * @param path the canonical path in the vault
     * @param file the real path of the file
     * @param size the size in bytes
     */
    public record Listed(String path, Path file, long modifiedMillis, long size) {}

    /** Receives what a walk finds, in no particular order. */
    public interface Visitor {

        /** Called for each document. */
        void document(Listed document);

        /** Called for each folder, the start included, before its documents. */
        void folder(Path folder);
    }

    /** Walks a folder and everything below it. Skips files and folders that cannot be read. */
    public static void walk(VaultFolder vault, Path start, Visitor visitor) throws IOException {
        Files.walkFileTree(start, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                if (!folder.equals(vault.root()) && !vault.isVisible(nameOf(folder))) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                visitor.folder(folder);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String name = nameOf(file);
                if (attributes.isRegularFile() && PathRules.isDocument(name) && vault.isVisible(name)) {
                    visitor.document(listed(vault, file, attributes));
                } else if (isLeftover(name, attributes)) {
                    deleteLeftover(file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) {
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e) {
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static Listed listed(VaultFolder vault, Path file, BasicFileAttributes attributes) {
        return new Listed(
                vault.pathOf(file), file, attributes.lastModifiedTime().toMillis(), attributes.size());
    }

    /** Returns whether the file is a temporary file of a process that was killed during a write. */
    private static boolean isLeftover(String name, BasicFileAttributes attributes) {
        return name.startsWith(AtomicFile.TEMPORARY_PREFIX)
                && name.endsWith(AtomicFile.TEMPORARY_SUFFIX)
                && attributes
                        .lastModifiedTime()
                        .toInstant()
                        .isBefore(Instant.now().minus(LEFTOVER_AGE));
    }

    /** Failure is harmless: the file is hidden, and the next walk tries again. */
    private static void deleteLeftover(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.debug("Cannot delete leftover temporary file {}", file, e);
        }
    }

    private static String nameOf(Path path) {
        Path name = path.getFileName();
        return name == null ? "" : name.toString();
    }
}
