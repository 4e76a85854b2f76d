package dev.mooring.vault.files;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.charset.Charset;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * System calls of Linux that the JDK does not offer: file leases, the atomic exchange of two files, and operations on the
 * entries of an open folder. Thread-safe.
 *
 * <p>Before the first lease, SIGIO is ignored: the kernel sends it to the holder of a lease when another process opens the
 * file, and its default action ends the process.
 */
class LinuxFiles {

    private static final Logger LOG = LoggerFactory.getLogger(LinuxFiles.class);

    /** The architectures whose constants are the ones below. */
    private static final Set<String> ARCHITECTURES = Set.of("amd64", "aarch64");

    private static final boolean IS_ARM = System.getProperty("os.arch", "").equals("aarch64");
    private static final int O_CLOEXEC = 0x80000;
    private static final int O_PATH = 0x200000;
    private static final int O_NONBLOCK = 0x800;
    private static final int O_DIRECTORY = IS_ARM ? 0x4000 : 0x10000;
    private static final int O_NOFOLLOW = IS_ARM ? 0x8000 : 0x20000;
    private static final int F_SETLEASE = 1024;
    private static final int F_GETLEASE = 1025;
    private static final int F_RDLCK = 0;
    private static final int AT_FDCWD = -100;
    private static final int AT_SYMLINK_NOFOLLOW = 0x100;
    private static final int AT_EMPTY_PATH = 0x1000;
    private static final int RENAME_NOREPLACE = 1;
    private static final int RENAME_EXCHANGE = 2;
    private static final int SIGIO = 29;
    private static final long SIG_DFL = 0;
    private static final long SIG_IGN = 1;

    /** All fields of the structure statx that {@link FileState} has. */
    private static final int STATX_MASK = 0x7ff;

    /** The structure statx, and the offsets of its fields. */
    private static final int STATX_SIZE = 256;

    private static final int STATX_LINKS = 16;
    private static final int STATX_USER = 20;
    private static final int STATX_GROUP = 24;
    private static final int STATX_MODE = 28;
    private static final int STATX_INODE = 32;
    private static final int STATX_LENGTH = 40;
    private static final int STATX_CHANGED = 96;
    private static final int STATX_MODIFIED = 112;

    private static final String ACCESS_LIST = "system.posix_acl_access";
    private static final int MAX_ATTRIBUTE_SIZE = 1 << 16;

    private static final int EPERM = 1;
    private static final int ENOENT = 2;
    private static final int ENXIO = 6;
    private static final int EAGAIN = 11;
    private static final int EACCES = 13;
    private static final int EEXIST = 17;
    private static final int ENOTDIR = 20;
    private static final int EINVAL = 22;
    private static final int ENOSPC = 28;
    private static final int EROFS = 30;
    private static final int ENAMETOOLONG = 36;
    private static final int ENOSYS = 38;
    private static final int ELOOP = 40;
    private static final int EOPNOTSUPP = 95;

    private static final Charset NAMES = Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));
    private static final StructLayout CALL_STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = CALL_STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

    private static final Optional<LinuxFiles> INSTANCE = load();

    LinuxFiles() {
        ignoreSigio();
    }

    /** Keeps a handler that the program has installed. */
    private static void ignoreSigio() {
        long previous = call(() -> (long) CFunctions.SIGNAL.invokeExact(SIGIO, SIG_IGN));
        if (previous != SIG_DFL && previous != SIG_IGN) {
            call(() -> (long) CFunctions.SIGNAL.invokeExact(SIGIO, previous));
        }
    }

    /** Returns the system calls; empty on other systems, and if the JVM does not allow native access. */
    static Optional<LinuxFiles> instance() {
        return INSTANCE;
    }

    private static Optional<LinuxFiles> load() {
        if (!System.getProperty("os.name", "").equals("Linux")
                || !ARCHITECTURES.contains(System.getProperty("os.arch", ""))) {
            return Optional.empty();
        }
        Module module = LinuxFiles.class.getModule();
        if (!module.isNativeAccessEnabled()) {
            LOG.info(
                    "Without native access, Mooring cannot see that an editor is saving a document, and waits until the "
                            + "file is quiet. Start the JVM with --enable-native-access={}.",
                    module.isNamed() ? module.getName() : "ALL-UNNAMED");
            return Optional.empty();
        }
        try {
            return Optional.of(new LinuxFiles());
        } catch (RuntimeException | LinkageError e) {
            LOG.info("This system has no file leases. Mooring waits until a file is quiet instead.", e);
            return Optional.empty();
        }
    }

    /**
     * Opens a file in an open folder for reading. The caller closes the descriptor with {@link #close}.
     *
     * @throws NoSuchFileException if the file does not exist or is a symbolic link
     */
    int open(int folder, Path name) throws IOException {
        // Without O_NONBLOCK, the call would wait for a writer if the file is a pipe.
        return open(folder, name, O_NOFOLLOW | O_NONBLOCK);
    }

    /** Opens a folder as a starting point. The caller closes the descriptor with {@link #close}. */
    int openFolder(Path folder) throws IOException {
        return open(AT_FDCWD, folder.toAbsolutePath(), O_PATH | O_DIRECTORY);
    }

    /**
     * Opens a folder in an open folder. The caller closes the descriptor with {@link #close}.
     *
     * @throws NoSuchFileException if the name is not a folder, or is a symbolic link
     */
    int openFolder(int parent, Path name) throws IOException {
        return open(parent, name, O_PATH | O_DIRECTORY | O_NOFOLLOW);
    }

    private int open(int parent, Path path, int flags) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(CALL_STATE);
            MemorySegment name = name(arena, path);
            int descriptor = call(() -> (int) CFunctions.OPENAT.invokeExact(state, parent, name, flags | O_CLOEXEC));
            if (descriptor < 0) {
                int error = errno(state);
                // A symbolic link or a socket where Mooring found a file or a folder: another program has replaced it.
                boolean isReplaced = error == ELOOP || error == ENOTDIR || error == ENXIO;
                throw failure(isReplaced ? ENOENT : error, path);
            }
            return descriptor;
        }
    }

    /** Closes a descriptor, and so releases its lease. */
    void close(int descriptor) {
        call(() -> (int) CFunctions.CLOSE.invokeExact(descriptor));
    }

    /**
     * Reads a file in an open folder.
     *
     * @throws NoSuchFileException if the file does not exist or is not a regular file
     * @throws FileContent.TooLarge if the file is larger than a document can be
     */
    ReadFile read(int folder, Path name) throws IOException {
        int descriptor = open(folder, name);
        try {
            FileState state = stateOfOpen(descriptor, name);
            if (!state.isRegularFile()) {
                throw new NoSuchFileException(name.toString());
            }
            if (state.size() > FileContent.MAX_BYTES) {
                throw new FileContent.TooLarge();
            }
            return new ReadFile(
                    read(descriptor, state.size(), FileContent.MAX_BYTES),
                    TimeUnit.NANOSECONDS.toMillis(state.modifiedNanos()));
        } finally {
            close(descriptor);
        }
    }

    /**
     * Returns the attributes of an open file.
     *
     * @param file its path, for messages
     */
    FileState stateOfOpen(int descriptor, Path file) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            return state(arena, descriptor, arena.allocate(1), AT_EMPTY_PATH, file);
        }
    }

    /** Returns the attributes of a file in an open folder. Does not follow a symbolic link. */
    FileState state(int folder, Path name) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            return state(arena, folder, name(arena, name), AT_SYMLINK_NOFOLLOW, name);
        }
    }

    private static FileState state(Arena arena, int parent, MemorySegment name, int flags, Path file)
            throws IOException {
        MemorySegment state = arena.allocate(CALL_STATE);
        MemorySegment status = arena.allocate(STATX_SIZE, Long.BYTES);
        int result = call(() -> (int) CFunctions.STATX.invokeExact(state, parent, name, flags, STATX_MASK, status));
        if (result != 0) {
            throw failure(errno(state), file);
        }
        return FileState.of(
                status.get(ValueLayout.JAVA_LONG, STATX_LENGTH),
                nanos(status, STATX_MODIFIED),
                new FileState.Unix(
                        status.get(ValueLayout.JAVA_LONG, STATX_INODE),
                        status.get(ValueLayout.JAVA_INT, STATX_LINKS),
                        status.get(ValueLayout.JAVA_INT, STATX_USER),
                        status.get(ValueLayout.JAVA_INT, STATX_GROUP),
                        Short.toUnsignedInt(status.get(ValueLayout.JAVA_SHORT, STATX_MODE)),
                        nanos(status, STATX_CHANGED)));
    }

    /** Returns a time of the structure statx: seconds, and the nanoseconds in addition. */
    private static long nanos(MemorySegment status, int offset) {
        return TimeUnit.SECONDS.toNanos(status.get(ValueLayout.JAVA_LONG, offset))
                + status.get(ValueLayout.JAVA_INT, offset + Long.BYTES);
    }

    /**
     * Reads an open file from its beginning.
     *
     * @param expected how many bytes the file has, as far as the caller knows
     * @throws FileContent.TooLarge if the file is larger than the limit
     */
    byte[] read(int descriptor, long expected, long limit) throws IOException {
        // One byte more, so that the last call finds the end of the file.
        for (long size = Math.min(expected, limit) + 1; ; size = Math.min(2 * size, limit + 1)) {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment state = arena.allocate(CALL_STATE);
                MemorySegment content = arena.allocate(size);
                long end = read(descriptor, content, state);
                if (end < size) {
                    return content.asSlice(0, end).toArray(ValueLayout.JAVA_BYTE);
                }
            }
            if (size > limit) {
                throw new FileContent.TooLarge();
            }
        }
    }

    /** Returns how many bytes are read: as many as fit, or up to the end of the file. */
    private long read(int descriptor, MemorySegment content, MemorySegment state) throws IOException {
        long at = 0;
        while (at < content.byteSize()) {
            long from = at;
            MemorySegment rest = content.asSlice(from);
            long count =
                    call(() -> (long) CFunctions.PREAD.invokeExact(state, descriptor, rest, rest.byteSize(), from));
            if (count < 0) {
                throw new IOException(reason(errno(state)));
            }
            if (count == 0) {
                break;
            }
            at += count;
        }
        return at;
    }

    /** Returns whether an open file may have extended attributes. */
    boolean mayHaveAttributes(int descriptor) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(CALL_STATE);
            return call(() -> (long) CFunctions.FLISTXATTR.invokeExact(state, descriptor, MemorySegment.NULL, 0L)) != 0;
        }
    }

    /** Returns the access control list of an open file, as the kernel encodes it; empty if the file has none. */
    Optional<byte[]> accessList(int descriptor) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment name = arena.allocateFrom(ACCESS_LIST);
            MemorySegment value = arena.allocate(MAX_ATTRIBUTE_SIZE);
            long size = call(() -> (long) CFunctions.FGETXATTR.invokeExact(descriptor, name, value, value.byteSize()));
            return size > 0 ? Optional.of(value.asSlice(0, size).toArray(ValueLayout.JAVA_BYTE)) : Optional.empty();
        }
    }

    /** Sets the access control list of a file. Returns false, and changes nothing, if that is impossible. */
    boolean setAccessList(Path file, byte[] list) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment path = name(arena, file.toAbsolutePath());
            MemorySegment name = arena.allocateFrom(ACCESS_LIST);
            MemorySegment value = arena.allocateFrom(ValueLayout.JAVA_BYTE, list);
            return call(() -> (int) CFunctions.LSETXATTR.invokeExact(path, name, value, value.byteSize(), 0)) == 0;
        }
    }

    /** The result of taking a lease. */
    enum Taken {
        GRANTED,
        /** A process has the file open for writing, or waits in an open call for the end of another lease. */
        WRITER,
        /** The file system has no leases, or the file belongs to another user. */
        UNSUPPORTED
    }

    /** Takes a read lease, or checks a lease that the descriptor has. */
    Taken takeLease(int descriptor) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(CALL_STATE);
            if (call(() -> (int) CFunctions.FCNTL.invokeExact(state, descriptor, F_SETLEASE, F_RDLCK)) == 0) {
                return Taken.GRANTED;
            }
            return errno(state) == EAGAIN ? Taken.WRITER : Taken.UNSUPPORTED;
        }
    }

    /** Returns whether the descriptor still has a lease that no other process waits to break. */
    boolean hasLease(int descriptor) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(CALL_STATE);
            return call(() -> (int) CFunctions.FCNTL.invokeExact(state, descriptor, F_GETLEASE, 0)) == F_RDLCK;
        }
    }

    /**
     * Deletes a file in an open folder.
     *
     * @throws NoSuchFileException if the file does not exist
     */
    void delete(int folder, Path name) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(CALL_STATE);
            MemorySegment file = name(arena, name);
            if (call(() -> (int) CFunctions.UNLINKAT.invokeExact(state, folder, file, 0)) != 0) {
                throw failure(errno(state), name);
            }
        }
    }

    /** Exchanges two files of an open folder atomically. Returns false, and changes nothing, if the file system cannot. */
    boolean exchange(int folder, Path one, Path other) throws IOException {
        return rename(folder, one, folder, other, RENAME_EXCHANGE);
    }

    /**
     * Moves a file from one open folder to another. Returns false, and changes nothing, if the file system cannot.
     *
     * @throws FileAlreadyExistsException if the target exists
     */
    boolean moveToNew(int folder, Path from, int targetFolder, Path to) throws IOException {
        return rename(folder, from, targetFolder, to, RENAME_NOREPLACE);
    }

    private boolean rename(int folder, Path from, int targetFolder, Path to, int flags) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(CALL_STATE);
            MemorySegment source = name(arena, from);
            MemorySegment target = name(arena, to);
            if (call(() -> (int) CFunctions.RENAMEAT2.invokeExact(state, folder, source, targetFolder, target, flags))
                    == 0) {
                return true;
            }
            int error = errno(state);
            if (error == EINVAL || error == ENOSYS || error == EOPNOTSUPP) {
                return false;
            }
            throw failure(error, to);
        }
    }

    private static MemorySegment name(Arena arena, Path file) {
        return arena.allocateFrom(file.toString(), NAMES);
    }

    private static int errno(MemorySegment state) {
        return (int) ERRNO.get(state, 0L);
    }

    private static IOException failure(int error, Path file) {
        return switch (error) {
            case ENOENT -> new NoSuchFileException(file.toString());
            case EEXIST -> new FileAlreadyExistsException(file.toString());
            case EACCES, EPERM -> new AccessDeniedException(file.toString());
            default -> new FileSystemException(file.toString(), null, reason(error));
        };
    }

    /** Returns the message for an error number, as {@link FileProblem} knows it from exceptions of the JDK. */
    private static String reason(int error) {
        return switch (error) {
            case ENOTDIR -> "Not a directory";
            case ENOSPC -> "No space left on device";
            case EROFS -> "Read-only file system";
            case ENAMETOOLONG -> "File name too long";
            default -> "System error " + error;
        };
    }

    private interface NativeCall<T> {
        T run() throws Throwable;
    }

    private static <T> T call(NativeCall<T> nativeCall) {
        try {
            return nativeCall.run();
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
