package dev.mooring.mcp.client.stdio;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A process with its descendants. They are recorded before each step of the termination, because a process loses its
 * children when it exits: a launcher such as {@code npx} may exit while the server that it started keeps running. The
 * descendants of a process that has exited on its own are found by their marker. Thread-safe.
 */
final class ProcessTree {
    private final Process root;
    private final ProcessMarker marker;
    private final Set<ProcessHandle> known = ConcurrentHashMap.newKeySet();

    ProcessTree(Process root, ProcessMarker marker) {
        this.root = root;
        this.marker = marker;
    }

    /** Sends SIGTERM to the descendants of a root that has exited. */
    void terminateOrphans() {
        recordDescendants();
        known.forEach(ProcessHandle::destroy);
    }

    /** Closes the input, then sends SIGTERM, then SIGKILL. Returns when all processes of the tree have exited. */
    void end(Runnable closeInput, Duration grace) {
        boolean interrupted = Thread.interrupted();
        try {
            recordDescendants();
            closeInput.run();
            if (!hasRootExited(grace)) {
                recordDescendants();
                known.forEach(ProcessHandle::destroy);
                root.destroy();
            } else {
                known.stream().filter(ProcessHandle::isAlive).forEach(ProcessHandle::destroy);
            }
            if (!haveAllExited(grace)) {
                recordDescendants();
                known.forEach(ProcessHandle::destroyForcibly);
                root.destroyForcibly();
                haveAllExited(Duration.ofSeconds(10));
            }
        } catch (InterruptedException e) {
            interrupted = true;
            recordDescendants();
            known.forEach(ProcessHandle::destroyForcibly);
            root.destroyForcibly();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    void recordDescendants() {
        if (root.isAlive()) {
            root.descendants().forEach(known::add);
        } else {
            known.addAll(marker.processes());
        }
        // Descendants whose parent has exited since the last call.
        Set.copyOf(known).forEach(handle -> handle.descendants().forEach(known::add));
    }

    private boolean hasRootExited(Duration timeout) throws InterruptedException {
        return root.waitFor(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    private boolean haveAllExited(Duration timeout) throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        if (!root.waitFor(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
            return false;
        }
        for (ProcessHandle handle : known) {
            if (!handle.isAlive()) {
                continue;
            }
            try {
                handle.onExit().get(Math.max(1, end - System.nanoTime()), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                return false;
            } catch (ExecutionException e) {
                throw new IllegalStateException("ProcessHandle.onExit completed exceptionally", e);
            }
        }
        return true;
    }
}
