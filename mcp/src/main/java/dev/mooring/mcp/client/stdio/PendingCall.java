package dev.mooring.mcp.client.stdio;

import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.transport.Call;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A call whose caller waits for the reply. The reader thread delivers; listeners run on the caller's thread. */
final class PendingCall {
    private static final int MAX_QUEUED_PROGRESS = 256;

    private final Call call;
    private final PipeWriter.Line line;
    private final Thread waiter = Thread.currentThread();
    private final ConcurrentLinkedQueue<ObjectNode> progress = new ConcurrentLinkedQueue<>();
    private final AtomicInteger queuedProgress = new AtomicInteger();
    private volatile @Nullable Reply reply;

    /** Creates a call for which the current thread waits. */
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

    /** Delivers the reply. Called on the reader thread. */
    void complete(Reply newReply) {
        reply = newReply;
        LockSupport.unpark(waiter);
    }

    /** Lets the caller check the deadline. Called on the timer's thread. */
    void wake() {
        LockSupport.unpark(waiter);
    }

    /** Extends the deadline and queues the progress for the listener. Called on the reader thread. */
    void onProgress(ObjectNode params) {
        call.deadline().extend();
        if (call.progress() != null && queuedProgress.incrementAndGet() <= MAX_QUEUED_PROGRESS) {
            progress.add(params);
            LockSupport.unpark(waiter);
        }
    }

    /** Waits for the reply and passes progress to the listener. Returns null if the deadline passes first. */
    @Nullable
    Reply await() throws InterruptedException {
        while (true) {
            deliverProgress();
            Reply received = reply;
            if (received != null) {
                deliverProgress();
                return received;
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

    private void deliverProgress() {
        if (call.progress() == null) {
            return;
        }
        ObjectNode params;
        while ((params = progress.poll()) != null) {
            queuedProgress.decrementAndGet();
            call.progress().accept(params);
        }
    }
}
