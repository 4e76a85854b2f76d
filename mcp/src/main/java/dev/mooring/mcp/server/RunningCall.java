package dev.mooring.mcp.server;

import org.jspecify.annotations.Nullable;

/**
 * A request that is being answered, and the thread that does it. Cancelling interrupts that thread, but only while it
 * works on this call: the interrupt never reaches what the thread does next.
 */
public final class RunningCall {
    private @Nullable Thread worker;
    private boolean finished;
    private volatile boolean cancelled;
    private boolean windingDown;
    private @Nullable Runnable ending;

    /** To be called by the thread that will do the work, before it does. */
    public synchronized void begin() {
        worker = Thread.currentThread();
        if (cancelled) {
            worker.interrupt();
        }
    }

    /** To be called by the thread that did the work, whatever came of it. */
    public synchronized void finish() {
        finished = true;
        worker = null;
        if (cancelled) {
            // The interrupt was meant for the call that has just ended.
            Thread.interrupted();
        }
    }

    public synchronized void cancel() {
        if (!finished && !cancelled) {
            cancelled = true;
            if (worker != null) {
                worker.interrupt();
            }
        }
    }

    /** Asks a call that would go on for ever to come to its end; others are left to finish. */
    public synchronized void windDown() {
        windingDown = true;
        if (ending != null) {
            ending.run();
        }
    }

    /** How this call comes to its end when asked to. */
    synchronized void onWindDown(Runnable ending) {
        this.ending = ending;
        if (windingDown) {
            ending.run();
        }
    }

    public boolean isCancelled() {
        return cancelled;
    }
}
