package dev.mooring.app.state;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;

/** A lock file that one process holds until it ends. Close to release it. */
public final class StateLock implements AutoCloseable {
    private final FileChannel channel;

    private StateLock(FileChannel channel) {
        this.channel = channel;
    }

    /** Takes the lock, or returns empty if another process holds it. Creates the file and its folder if needed. */
    public static Optional<StateLock> take(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder, OwnerOnly.FOLDER);
        }
        FileChannel channel =
                FileChannel.open(file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), OwnerOnly.FILE);
        boolean isTaken = false;
        try {
            isTaken = channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            // This process holds the lock.
        } finally {
            if (!isTaken) {
                channel.close();
            }
        }
        return isTaken ? Optional.of(new StateLock(channel)) : Optional.empty();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
