package dev.mooring.app.state;

import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** The permissions of new files and folders that only their owner can read and write. */
public final class OwnerOnly {
    public static final FileAttribute<Set<PosixFilePermission>> FILE = permissions("rw-------");
    public static final FileAttribute<Set<PosixFilePermission>> FOLDER = permissions("rwx------");

    private OwnerOnly() {}

    private static FileAttribute<Set<PosixFilePermission>> permissions(String permissions) {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
    }
}
