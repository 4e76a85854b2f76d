package dev.mooring.app.terminal;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Describes exceptions for people. */
public final class FailureText {
    private FailureText() {}

    /** Returns the message of an exception, or its type if it has none. If the message is only a path, adds the reason. */
    public static String of(Exception failure) {
        if (failure instanceof FileSystemException file && file.getReason() == null && file.getFile() != null) {
            return file.getMessage() + ": " + reason(file);
        }
        String message = failure.getMessage();
        return message == null || message.isBlank() ? failure.getClass().getSimpleName() : message;
    }

    /** Returns why a file cannot be used, for a message that already names the file. */
    public static String withoutPath(IOException failure) {
        return failure instanceof FileSystemException file ? reason(file) : of(failure);
    }

    private static String reason(FileSystemException failure) {
        if (failure.getReason() != null) {
            return failure.getReason();
        }
        return switch (failure) {
            case NoSuchFileException _ -> "no such file or folder";
            case AccessDeniedException _ -> "permission denied";
            case FileAlreadyExistsException _ -> "the file already exists";
            case NotDirectoryException _ -> "not a folder";
            default -> failure.getClass().getSimpleName();
        };
    }
}
