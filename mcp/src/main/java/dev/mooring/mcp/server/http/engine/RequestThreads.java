package dev.mooring.mcp.server.http.engine;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * The threads of the web server. A few requests run on the platform thread that selected them, while a follower becomes
 * the selector thread (leader/follower). Every further request runs on a new virtual thread, so that no request waits for
 * a thread.
 *
 * <p>A virtual thread for every request would cost a thread switch before the request starts, and two more each time it
 * waits for another server: about an eighth of the duration of a short call on an idle machine.
 */
final class RequestThreads extends QueuedThreadPool {
    private static final int MIN_THREADS = 4;
    private static final int MAX_THREADS = 16;

    /** The number of threads that may serve requests or select. The other threads do the web server's own tasks. */
    static final int MAX_SERVING = Math.min(Runtime.getRuntime().availableProcessors(), MAX_THREADS / 2) + 1;

    /** One permit per follower. The first selector thread has none. */
    private final Semaphore followers = new Semaphore(MAX_SERVING);

    RequestThreads() {
        super(MAX_THREADS, MIN_THREADS, new LinkedBlockingQueue<>()); // the default queue starts JMX
        setName("mcp-http");
        setDaemon(true);
        setVirtualThreadsExecutor(VirtualThreads.getNamedVirtualThreadsExecutor("mcp-http-"));
        setReservedThreads(MAX_SERVING);
    }

    /**
     * Becomes the selector thread (leader/follower), so that the current one can serve a request. Returns false if too
     * many threads serve requests already; Jetty then starts a virtual thread for the request.
     */
    @Override
    public boolean tryExecute(Runnable select) {
        if (!followers.tryAcquire()) {
            return false;
        }
        boolean accepted = super.tryExecute(() -> {
            try {
                select.run();
            } finally {
                followers.release();
            }
        });
        if (!accepted) {
            followers.release();
        }
        return accepted;
    }
}
