package dev.mooring.mcp.server.engine;

import org.jspecify.annotations.Nullable;

/**
 * A call in flight and the thread that runs it. Cancellation interrupts that thread only while it works on this call, so
 * that the interrupt never reaches the thread's next task. Thread-safe.
 */
public final class RunningCall {
    private @Nullable Thread worker;
    private boolean finished;
    private volatile boolean cancelled;
    private boolean stopRequested;
    private @Nullable Runnable onStop;

    /** Marks the calling thread as the one that runs the call. */
    public synchronized void begin() {
        worker = Thread.currentThread();
        if (cancelled) {
            worker.interrupt();
        }
    }

    /** Marks the call as finished and clears a pending cancellation. Runs on the thread that called {@link #begin}. */
    public synchronized void finish() {
        finished = true;
        worker = null;
        if (cancelled) {
            // The interrupt belongs to the call that has just ended.
            Thread.interrupted();
        }
    }

    /** Cancels the call and interrupts its thread. Does nothing if the call has finished. */
    public synchronized void cancel() {
        if (!finished && !cancelled) {
            cancelled = true;
            if (worker != null) {
                worker.interrupt();
            }
        }
    }

    /** Ends a call that runs until it is stopped, such as a listening stream. Other calls continue. */
    public synchronized void requestStop() {
        stopRequested = true;
        if (onStop != null) {
            onStop.run();
        }
    }

    /** Sets the action of {@link #requestStop}. Runs it at once if the stop was already requested. */
    synchronized void onStopRequest(Runnable action) {
        onStop = action;
        if (stopRequested) {
            action.run();
        }
    }

    /** Returns whether the call was cancelled before it finished. */
    public boolean isCancelled() {
        return cancelled;
    }
}
