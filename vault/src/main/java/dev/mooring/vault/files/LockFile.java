package dev.mooring.vault.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The document locks that all Mooring processes on one folder share. Documents are hashed to {@value #STRIPES} stripes. A
 * stripe is a {@link ReentrantLock} within the process, and one byte of the file {@code .mooring/lock} between processes.
 *
 * <p>A call waits while other calls of this process keep releasing the lock. It fails if none releases it within the
 * timeout, or if another process holds it for the timeout.
 *
 * <p>The operating system releases all of a process's locks on a file when any channel to that file is closed. So a
 * process has one instance per folder, with a reference count; the last user closes the channel.
 */
final class LockFile implements AutoCloseable {

    static final String FOLDER = ".mooring";

    private static final String NAME = "lock";
    private static final int STRIPES = 1_024;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Map<Path, LockFile> OPEN = new HashMap<>();

    private final Path root;
    private final Duration timeout;
    private final Stripe[] stripes = new Stripe[STRIPES + 1];

    /** Guards {@link #channel}. */
    private final ReentrantLock opening = new ReentrantLock();

    private @Nullable FileChannel channel;

    /** Guarded by {@link #OPEN}. */
    private int users;

    private static final class Stripe {

        /** Fair, so that a call which waits gets its turn. */
        final ReentrantLock lock = new ReentrantLock(true);

        /** How many calls have held the lock. */
        final AtomicLong finished = new AtomicLong();
    }

    LockFile(Path root, Duration timeout) {
        this.root = root;
        this.timeout = timeout;
        for (int i = 0; i <= STRIPES; i++) {
            stripes[i] = new Stripe();
        }
    }

    /** Returns the locks of a folder. The caller closes them. */
    static LockFile of(Path realRoot) {
        synchronized (OPEN) {
            LockFile file = OPEN.computeIfAbsent(realRoot, root -> new LockFile(root, TIMEOUT));
            file.users++;
            return file;
        }
    }

    /**
     * Runs a task with the lock of a document.
     *
     * @throws DocumentBusy if the lock is not available in time, or the thread is interrupted
     */
    <T> T locked(String path, DocumentFiles.Task<T> task) throws IOException {
        return locked(stripeOf(path), path, task);
    }

    /** Runs a task with the locks of two documents. */
    <T> T locked(String one, String other, DocumentFiles.Task<T> task) throws IOException {
        int first = stripeOf(one);
        int second = stripeOf(other);
        if (first == second) {
            return locked(first, one, task);
        }
        // In ascending order, so that two such tasks do not wait for each other.
        return first < second
                ? locked(first, one, () -> locked(second, other, task))
                : locked(second, other, () -> locked(first, one, task));
    }

    /** Runs a task with the lock for changes of several documents. The task can take the locks of documents. */
    <T> T lockedForMoves(DocumentFiles.Task<T> task) throws IOException {
        return locked(STRIPES, "all moves", task);
    }

    private static int stripeOf(String path) {
        return Math.floorMod(PathRules.folded(path).hashCode(), STRIPES);
    }

    private <T> T locked(int stripe, String path, DocumentFiles.Task<T> task) throws IOException {
        Stripe own = stripes[stripe];
        lock(own, path);
        try {
            FileLock processLock = lock(stripe, path, System.nanoTime() + timeout.toNanos());
            try {
                return task.run();
            } finally {
                processLock.release();
            }
        } finally {
            own.finished.incrementAndGet();
            own.lock.unlock();
        }
    }

    private void lock(Stripe stripe, String path) throws IOException {
        try {
            long seen = stripe.finished.get();
            while (!stripe.lock.tryLock(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
                long finished = stripe.finished.get();
                if (finished == seen) {
                    throw DocumentBusy.locked(
                            "another call has held the lock of " + path + " for " + timeout.toSeconds() + " s");
                }
                seen = finished;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw DocumentBusy.interrupted();
        }
    }

    /** Polls, because an interrupt during a blocking {@code lock()} would close the channel for all threads. */
    private FileLock lock(int stripe, String path, long deadline) throws IOException {
        long pause = 100_000;
        while (System.nanoTime() < deadline) {
            FileLock lock = tryLock(stripe);
            if (lock != null) {
                return lock;
            }
            LockSupport.parkNanos(pause);
            if (Thread.currentThread().isInterrupted()) {
                throw DocumentBusy.interrupted();
            }
            pause = Math.min(pause * 2, 20_000_000);
        }
        throw DocumentBusy.locked(holder(stripe, path));
    }

    /** Describes the process that holds the lock of a stripe, as far as the system tells. */
    private String holder(int stripe, String path) {
        Path file = root.resolve(FOLDER).resolve(NAME);
        String process = LockHolder.of(file, stripe).map(LockHolder::describe).orElse("another process");
        return process + " has held the lock of " + path + " in " + FOLDER + "/" + NAME + " for " + timeout.toSeconds()
                + " s. Stop that process if it hangs";
    }

    private @Nullable FileLock tryLock(int stripe) throws IOException {
        try {
            return channel().tryLock(stripe, 1, false);
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    private FileChannel channel() throws IOException {
        opening.lock();
        try {
            if (channel == null || !channel.isOpen()) {
                try (PinnedFolder folder = folder()) {
                    Path ignore = folder.path().resolve(".gitignore");
                    try {
                        Files.writeString(ignore, "*\n", StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                    } catch (FileAlreadyExistsException e) {
                        // This or another process has created it.
                    }
                    channel = open(folder.path().resolve(NAME));
                }
            }
            return channel;
        } finally {
            opening.unlock();
        }
    }

    /** Opens the folder of the lock file. A symbolic link could make Mooring create files elsewhere, so it is refused. */
    PinnedFolder folder() throws IOException {
        Path folder = root.resolve(FOLDER);
        try {
            Files.createDirectory(folder);
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                throw refused(FOLDER, "is not a folder but a file or a symbolic link");
            }
        }
        return PinnedFolder.open(LinuxFiles.instance(), root, folder);
    }

    private static FileSystemException refused(String name, String reason) {
        return new FileSystemException(name, null, name + " in the vault " + reason + ". Mooring does not write there");
    }

    private static FileChannel open(Path file) throws IOException {
        try {
            return FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        } catch (AccessDeniedException e) {
            throw new FileSystemException(
                    file.toString(), null, "this process may not write the lock file " + FOLDER + "/" + NAME);
        } catch (IOException e) {
            if (Files.isSymbolicLink(file)) {
                throw refused(FOLDER + "/" + NAME, "is a symbolic link");
            }
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        synchronized (OPEN) {
            if (--users > 0) {
                return;
            }
            OPEN.remove(root);
        }
        opening.lock();
        try {
            if (channel != null) {
                channel.close();
            }
        } finally {
            opening.unlock();
        }
    }
}
