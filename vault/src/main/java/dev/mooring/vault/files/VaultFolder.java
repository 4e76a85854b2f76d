package dev.mooring.vault.files;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The root folder of a vault, and the only way to get from a caller's path to a file. It never resolves to a file outside
 * the folder, whatever the path contains and wherever symbolic links point.
 */
public final class VaultFolder {

    private static final String NOT_A_DOCUMENT = "Only .md, .markdown and .txt files are documents of this vault.";
    private static final String READ_ONLY = "Images, .canvas and .base files can be listed with glob and read, but not "
            + "changed: only .md, .markdown and .txt files are documents of this vault.";

    private final Path root;
    private final boolean showHidden;

    /**
     * Opens a folder.
     *
     * @param showHidden whether names that start with a dot are visible
     * @throws IOException if the path does not exist or is not a folder
     */
    public VaultFolder(Path folder, boolean showHidden) throws IOException {
        this.root = folder.toRealPath();
        this.showHidden = showHidden;
        if (!Files.isDirectory(root)) {
            throw new IOException("Cannot open " + folder + " as a vault: it is not a folder");
        }
    }

    /** Returns the real path of the folder. */
    public Path root() {
        return root;
    }

    /** Resolves a path. Exact spelling wins; then names that differ only in Unicode form; then in case as well. */
    public Resolution resolve(String path) {
        return resolve(path, PathRules::isDocument);
    }

    /**
     * Resolves a path to an attachment instead of a document: an image, or an Obsidian canvas or base.
     *
     * @return a {@link Resolution.Document} if the path leads to one
     */
    public Resolution resolveAttachment(String path) {
        return resolve(path, PathRules::isAttachment);
    }

    private Resolution resolve(String path, Predicate<String> isWanted) {
        Optional<String> problem = PathRules.problem(path);
        if (problem.isPresent()) {
            return new Resolution.Refused(problem.get());
        }
        List<String> segments = PathRules.segments(path);
        String plain = String.join("/", segments);
        if (!segments.stream().allMatch(this::isVisible)) {
            return new Resolution.Missing(plain);
        }
        try {
            return resolve(segments, plain, isWanted);
        } catch (FileSystemException e) {
            // The name is too long, the symbolic links form a loop, or a folder is not readable.
            return missing(plain, isWanted);
        } catch (IOException e) {
            return new Resolution.Refused("Cannot resolve the path: " + FileProblem.describe(e));
        } catch (InvalidPathException e) {
            return new Resolution.Refused("The file system cannot hold a name on the path. Choose another path.");
        }
    }

    /**
     * Reads the file at a real path of this vault without decoding it. Does not follow symbolic links: where one has
     * taken the place of a folder or the file meanwhile, the file is missing.
     *
     * @throws FileContent.TooLarge if the file is larger than a document can be
     */
    public byte[] bytes(Path file) throws IOException {
        return SequentialReader.bytes(root, file);
    }

    /**
     * Returns the file for a new document, with no symbolic link on the way; empty if a name on the path is not a visible
     * folder inside the vault.
     */
    Optional<Path> fileForNew(String path) throws IOException {
        return fileFor(path, PathRules::composed);
    }

    /** Returns the file for a document that was removed or renamed, with the names in the Unicode form that they had. */
    Optional<Path> fileForRestored(String path) throws IOException {
        return fileFor(path, UnaryOperator.identity());
    }

    private Optional<Path> fileFor(String path, UnaryOperator<String> form) throws IOException {
        List<String> segments = PathRules.segments(path);
        Path folder = root;
        for (String segment : segments.subList(0, segments.size() - 1)) {
            List<Path> found = lookup(folder, segment);
            if (found.size() > 1) {
                return Optional.empty();
            }
            if (found.isEmpty()) {
                folder = folder.resolve(form.apply(segment));
            } else {
                folder = found.getFirst().toRealPath();
                if (!isInside(folder) || !isVisible(folder) || !Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                    return Optional.empty();
                }
            }
        }
        return Optional.of(folder.resolve(form.apply(segments.getLast())));
    }

    private Resolution resolve(List<String> segments, String plain, Predicate<String> isWanted) throws IOException {
        Path at = root;
        for (String segment : segments) {
            Path exact = at.resolve(segment);
            if (Files.exists(exact, LinkOption.NOFOLLOW_LINKS)) {
                at = exact;
                continue;
            }
            // Checked before the folder is listed, so that no answer depends on what is in a folder outside.
            Path folder = at.toRealPath();
            Optional<Resolution> refusal = refusal(folder, plain);
            if (refusal.isPresent()) {
                return refusal.get();
            }
            List<Path> found = lookup(folder, segment);
            if (found.isEmpty()) {
                return missing(plain, isWanted);
            }
            if (found.size() > 1) {
                return new Resolution.Ambiguous(found.stream().map(this::pathOf).toList());
            }
            at = found.getFirst();
        }
        Path real = at.toRealPath();
        Optional<Resolution> refusal = refusal(real, plain);
        return refusal.isPresent() ? refusal.get() : existing(at, real, isWanted);
    }

    private Optional<Resolution> refusal(Path real, String plain) {
        if (!isInside(real)) {
            return Optional.of(new Resolution.Refused(
                    "The path leaves the vault through a symbolic link. Choose a path inside the vault."));
        }
        return isVisible(real) ? Optional.empty() : Optional.of(new Resolution.Missing(plain));
    }

    private Resolution existing(Path requested, Path real, Predicate<String> isWanted) throws IOException {
        if (real.equals(root)) {
            return new Resolution.Folder("", root);
        }
        var attributes = Files.readAttributes(real, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (attributes.isDirectory()) {
            return new Resolution.Folder(pathOf(real), real);
        }
        String name = real.getFileName().toString();
        if (!isWanted.test(requested.getFileName().toString()) || !isWanted.test(name)) {
            return new Resolution.Refused(notADocument(name));
        }
        if (!attributes.isRegularFile()) {
            return new Resolution.Refused("This is a device, a pipe or a socket, not a document.");
        }
        return new Resolution.Document(pathOf(real), real);
    }

    private static String notADocument(String name) {
        return PathRules.isAttachment(name) ? READ_ONLY : NOT_A_DOCUMENT;
    }

    private static Resolution missing(String plain, Predicate<String> isWanted) {
        boolean isWantedName = isWanted.test(plain);
        boolean hasExtension = plain.substring(plain.lastIndexOf('/') + 1).matches(".+\\.[A-Za-z0-9]{1,5}");
        return isWantedName || !hasExtension
                ? new Resolution.Missing(plain)
                : new Resolution.Refused(notADocument(plain));
    }

    /** Returns the entry with this name; else those that differ only in Unicode form; else in case as well. */
    private List<Path> lookup(Path folder, String name) throws IOException {
        Path exact = folder.resolve(name);
        if (Files.exists(exact, LinkOption.NOFOLLOW_LINKS)) {
            return List.of(exact);
        }
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return List.of();
        }
        List<Path> entries;
        try (OpenFolder open = OpenFolder.open(root, folder)) {
            entries = open.names().stream().map(folder::resolve).toList();
        }
        List<Path> composed = matching(entries, name, PathRules::composed);
        return composed.isEmpty() ? matching(entries, name, PathRules::folded) : composed;
    }

    private static List<Path> matching(List<Path> entries, String name, UnaryOperator<String> form) {
        String key = form.apply(name);
        return entries.stream()
                .filter(entry -> form.apply(entry.getFileName().toString()).equals(key))
                .sorted()
                .toList();
    }

    /** A name with control characters is invisible, because no caller can ask for it, and it would break up lists. */
    boolean isVisible(String name) {
        return PathRules.isPlainText(name) && (showHidden ? !name.equals(LockFile.FOLDER) : !PathRules.isHidden(name));
    }

    private boolean isVisible(Path real) {
        return real.equals(root) || names(real).allMatch(this::isVisible);
    }

    private boolean isInside(Path real) {
        return real.startsWith(root);
    }

    /** Returns the canonical path of a real file in the vault. */
    public String pathOf(Path file) {
        return names(file).collect(Collectors.joining("/"));
    }

    private Stream<String> names(Path file) {
        List<String> names = new ArrayList<>();
        root.relativize(file).forEach(name -> names.add(name.toString()));
        return names.stream();
    }
}
