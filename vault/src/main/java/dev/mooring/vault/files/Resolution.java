package dev.mooring.vault.files;

import java.nio.file.Path;
import java.util.List;

/** The result of resolving a caller's path. Paths as strings are relative to the vault and use {@code /}. */
public sealed interface Resolution {

    /** A path that exists in the vault. */
    sealed interface Existing extends Resolution {}

    /**
     * An existing document.
     *
     * @param path the canonical path, which does not depend on the spelling or symbolic link that the caller used
     * @param file the real path of the file
     */
    record Document(String path, Path file) implements Existing {}

    /**
     * An existing folder.
     *
     * @param path the canonical path; empty for the vault's root
     * @param folder the real path of the folder
     */
    record Folder(String path, Path folder) implements Existing {}

    /** A valid path at which no visible file or folder exists. */
    record Missing(String path) implements Resolution {}

    /** Several names differ only in case or Unicode form, and none is spelt exactly as the caller's. */
    record Ambiguous(List<String> paths) implements Resolution {}

    /**
     * A path that the vault never opens.
     *
     * @param reason a sentence for the caller
     */
    record Refused(String reason) implements Resolution {}
}
