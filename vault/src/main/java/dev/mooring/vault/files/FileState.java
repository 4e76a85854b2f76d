package dev.mooring.vault.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The attributes of a file at one moment. */
record FileState(Map<String, Object> attributes) {

    private static final String UNIX = "unix:ino,nlink,uid,gid,mode,size,lastModifiedTime,ctime";
    private static final String BASIC = "fileKey,isRegularFile,size,lastModifiedTime";
    private static final int FORMAT_BITS = 0170000;
    private static final int REGULAR_FILE = 0100000;

    static FileState of(Path file) throws IOException {
        boolean isUnix = file.getFileSystem().supportedFileAttributeViews().contains("unix");
        return new FileState(Files.readAttributes(file, isUnix ? UNIX : BASIC, LinkOption.NOFOLLOW_LINKS));
    }

    /**
     * Returns the attributes of an open file.
     *
     * @param file the path with which it was opened
     */
    static FileState ofDescriptor(int descriptor, Path file) throws IOException {
        return PinnedFolder.HAS_DESCRIPTORS
                ? new FileState(Files.readAttributes(PinnedFolder.descriptorPath(descriptor), UNIX))
                : of(file);
    }

    boolean isRegularFile() {
        return attributes.get("mode") instanceof Integer mode
                ? (mode & FORMAT_BITS) == REGULAR_FILE
                : Boolean.TRUE.equals(attributes.get("isRegularFile"));
    }

    /** Returns the size in bytes. */
    long size() {
        return (Long) Objects.requireNonNull(attributes.get("size"));
    }

    boolean isUnix() {
        return attributes.containsKey("ino");
    }

    /** Returns the inode in hexadecimal digits; "0" where files have none. */
    String inode() {
        return attributes.get("ino") instanceof Long inode ? Long.toHexString(inode) : "0";
    }

    /** Returns whether both are the same file with the same content, as far as the attributes tell. */
    boolean isSameContent(FileState other) {
        return inode().equals(other.inode())
                && Objects.equals(attributes.get("size"), other.attributes.get("size"))
                && Objects.equals(attributes.get("lastModifiedTime"), other.attributes.get("lastModifiedTime"));
    }

    /** Returns how long ago the content was written, by the clock of this machine. */
    long millisSinceWrite() {
        var written = (FileTime) Objects.requireNonNull(attributes.get("lastModifiedTime"));
        return System.currentTimeMillis() - written.toMillis();
    }

    /** Returns how long ago the file got its name, by the clock of this machine. */
    long nanosSinceSwap() {
        return attributes.get("ctime") instanceof FileTime renamed
                ? TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis() - renamed.toMillis())
                : 0;
    }

    /** Returns a sentence on why the file must not be replaced; empty if it can be. */
    Optional<String> readOnlyReason(Path file) {
        if (attributes.get("nlink") instanceof Integer links && links > 1) {
            return Optional.of("The document is read-only because its file has several hard links: "
                    + "replacing it would separate them. Ask the user to make it a single file.");
        }
        return Files.isWritable(file)
                ? Optional.empty()
                : Optional.of("The document's file is read-only. Ask the user to make it writable.");
    }
}
