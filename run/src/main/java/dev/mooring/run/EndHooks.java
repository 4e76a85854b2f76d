package dev.mooring.run;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end hooks of one scope. They run last registered first; each is removed before it runs, so that it runs once.
 *
 * <p>The hooks run on a thread of their own. If a hook misses its deadline, that thread is abandoned, and a new one runs the
 * remaining hooks.
 */
final class EndHooks {
    private static final Logger LOG = LoggerFactory.getLogger(EndHook.class);

    private final SequencedSet<Entry> entries = new LinkedHashSet<>();

    private static final class Entry {
        final String name;
        final EndHook hook;

        Entry(String name, EndHook hook) {
            this.name = name;
            this.hook = hook;
        }
    }

    synchronized Registration add(String name, EndHook hook) {
        var entry = new Entry(name, hook);
        entries.add(entry);
        return () -> remove(entry);
    }

    private synchronized void remove(Entry entry) {
        entries.remove(entry);
    }

    private synchronized boolean isEmpty() {
        return entries.isEmpty();
    }

    /**
     * Runs the hooks on threads that other threads cannot interrupt, and waits until each has returned or missed its deadline.
     */
    void runAll(RunScope scope, UninterruptibleWait wait, Duration timeout) {
        while (!isEmpty()) {
            var worker = new Worker(scope);
            worker.start();
            worker.await(wait, UninterruptibleWait.saturatedNanos(timeout));
        }
    }

    /** One thread that runs hooks until none is left or one of them misses its deadline. */
    private final class Worker {
        private final RunScope scope;
        private final Thread thread;

        // The fields below are guarded by the monitor of the enclosing EndHooks.
        private @Nullable Entry current;
        private long startedAt = System.nanoTime();
        private boolean abandoned;

        Worker(RunScope scope) {
            this.scope = scope;
            ThreadBinding binding = ThreadBinding.notBegun(scope);
            Runnable inScope =
                    () -> ScopedValue.where(ThreadBinding.CURRENT, binding).run(this::runInOrder);
            this.thread =
                    Thread.ofVirtual().name(scope.id() + " end").unstarted(LogContext.withCurrentContext(inScope));
        }

        void start() {
            thread.start();
        }

        private void runInOrder() {
            for (Entry entry = takeLast(); entry != null; entry = takeLast()) {
                try {
                    entry.hook.run();
                } catch (Throwable thrown) {
                    LOG.warn("{}: the end hook '{}' failed", scope.id(), entry.name, thrown);
                }
                // An interrupt flag that a hook leaves behind must not fail the next hook.
                Thread.interrupted();
            }
        }

        private @Nullable Entry takeLast() {
            synchronized (EndHooks.this) {
                current = abandoned || entries.isEmpty() ? null : entries.removeLast();
                startedAt = System.nanoTime();
                return current;
            }
        }

        /** Waits until the thread has run all hooks, or abandons it at the deadline of one of them. */
        void await(UninterruptibleWait wait, long timeoutNanos) {
            long left = timeoutNanos;
            while (left > 0) {
                if (wait.join(thread, Duration.ofNanos(left))) {
                    return;
                }
                left = remaining(timeoutNanos);
            }
        }

        /** Returns the time to the deadline of the current hook. If the deadline has passed, abandons the thread. */
        private long remaining(long timeoutNanos) {
            Entry late;
            long left;
            synchronized (EndHooks.this) {
                left = startedAt + timeoutNanos - System.nanoTime();
                late = left > 0 ? null : current;
                abandoned = left <= 0;
            }
            if (late != null) {
                var stack = new Throwable("stack of thread " + thread.getName());
                stack.setStackTrace(thread.getStackTrace());
                LOG.warn(
                        "{}: the end hook '{}' did not return within {} ms and was abandoned",
                        scope.id(),
                        late.name,
                        timeoutNanos / 1_000_000,
                        stack);
                thread.interrupt();
            }
            return left;
        }
    }
}
