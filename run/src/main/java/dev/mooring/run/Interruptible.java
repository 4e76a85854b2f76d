package dev.mooring.run;

import org.jspecify.annotations.Nullable;

/**
 * Work that other threads can interrupt. An interrupt before the work begins takes effect when it begins. An interrupt after
 * the work has ended has no effect, so that it cannot hit the next work of the same thread.
 */
class Interruptible {
    private @Nullable Thread thread;
    private int interrupts;
    private boolean ended;

    /** Begins the work on the current thread. */
    final synchronized void begin() {
        thread = Thread.currentThread();
        if (interrupts > 0) {
            thread.interrupt();
        }
    }

    final synchronized void interrupt() {
        if (ended) {
            return;
        }
        interrupts++;
        if (thread != null) {
            thread.interrupt();
        }
    }

    /**
     * Ends the work on the current thread and clears its interrupt flag.
     *
     * @return whether the flag was set by other code, so that the caller must restore it
     */
    final synchronized boolean end() {
        ended = true;
        boolean flag = Thread.interrupted();
        return flag && interrupts == 0;
    }

    final synchronized int interrupts() {
        return interrupts;
    }

    final synchronized boolean isOnThisThread() {
        return Thread.currentThread().equals(thread);
    }

    /** Returns a throwable with the current stack trace of the work, for the log. */
    final synchronized Throwable stackTrace() {
        var stack = new Throwable(thread == null ? "not started" : "stack of thread " + thread.getName());
        stack.setStackTrace(thread == null ? new StackTraceElement[0] : thread.getStackTrace());
        return stack;
    }
}
