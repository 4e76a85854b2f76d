package dev.mooring.mcp.client.stdio;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A process with its descendants. They are recorded before each step of the termination, because a process loses its
 * children when it exits: a launcher such as {@code npx} may exit while the server that it started keeps running.
 */
final class ProcessTree {
    private final Process root;
    private final Set<ProcessHandle> known = new LinkedHashSet<>();

    ProcessTree(Process root) {
        this.root = root;
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

    private void recordDescendants() {
        if (root.isAlive()) {
            root.descendants().forEach(known::add);
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
