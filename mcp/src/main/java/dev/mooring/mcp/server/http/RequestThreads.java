package dev.mooring.mcp.server.http;

import java.util.concurrent.Semaphore;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * The threads of a web server. A request runs on the thread that saw it come, while another takes over the watch, as
 * long as only a few do so; every further one runs on a virtual thread of its own, so that none ever waits for a thread.
 *
 * <p>Handing each request to a virtual thread would wake a second thread before its first line runs, and two more each
 * time it waits for another server. For a short call that is about an eighth of its time on a machine that is not busy.
 */
final class RequestThreads extends QueuedThreadPool {
    private static final int KEPT = 4;
    private static final int MOST = 16;

    /** How many may serve requests or watch for them; the rest of the pool is for what the web server does besides. */
    static final int SERVING = Math.min(Runtime.getRuntime().availableProcessors(), MOST / 2) + 1;

    /** The very first to watch is not counted. */
    private final Semaphore free = new Semaphore(SERVING);

    RequestThreads() {
        super(MOST, KEPT);
        setName("mcp-http");
        setDaemon(true);
        setVirtualThreadsExecutor(VirtualThreads.getNamedVirtualThreadsExecutor("mcp-http-"));
        setReservedThreads(SERVING);
    }

    /** Takes over the watch from a thread that is about to serve a request, if that one may. */
    @Override
    public boolean tryExecute(Runnable watch) {
        if (!free.tryAcquire()) {
            return false;
        }
        boolean taken = super.tryExecute(() -> {
            try {
                watch.run();
            } finally {
                free.release();
            }
        });
        if (!taken) {
            free.release();
        }
        return taken;
    }
}
