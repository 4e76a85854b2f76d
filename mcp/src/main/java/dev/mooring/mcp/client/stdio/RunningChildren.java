package dev.mooring.mcp.client.stdio;

import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The transports whose child process is running. A shutdown hook closes them, so that no child outlives the program. Where
 * the descendants of a child cannot be found after its exit, a timer records them regularly.
 *
 * <p>The JVM runs all shutdown hooks at the same time. A task that needs the children while the program stops is therefore not
 * a hook of its own: this hook runs it first.
 */
public final class RunningChildren {
    private static final Duration RECORDING_INTERVAL = Duration.ofSeconds(2);
    private static final Set<StdioTransport> RUNNING = ConcurrentHashMap.newKeySet();

    /** The threads of the tasks that run before the children end. Guarded by itself. */
    private static final Set<Thread> TASKS = new HashSet<>();

    /** Whether the tasks have started, so that a new one would be missed. Guarded by {@link #TASKS}. */
    private static boolean isStopping;

    /** Whether the children are ending, so that a new one would be missed. */
    private static volatile boolean isEnding;

    static {
        try {
            Runtime.getRuntime().addShutdownHook(new Thread(RunningChildren::stop, "mcp-end-children"));
        } catch (IllegalStateException e) {
            isStopping = true;
            isEnding = true;
        }
        if (!ProcessMarker.isSupported()) {
            Thread.ofPlatform().daemon().name("mcp-descendants").start(RunningChildren::recordDescendants);
        }
    }

    private RunningChildren() {}

    /**
     * Adds a task that runs when the program stops, before the children end.
     *
     * @param task a thread that has not started
     * @throws IllegalStateException if the program is stopping
     */
    public static void runBeforeEnd(Thread task) {
        synchronized (TASKS) {
            if (isStopping) {
                throw new IllegalStateException("The program is stopping");
            }
            TASKS.add(task);
        }
    }

    /** Removes a task. Does nothing if the program is stopping. */
    public static void removeTask(Thread task) {
        synchronized (TASKS) {
            TASKS.remove(task);
        }
    }

    /** @throws IOException if the program is stopping */
    static void requireNotEnding() throws IOException {
        if (isEnding) {
            throw new IOException("this program is stopping and starts no more processes");
        }
    }

    static void add(StdioTransport transport) {
        RUNNING.add(transport);
        if (isEnding) {
            transport.close(); // the hook may have missed it
        }
    }

    static void remove(StdioTransport transport) {
        RUNNING.remove(transport);
    }

    private static void recordDescendants() {
        try {
            while (true) {
                Thread.sleep(RECORDING_INTERVAL);
                RUNNING.forEach(StdioTransport::recordDescendants);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void stop() {
        runAll(takeTasks());
        isEnding = true;
        runAll(RUNNING.stream()
                .map(transport -> Thread.ofPlatform().unstarted(transport::close))
                .toList());
    }

    private static List<Thread> takeTasks() {
        synchronized (TASKS) {
            isStopping = true;
            return List.copyOf(TASKS);
        }
    }

    private static void runAll(List<Thread> tasks) {
        tasks.forEach(Thread::start);
        for (Thread task : tasks) {
            try {
                task.join();
            } catch (InterruptedException e) {
                return;
            }
        }
    }
}
