package dev.mooring.vault.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The locks that all Mooring processes on one folder share, one for each of {@value #STRIPES} groups of documents: within
 * the process a {@link ReentrantLock}, between processes one byte of the file {@code .mooring/lock}.
 *
 * <p>The operating system gives up all of a process's locks on a file when any channel to that file is closed. So a
 * process has one instance for each folder, which the last user closes.
 */
final class LockFile implements AutoCloseable {

    static final String FOLDER = ".mooring";

    private static final int STRIPES = 1_024;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Map<Path, LockFile> OPEN = new HashMap<>();

    private final Path root;
    private final ReentrantLock[] stripes = new ReentrantLock[STRIPES];

    /** Guards {@link #channel}. */
    private final ReentrantLock opening = new ReentrantLock();

    private @Nullable FileChannel channel;
    private int users;

    private LockFile(Path root) {
        this.root = root;
        for (int i = 0; i < STRIPES; i++) {
            stripes[i] = new ReentrantLock();
        }
    }

    /** The locks of a folder, given by its real path. */
    static LockFile of(Path root) {
        synchronized (OPEN) {
            LockFile file = OPEN.computeIfAbsent(root, LockFile::new);
            file.users++;
            return file;
        }
    }

    interface Task<T> {
        T run() throws IOException;
    }

    /** Runs the task while no other thread and no other process holds the same document. */
    <T> T locked(String path, Task<T> task) throws IOException {
        int stripe = Math.floorMod(PathRules.folded(path).hashCode(), STRIPES);
        ReentrantLock inside = stripes[stripe];
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        lock(inside, path);
        try {
            FileLock between = lock(stripe, path, deadline);
            try {
                return task.run();
            } finally {
                between.release();
            }
        } finally {
            inside.unlock();
        }
    }

    private static void lock(ReentrantLock inside, String path) throws IOException {
        try {
            if (!inside.tryLock(PATIENCE.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new DocumentBusy(path);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DocumentBusy(path);
        }
    }

    /** Polls, because an interrupt during a blocking wait would close the channel under everybody else. */
    private FileLock lock(int stripe, String path, long deadline) throws IOException {
        long pause = 100_000;
        while (System.nanoTime() < deadline) {
            FileLock lock = tryLock(stripe);
            if (lock != null) {
                return lock;
            }
            LockSupport.parkNanos(pause);
            pause = Math.min(pause * 2, 20_000_000);
        }
        throw new DocumentBusy(path);
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
                Path folder = Files.createDirectories(root.resolve(FOLDER));
                Path ignore = folder.resolve(".gitignore");
                if (Files.notExists(ignore)) {
                    Files.writeString(ignore, "*\n");
                }
                channel = FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            }
            return channel;
        } finally {
            opening.unlock();
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

    /** Others keep the document locked for longer than anybody should. */
    static final class DocumentBusy extends IOException {
        DocumentBusy(String path) {
            super(path + " is being changed by others; try again");
        }
    }
}
