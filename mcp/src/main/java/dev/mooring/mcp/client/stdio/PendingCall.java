package dev.mooring.mcp.client.stdio;

import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.Call;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A caller that waits for its answer. The reader thread delivers; everything else happens on the caller's thread. */
final class PendingCall {
    private static final int MAX_UNHEARD_PROGRESS = 256;

    private final Call call;
    private final PipeWriter.Line line;
    private final Thread waiter = Thread.currentThread();
    private final ConcurrentLinkedQueue<ObjectNode> progress = new ConcurrentLinkedQueue<>();
    private final AtomicInteger unheard = new AtomicInteger();
    private volatile @Nullable Reply reply;

    PendingCall(Call call) {
        this.call = call;
        this.line = new PipeWriter.Line(call.toRequest().toBytes());
    }

    Call call() {
        return call;
    }

    PipeWriter.Line line() {
        return line;
    }

    /** By the reader: the answer is here. */
    void complete(Reply answer) {
        reply = answer;
        LockSupport.unpark(waiter);
    }

    /** By the watch over deadlines: there is nothing to wait for any more. */
    void wake() {
        LockSupport.unpark(waiter);
    }

    /** By the reader: the call has made progress, which extends its time. */
    void progressed(ObjectNode params) {
        call.deadline().extend();
        if (call.progress() != null && unheard.incrementAndGet() <= MAX_UNHEARD_PROGRESS) {
            progress.add(params);
            LockSupport.unpark(waiter);
        }
    }

    /** By the caller: waits, telling of progress meanwhile; null when {@link #wake} finds the deadline passed. */
    @Nullable
    Reply await() throws InterruptedException {
        while (true) {
            tellProgress();
            Reply answer = reply;
            if (answer != null) {
                tellProgress();
                return answer;
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            if (call.deadline().hasPassed()) {
                return null;
            }
            LockSupport.park(this);
        }
    }

    private void tellProgress() {
        if (call.progress() == null) {
            return;
        }
        ObjectNode params;
        while ((params = progress.poll()) != null) {
            unheard.decrementAndGet();
            call.progress().onProgress(params);
        }
    }
}
