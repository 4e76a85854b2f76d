package dev.mooring.mcp.client;

import dev.mooring.mcp.client.stdio.RunningChildren;
import org.apiguardian.api.API;

/**
 * A task that runs when the program stops, while the local servers of clients still work. Use it in place of a shutdown hook
 * that finishes calls or closes clients: the JVM runs all hooks at the same time, and one of them ends local servers.
 *
 * <p>Tasks run at the same time, each on a thread of its own. When all have returned, local servers end.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class ShutdownTask implements AutoCloseable {
    private final Thread thread;

    private ShutdownTask(Thread thread) {
        this.thread = thread;
    }

    /**
     * Registers a task until it is closed.
     *
     * @param name the name of its thread
     * @throws IllegalStateException if the program is stopping
     */
    public static ShutdownTask register(String name, Runnable task) {
        Thread thread = Thread.ofPlatform().name(name).unstarted(task);
        RunningChildren.runBeforeEnd(thread);
        return new ShutdownTask(thread);
    }

    /** Removes the task. Does nothing if the program is stopping. */
    @Override
    public void close() {
        RunningChildren.removeTask(thread);
    }
}
