package dev.mooring.vault.review;

import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.files.DocumentWalk.Listed;
import dev.mooring.vault.files.FileContent;
import dev.mooring.vault.files.Resolution;
import dev.mooring.vault.links.DocumentLinks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds the documents and the images that a document links to. Never leaves the folder of the vault. */
final class LinkedFiles {

    private final DocumentStore store;

    LinkedFiles(DocumentStore store) {
        this.store = store;
    }

    /** Returns the path of the document that a link leads to; empty if it leads to none or to several. */
    Optional<String> document(String from, String target) {
        String plain = target.replaceFirst("[#^].*$", "").strip();
        if (plain.isEmpty()) {
            return Optional.of(from);
        }
        return store.resolve(from) instanceof Resolution.Document document
                ? store.links(document).stream()
                        .flatMap(links -> links.forward().stream())
                        .filter(forward -> forward.link().target().equals(plain))
                        .map(DocumentLinks.Forward::target)
                        .findFirst()
                : Optional.empty();
    }

    /**
     * Returns the bytes of an image: beside the document, else at the path from the vault's root, else the only
     * attachment of this name.
     */
    Optional<byte[]> image(String from, String target) throws IOException {
        for (Path file : candidates(from, target)) {
            if (isVisible(file) && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                try {
                    return Optional.of(store.bytes(new Listed(target, file, 0, 0)));
                } catch (NoSuchFileException | FileContent.TooLarge e) {
                    return Optional.empty();
                }
            }
        }
        return Optional.empty();
    }

    private List<Path> candidates(String from, String target) {
        List<Path> candidates = new ArrayList<>();
        try {
            Path beside = store.root().resolve(from).resolveSibling(target.startsWith("/") ? "." : target);
            candidates.add(beside.normalize());
            candidates.add(store.root().resolve(target.replaceFirst("^/+", "")).normalize());
            if (!target.contains("/") && candidates.stream().noneMatch(Files::exists)) {
                onlyFileNamed(target).ifPresent(candidates::add);
            }
        } catch (InvalidPathException e) {
            return List.of();
        }
        return candidates;
    }

    private boolean isVisible(Path file) {
        if (!file.startsWith(store.root()) || file.equals(store.root())) {
            return false;
        }
        for (Path name : store.root().relativize(file)) {
            if (name.toString().startsWith(".")) {
                return false;
            }
        }
        return true;
    }

    /** Returns the only attachment of this name in the vault. */
    private Optional<Path> onlyFileNamed(String name) {
        List<Path> found = store.attachments(store.rootFolder()).stream()
                .filter(listed -> listed.path()
                        .substring(listed.path().lastIndexOf('/') + 1)
                        .equalsIgnoreCase(name))
                .map(Listed::file)
                .toList();
        return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
    }
}
