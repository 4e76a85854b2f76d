package dev.mooring.mcp.client.stdio;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Ends a process with all its descendants. They are written down before each step, because the death of a parent hides
 * its children: a launcher such as {@code npx} can be gone while the server that it started lives on.
 */
final class ProcessTree {
    private final Process root;
    private final Set<ProcessHandle> known = new LinkedHashSet<>();

    ProcessTree(Process root) {
        this.root = root;
    }

    /** Asks by the end of input, then by SIGTERM, then does not ask. Returns when nothing of the tree is left. */
    void end(Runnable closeInput, Duration grace) {
        boolean interrupted = Thread.interrupted();
        try {
            note();
            closeInput.run();
            if (!hasGone(grace)) {
                note();
                known.forEach(ProcessHandle::destroy);
                root.destroy();
            } else {
                known.stream().filter(ProcessHandle::isAlive).forEach(ProcessHandle::destroy);
            }
            if (!haveAllGone(grace)) {
                note();
                known.forEach(ProcessHandle::destroyForcibly);
                root.destroyForcibly();
                haveAllGone(Duration.ofSeconds(10));
            }
        } catch (InterruptedException e) {
            interrupted = true;
            note();
            known.forEach(ProcessHandle::destroyForcibly);
            root.destroyForcibly();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void note() {
        if (root.isAlive()) {
            root.descendants().forEach(known::add);
        }
        // Children of children that lost their parent since the last look.
        Set.copyOf(known).forEach(handle -> handle.descendants().forEach(known::add));
    }

    private boolean hasGone(Duration time) throws InterruptedException {
        return root.waitFor(time.toNanos(), TimeUnit.NANOSECONDS);
    }

    private boolean haveAllGone(Duration time) throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        if (!root.waitFor(time.toNanos(), TimeUnit.NANOSECONDS)) {
            return false;
        }
        for (ProcessHandle handle : known) {
            if (!handle.isAlive()) {
                continue;
            }
            try {
                handle.onExit().get(Math.max(1, end - System.nanoTime()), TimeUnit.NANOSECONDS);
            } catch (java.util.concurrent.TimeoutException e) {
                return false;
            } catch (java.util.concurrent.ExecutionException e) {
                throw new IllegalStateException("waiting for a process cannot fail", e);
            }
        }
        return true;
    }
}
