package dev.mooring.vault.files;

import dev.mooring.vault.files.LinuxFiles.Taken;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * An attempt to take a read lease on a file. While the lease is held, an open call for writing waits in every other
 * process, for up to 45 seconds. Closing the lease lets it continue.
 */
final class Lease implements AutoCloseable {

    private static final int NONE = -1;

    private final Optional<LinuxFiles> linux;
    private final int descriptor;
    private final Taken taken;

    private Lease(Optional<LinuxFiles> linux, int descriptor, Taken taken) {
        this.linux = linux;
        this.descriptor = descriptor;
        this.taken = taken;
    }

    /** Tries to take a lease. */
    static Lease tryTake(Optional<LinuxFiles> linux, Path file) throws IOException {
        if (linux.isEmpty()) {
            return new Lease(linux, NONE, Taken.UNSUPPORTED);
        }
        int descriptor = linux.get().open(file);
        return new Lease(linux, descriptor, linux.get().takeLease(descriptor));
    }

    /** Returns whether the lease was granted when it was taken. */
    Taken taken() {
        return taken;
    }

    /**
     * Returns whether no process has opened the file for writing since the lease was granted, and none is about to. The
     * second condition needs the new attempt: the kernel counts a writer before it breaks the lease.
     */
    boolean isUnbroken() throws IOException {
        return taken == Taken.GRANTED
                && linux.isPresent()
                && linux.get().hasLease(descriptor)
                && linux.get().takeLease(descriptor) == Taken.GRANTED;
    }

    @Override
    public void close() {
        if (descriptor != NONE) {
            linux.ifPresent(calls -> calls.close(descriptor));
        }
    }
}
