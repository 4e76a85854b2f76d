package dev.mooring.vault.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes new files. A file that replaces another one gets its owner, permissions, access control list and user attributes.
 */
final class NewFile {

    private static final Logger LOG = LoggerFactory.getLogger(NewFile.class);
    private static final int GROUP_BITS = 0070;
    private static final int PERMISSION_BITS = 0777;

    private static final AtomicBoolean ownerReported = new AtomicBoolean();

    private NewFile() {}

    /** Writes a new file and forces it to disk. */
    static void write(FolderEntry file, byte[] content) throws IOException {
        try (FileChannel out = open(file)) {
            write(out, content);
        }
    }

    /**
     * Writes a new file that has the attributes of a template, and forces it to disk.
     *
     * @param lease the lease on the template
     * @param state the attributes of the template
     */
    static void writeLike(FolderEntry template, FileLease lease, FileState state, FolderEntry file, byte[] content)
            throws IOException {
        try (FileChannel out = open(file)) {
            boolean mayHaveAttributes = lease.mayHaveAttributes();
            if (state.unix().isPresent()) {
                Optional<byte[]> accessList = mayHaveAttributes ? lease.accessList() : Optional.empty();
                copyOwnership(state.unix().get(), accessList, template, file);
            }
            if (mayHaveAttributes) {
                copyUserAttributes(template.path(), file.path());
            }
            write(out, content);
        }
    }

    /** Writes a new file that has the attributes of a template, and forces it to disk. */
    static void writeLike(FolderEntry template, FolderEntry file, byte[] content) throws IOException {
        try (FileLease lease = FileLease.tryTake(template)) {
            writeLike(template, lease, lease.state(), file, content);
        }
    }

    private static FileChannel open(FolderEntry file) throws IOException {
        return FileChannel.open(file.path(), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    private static void write(FileChannel out, byte[] content) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(content);
        while (buffer.hasRemaining()) {
            out.write(buffer);
        }
        out.force(true);
    }

    /** Copies ids of user and group, not their names: looking up the names takes as long as the write. */
    private static void copyOwnership(
            FileState.Unix from, Optional<byte[]> accessList, FolderEntry template, FolderEntry file)
            throws IOException {
        FileState.Unix target = file.state().unix().orElseThrow();
        Path to = file.path();
        boolean keptUser = target.user() == from.user() || trySet(to, "unix:uid", from.user());
        boolean keptGroup = target.group() == from.group() || trySet(to, "unix:gid", from.group());
        int mode = from.mode();
        if (!keptUser || !keptGroup) {
            if (!ownerReported.getAndSet(true)) {
                LOG.warn(
                        "Cannot keep the owner of {}: this process may not give files to another user or group. The "
                                + "document belongs to this process's user now. Later cases are not reported.",
                        template.name());
            }
            // Another group must not gain access, and the file must not run with another user's rights.
            mode &= PERMISSION_BITS;
            if (!keptGroup) {
                mode &= ~GROUP_BITS | (mode << 3);
            }
        }
        boolean keptAccessList = accessList.isEmpty()
                || (keptGroup
                        && file.folder()
                                .linux()
                                .filter(linux -> linux.setAccessList(to, accessList.get()))
                                .isPresent());
        if (!keptAccessList) {
            // The group bits are the mask of the list. Without the list they would be the rights of the group.
            mode &= ~GROUP_BITS;
        }
        // The mode comes last, because a change of owner clears some permissions.
        if (mode != target.mode() || !keptUser) {
            Files.setAttribute(to, "unix:mode", mode, LinkOption.NOFOLLOW_LINKS);
        }
    }

    /** Returns false if this process may not set the attribute. */
    private static boolean trySet(Path file, String attribute, int value) throws IOException {
        try {
            Files.setAttribute(file, attribute, value, LinkOption.NOFOLLOW_LINKS);
            return true;
        } catch (FileSystemException e) {
            return false;
        }
    }

    private static void copyUserAttributes(Path from, Path to) throws IOException {
        var source = Files.getFileAttributeView(from, UserDefinedFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        var target = Files.getFileAttributeView(to, UserDefinedFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (source == null || target == null) {
            return;
        }
        for (String name : source.list()) {
            ByteBuffer value = ByteBuffer.allocate(source.size(name));
            source.read(name, value);
            target.write(name, value.flip());
        }
    }
}
