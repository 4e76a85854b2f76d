package dev.mooring.vault.files;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Closes the last descriptors of deleted files a moment later, on a thread of its own. The kernel frees the blocks of a
 * deleted file when its last descriptor is closed. That takes a tenth of the time of a change, and no caller needs to wait
 * for it. Thread-safe.
 */
final class DeferredClose implements AutoCloseable {

    private static final long DELAY_MILLIS = 20;
    private static final int MAX_WAITING = 64;

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("vault-closing").factory());

    /** Guards the fields below. */
    private final Object lock = new Object();

    private List<FileLease> waiting = new ArrayList<>();
    private boolean closed;

    /** Closes a lease on a deleted file: later, or now if too many wait. */
    void close(FileLease lease) {
        synchronized (lock) {
            if (!closed && waiting.size() < MAX_WAITING) {
                waiting.add(lease);
                if (waiting.size() == 1) {
                    var _ = timer.schedule(this::closeWaiting, DELAY_MILLIS, TimeUnit.MILLISECONDS);
                }
                return;
            }
        }
        lease.close();
    }

    private void closeWaiting() {
        List<FileLease> all;
        synchronized (lock) {
            all = waiting;
            waiting = new ArrayList<>();
        }
        all.forEach(FileLease::close);
    }

    /** Closes the waiting leases, and returns when all leases are closed. Later leases are closed at once. */
    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
        }
        timer.shutdownNow();
        timer.close();
        closeWaiting();
    }
}
