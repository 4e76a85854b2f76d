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
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The root folder of a vault, and the only way to get from a caller's path to a file. It never resolves to a file outside
 * the folder, whatever the path contains and wherever symbolic links point.
 */
public final class VaultFolder {

    private static final String NOT_A_DOCUMENT = "Only .md, .markdown and .txt files are documents of this vault.";

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
            return resolve(segments, plain);
        } catch (FileSystemException e) {
            // The name is too long, the symbolic links form a loop, or a folder is not readable.
            return missing(plain);
        } catch (IOException | InvalidPathException e) {
            return new Resolution.Refused("Cannot resolve the path: " + e.getMessage());
        }
    }

    /** Returns the file for a new document; empty if a name on the path is not a folder inside the vault. */
    public Optional<Path> fileForNew(String path) throws IOException {
        List<String> segments = PathRules.segments(path);
        Path folder = root;
        for (String segment : segments.subList(0, segments.size() - 1)) {
            List<Path> found = lookup(folder, segment);
            if (found.size() > 1) {
                return Optional.empty();
            }
            folder = found.isEmpty() ? folder.resolve(PathRules.composed(segment)) : found.getFirst();
            boolean exists = Files.exists(folder, LinkOption.NOFOLLOW_LINKS);
            if (exists && !(Files.isDirectory(folder) && isInside(folder.toRealPath()))) {
                return Optional.empty();
            }
        }
        return Optional.of(folder.resolve(PathRules.composed(segments.getLast())));
    }

    private Resolution resolve(List<String> segments, String plain) throws IOException {
        Path at = root;
        for (String segment : segments) {
            List<Path> found = lookup(at, segment);
            if (found.isEmpty()) {
                return missing(plain);
            }
            if (found.size() > 1) {
                return new Resolution.Ambiguous(found.stream().map(this::pathOf).toList());
            }
            at = found.getFirst();
        }
        Path real = at.toRealPath();
        if (!isInside(real)) {
            return new Resolution.Refused("The path leaves the vault through a symbolic link.");
        }
        if (real.equals(root)) {
            return new Resolution.Folder("", root);
        }
        if (!names(real).allMatch(this::isVisible)) {
            return new Resolution.Missing(plain);
        }
        return existing(at, real);
    }

    private Resolution existing(Path requested, Path real) throws IOException {
        var attributes = Files.readAttributes(real, BasicFileAttributes.class);
        if (attributes.isDirectory()) {
            return new Resolution.Folder(pathOf(real), real);
        }
        if (!PathRules.isDocument(requested.getFileName().toString())
                || !PathRules.isDocument(real.getFileName().toString())) {
            return new Resolution.Refused(NOT_A_DOCUMENT);
        }
        if (!attributes.isRegularFile()) {
            return new Resolution.Refused("This is a device, a pipe or a socket, not a document.");
        }
        return new Resolution.Document(pathOf(real), real);
    }

    private static Resolution missing(String plain) {
        boolean isDocument = PathRules.isDocument(plain);
        boolean hasExtension = plain.substring(plain.lastIndexOf('/') + 1).matches(".+\\.[A-Za-z0-9]{1,5}");
        return isDocument || !hasExtension ? new Resolution.Missing(plain) : new Resolution.Refused(NOT_A_DOCUMENT);
    }

    /** Returns the entry with this name; else those that differ only in Unicode form; else in case as well. */
    private static List<Path> lookup(Path folder, String name) throws IOException {
        Path exact = folder.resolve(name);
        if (Files.exists(exact, LinkOption.NOFOLLOW_LINKS)) {
            return List.of(exact);
        }
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        List<Path> entries = new ArrayList<>();
        try (Stream<Path> listed = Files.list(folder)) {
            listed.forEach(entries::add);
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
