package dev.mooring.bench.vault;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** The minimum cost of a durable atomic write: write, fsync, rename, and fsync of the folder. */
public final class BareWrite {
    private BareWrite() {}

    /** Writes the content of a file to a temporary file and renames it. Returns the duration in nanoseconds. */
    public static long of(Path file, String name) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
        Path temporary = file.resolveSibling("bare.tmp");
        long started = System.nanoTime();
        try (FileChannel out = FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
            out.force(true);
        }
        Files.move(temporary, file.resolveSibling(name), StandardCopyOption.ATOMIC_MOVE);
        try (FileChannel folder = FileChannel.open(file.resolveSibling("."), StandardOpenOption.READ)) {
            folder.force(true);
        }
        return System.nanoTime() - started;
    }
}
