package dev.mooring.vault.files;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Visits the visible folders and documents below a folder. Symbolic links to folders are not entered. */
public final class DocumentWalk {

    private static final Logger LOG = LoggerFactory.getLogger(DocumentWalk.class);
    private static final Duration LEFT_BEHIND = Duration.ofMinutes(10);

    private DocumentWalk() {}

    /** A document as a listing shows it. */
    public record Listed(String path, Path file, long modifiedMillis, long size) {}

    /** What is on the way, in no particular order. Whatever cannot be read is left out. */
    public interface Visitor {

        void document(Listed document);

        default void folder(Path folder) {}
    }

    public static void documents(VaultFolder vault, Path start, Consumer<Listed> visitor) throws IOException {
        walk(vault, start, visitor::accept);
    }

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
                } else if (isLeftBehind(name, attributes)) {
                    tidyAway(file);
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

    static Listed listed(VaultFolder vault, Path file, BasicFileAttributes attributes) {
        return new Listed(
                vault.pathOf(file), file, attributes.lastModifiedTime().toMillis(), attributes.size());
    }

    /** A temporary file of a process that was killed in the middle of a write. */
    private static boolean isLeftBehind(String name, BasicFileAttributes attributes) {
        return name.startsWith(AtomicFile.TEMPORARY_PREFIX)
                && name.endsWith(AtomicFile.TEMPORARY_SUFFIX)
                && attributes
                        .lastModifiedTime()
                        .toInstant()
                        .isBefore(Instant.now().minus(LEFT_BEHIND));
    }

    /** If it cannot be done, somebody else may; it is hidden anyway. */
    private static void tidyAway(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.debug("{} was left behind and cannot be deleted", file, e);
        }
    }

    private static String nameOf(Path path) {
        Path name = path.getFileName();
        return name == null ? "" : name.toString();
    }
}
