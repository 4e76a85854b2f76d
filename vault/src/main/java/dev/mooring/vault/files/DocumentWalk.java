package dev.mooring.vault.files;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Visits the visible folders and documents below a folder. Does not follow symbolic links to folders. */
public final class DocumentWalk {

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

        /** Called for each hidden file that Mooring writes while it replaces a document. */
        default void swapped(Path file) {}
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
                } else if (attributes.isRegularFile() && SwappedFile.parse(file).isPresent()) {
                    visitor.swapped(file);
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

    private static String nameOf(Path path) {
        Path name = path.getFileName();
        return name == null ? "" : name.toString();
    }
}
