package dev.mooring.vault.files;

import java.nio.file.Path;
import java.util.List;

/** What a path from a caller stands for. Paths in text are relative to the vault, with {@code /}. */
public sealed interface Resolution {

    /**
     * A document that exists.
     *
     * @param path its one canonical path, whatever symbolic link or spelling led here
     * @param file the real file
     */
    record Document(String path, Path file) implements Resolution {}

    /** An existing folder; the vault itself is the empty path. */
    record Folder(String path, Path folder) implements Resolution {}

    /** A possible path where nothing visible is. */
    record Missing(String path) implements Resolution {}

    /** Several names differ only in case or composition, and none is spelt as asked. */
    record Ambiguous(List<String> paths) implements Resolution {}

    /** Not a path that this vault will touch. */
    record Refused(String reason) implements Resolution {}
}
