package dev.mooring.run;

import org.jspecify.annotations.Nullable;

/**
 * Work on a thread that others may interrupt. An interrupt that comes before the work begins reaches it when it begins; one
 * that comes after its end reaches nobody, in particular not what the thread does next.
 */
class Interruptible {
    private @Nullable Thread thread;
    private int interrupts;
    private boolean over;

    /** The current thread begins the work. */
    final synchronized void begin() {
        thread = Thread.currentThread();
        if (interrupts > 0) {
            thread.interrupt();
        }
    }

    final synchronized void interrupt() {
        if (over) {
            return;
        }
        interrupts++;
        if (thread != null) {
            thread.interrupt();
        }
    }

    /**
     * The current thread is done with the work. Clears its interrupt flag.
     *
     * @return whether the flag was set by somebody else, who should not be deprived of it
     */
    final synchronized boolean end() {
        over = true;
        boolean flag = Thread.interrupted();
        return flag && interrupts == 0;
    }

    final synchronized int interrupts() {
        return interrupts;
    }

    final synchronized boolean isOnThisThread() {
        return Thread.currentThread().equals(thread);
    }

    /** A throwable that shows where the work is stuck, for the log. */
    final synchronized Throwable whereabouts() {
        var where = new Throwable(thread == null ? "not begun" : "now in thread " + thread.getName());
        where.setStackTrace(thread == null ? new StackTraceElement[0] : thread.getStackTrace());
        return where;
    }
}
