package dev.mooring.vault.files;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Visits the visible folders and documents below a folder. Does not follow symbolic links to folders. */
public final class DocumentWalk {

    private static final Logger LOG = LoggerFactory.getLogger(DocumentWalk.class);

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

        /** Called for each image, canvas and base. */
        default void attachment(Listed attachment) {}

        /** Called for each folder, the start included, before its documents. */
        void folder(Path folder);

        /** Called for each hidden file that Mooring writes while it replaces a document. */
        default void swapped(Path file) {}
    }

    /** Walks a folder and everything below it. Skips files and folders that cannot be read. */
    public static void walk(VaultFolder vault, Path start, Visitor visitor) {
        var folders = new ArrayDeque<>(List.of(start));
        while (!folders.isEmpty()) {
            Path folder = folders.removeLast();
            if (!folder.equals(vault.root()) && !vault.isVisible(nameOf(folder))) {
                continue;
            }
            try (OpenFolder open = OpenFolder.open(vault.root(), folder)) {
                visitor.folder(folder);
                for (Path name : open.names()) {
                    visit(vault, folder.resolve(name), open, visitor, folders);
                }
            } catch (IOException e) {
                LOG.debug("Cannot list {}", folder, e);
            }
        }
    }

    private static void visit(VaultFolder vault, Path file, OpenFolder folder, Visitor visitor, Deque<Path> folders) {
        BasicFileAttributes attributes;
        try {
            attributes = folder.attributes(file.getFileName());
        } catch (IOException e) {
            LOG.debug("Cannot read the attributes of {}", file, e);
            return;
        }
        String name = nameOf(file);
        if (attributes.isDirectory()) {
            folders.add(file);
        } else if (attributes.isRegularFile() && PathRules.isDocument(name) && vault.isVisible(name)) {
            visitor.document(listed(vault, file, attributes));
        } else if (attributes.isRegularFile() && PathRules.isAttachment(name) && vault.isVisible(name)) {
            visitor.attachment(listed(vault, file, attributes));
        } else if (attributes.isRegularFile() && SwappedFile.parse(file).isPresent()) {
            visitor.swapped(file);
        }
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
