package dev.mooring.store;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** Creates files that only their owner can read. */
final class OwnerOnlyFile {
    private OwnerOnlyFile() {}

    /** Creates an empty file and its folder, unless they exist. */
    static void create(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null && !Files.isDirectory(folder)) {
            Files.createDirectories(folder, permissions(folder, "rwx------"));
        }
        try {
            Files.createFile(file, permissions(file, "rw-------"));
        } catch (FileAlreadyExistsException e) {
            // The caller opens it.
        }
    }

    private static FileAttribute<?>[] permissions(Path path, String permissions) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }
}
