package dev.mooring.auth.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.FileLockInterruptionException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A store in the files of a folder, which only the owner can read. Writes are atomic. Locks exclude other threads and other
 * processes.
 */
final class FolderTextStore implements TextStore {
    private static final String SUFFIX = ".json";

    /** A second lock of the same file in one process throws an exception, so threads exclude each other first. */
    private static final Map<Path, ReentrantLock> LOCKS = new ConcurrentHashMap<>();

    private final Path folder;

    FolderTextStore(Path folder) {
        this.folder = folder.toAbsolutePath().normalize();
    }

    @Override
    public List<String> names() throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(SUFFIX))
                    .map(name -> name.substring(0, name.length() - SUFFIX.length()))
                    .sorted()
                    .toList();
        }
    }

    @Override
    public @Nullable String read(String name) throws IOException {
        try {
            return Files.readString(file(name));
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    @Override
    public void write(String name, String text) throws IOException {
        createFolder();
        Path fresh = Files.createTempFile(folder, name, ".tmp", permissions("rw-------"));
        try {
            Files.writeString(fresh, text);
            try (FileChannel channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
                // A rotated refresh token that is lost in a crash ends the sign-in.
                channel.force(true);
            }
            Files.move(fresh, file(name), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    @Override
    public void delete(String name) throws IOException {
        Files.deleteIfExists(file(name));
    }

    @Override
    public Lock lock(String name) throws IOException, InterruptedException {
        createFolder();
        Path file = folder.resolve(name + ".lock");
        ReentrantLock threads = LOCKS.computeIfAbsent(file, _ -> new ReentrantLock());
        threads.lockInterruptibly();
        FileChannel channel = null;
        try {
            channel = FileChannel.open(
                    file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), permissions("rw-------"));
            FileLock processes = channel.lock();
            FileChannel opened = channel;
            return () -> {
                try (opened) {
                    processes.release();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                } finally {
                    threads.unlock();
                }
            };
        } catch (IOException | RuntimeException e) {
            if (channel != null) {
                channel.close();
            }
            threads.unlock();
            if (e instanceof FileLockInterruptionException || Thread.interrupted()) {
                throw new InterruptedException();
            }
            throw e;
        }
    }

    private Path file(String name) {
        return folder.resolve(name + SUFFIX);
    }

    private void createFolder() throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder, permissions("rwx------"));
        }
    }

    private FileAttribute<?>[] permissions(String mode) throws IOException {
        Path existing = folder;
        while (existing != null && !Files.exists(existing)) {
            existing = existing.getParent();
        }
        FileStore store = Files.getFileStore(existing == null ? Path.of("/") : existing);
        return store.supportsFileAttributeView("posix")
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode))}
                : new FileAttribute<?>[0];
    }
}
