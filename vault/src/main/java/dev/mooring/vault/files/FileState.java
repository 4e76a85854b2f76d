package dev.mooring.vault.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The attributes of a file at one moment.
 *
 * @param isRegularFile false for a folder, a symbolic link and a device
 * @param size in bytes
 * @param modifiedNanos when the content was written, in nanoseconds since 1970
 * @param unix the attributes that only Unix systems have; empty elsewhere
 */
record FileState(boolean isRegularFile, long size, long modifiedNanos, Optional<Unix> unix) {

    private static final String UNIX_ATTRIBUTES = "unix:ino,nlink,uid,gid,mode,size,lastModifiedTime,ctime";
    private static final int FORMAT_BITS = 0170000;
    private static final int REGULAR_FILE = 0100000;

    /**
     * The attributes that only Unix systems have.
     *
     * @param mode the type and the permissions
     * @param changedNanos when the attributes or the name changed, in nanoseconds since 1970
     */
    record Unix(long inode, int links, int user, int group, int mode, long changedNanos) {}

    /** Returns the attributes of a file on a Unix system. */
    static FileState of(long size, long modifiedNanos, Unix unix) {
        return new FileState((unix.mode & FORMAT_BITS) == REGULAR_FILE, size, modifiedNanos, Optional.of(unix));
    }

    /** Returns the attributes of a file. Does not follow a symbolic link. */
    static FileState of(Path file) throws IOException {
        if (!file.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            var basic = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return new FileState(
                    basic.isRegularFile(), basic.size(), nanos(basic.lastModifiedTime()), Optional.empty());
        }
        Map<String, Object> attributes = Files.readAttributes(file, UNIX_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
        return of(
                (Long) value(attributes, "size"),
                nanos((FileTime) value(attributes, "lastModifiedTime")),
                new Unix(
                        (Long) value(attributes, "ino"),
                        (Integer) value(attributes, "nlink"),
                        (Integer) value(attributes, "uid"),
                        (Integer) value(attributes, "gid"),
                        (Integer) value(attributes, "mode"),
                        nanos((FileTime) value(attributes, "ctime"))));
    }

    private static Object value(Map<String, Object> attributes, String name) {
        return Objects.requireNonNull(attributes.get(name));
    }

    private static long nanos(FileTime time) {
        return time.to(TimeUnit.NANOSECONDS);
    }

    /** Returns the inode in hexadecimal digits; "0" where files have none. */
    String inode() {
        return unix.isPresent() ? Long.toHexString(unix.get().inode()) : "0";
    }

    /** Returns whether both are the same file with the same content, as far as the attributes tell. */
    boolean isSameContent(FileState other) {
        return inode().equals(other.inode()) && size == other.size && modifiedNanos == other.modifiedNanos;
    }

    /** Returns how long ago the content was written, by the clock of this machine. */
    long millisSinceWrite() {
        return System.currentTimeMillis() - TimeUnit.NANOSECONDS.toMillis(modifiedNanos);
    }

    /** Returns how long ago the file got its name, by the clock of this machine. */
    long nanosSinceSwap() {
        return unix.isEmpty()
                ? 0
                : TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis())
                        - unix.get().changedNanos();
    }

    /** Returns a sentence on why the file must not be replaced; empty if it can be. */
    Optional<String> readOnlyReason(Path file) {
        if (unix.isPresent() && unix.get().links() > 1) {
            return Optional.of("The document is read-only because its file has several hard links: "
                    + "replacing it would separate them. Ask the user to make it a single file.");
        }
        return Files.isWritable(file)
                ? Optional.empty()
                : Optional.of("The document's file is read-only. Ask the user to make it writable.");
    }
}
