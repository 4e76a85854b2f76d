package dev.mooring.vault.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Explains failures of the file system to callers, without paths outside the vault. */
public final class FileProblem {

    private FileProblem() {}

    /** Returns why an operation on a document failed, and what to do: the end of a sentence and further sentences. */
    public static String describe(IOException e) {
        return switch (e) {
            case DocumentBusy busy -> String.valueOf(busy.getMessage());
            case FileContent.TooLarge _ ->
                "the document is larger than " + FileContent.MAX_BYTES / (1024 * 1024)
                        + " MB. Ask the user to split it.";
            case AccessDeniedException _ ->
                "permission denied. Ask the user to make the file and its folder accessible to Mooring.";
            case NoSuchFileException _ -> "the file or its folder was removed meanwhile. Use glob to find documents.";
            case FileSystemException failure -> describe(failure.getReason());
            default -> describe(e.getMessage());
        };
    }

    /**
     * Explains the reason that the operating system gives. The C library words it in the language of the process's locale if
     * its translations are installed. A reason in another language than English is passed on as it is.
     */
    private static String describe(@Nullable String reason) {
        String lower = reason == null ? "" : reason.toLowerCase(Locale.ROOT);
        if (lower.contains("name too long")) {
            return "a name on the path is longer than the file system allows. Choose a shorter name.";
        }
        if (lower.contains("symbolic links")) {
            return "a symbolic link has taken the place of the file meanwhile. Use glob to find documents.";
        }
        if (lower.contains("not a directory")) {
            return "a name on the path is a file, not a folder. Choose another path.";
        }
        if (lower.contains("no space left") || lower.contains("quota exceeded")) {
            return "the disk is full. Ask the user to free some space. Nothing was written.";
        }
        if (lower.contains("read-only file system")) {
            return "the file system is read-only. Ask the user to make it writable.";
        }
        return (reason == null ? "the file system failed" : reason) + ". Ask the user to check the folder.";
    }
}
