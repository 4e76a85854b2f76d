package dev.mooring.run;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The end hooks of one scope. They run last registered first; each is removed before it runs, so that it runs once. */
final class EndHooks {
    private static final Logger log = LoggerFactory.getLogger(EndHook.class);
    private static final Duration WARN_INTERVAL = Duration.ofSeconds(30);

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

    private synchronized @Nullable Entry takeLast() {
        return entries.isEmpty() ? null : entries.removeLast();
    }

    private synchronized boolean isEmpty() {
        return entries.isEmpty();
    }

    /** Runs the hooks on a new thread, which other threads cannot interrupt, and waits for it. */
    void runAll(RunScope scope, UninterruptibleWait wait) {
        if (isEmpty()) {
            return;
        }
        ThreadBinding binding = ThreadBinding.notBegun(scope);
        Runnable inScope =
                () -> ScopedValue.where(ThreadBinding.CURRENT, binding).run(() -> runInOrder(scope));
        Thread thread = Thread.ofVirtual().name(scope.id() + " end").start(LogContext.withCurrentContext(inScope));
        while (!wait.join(thread, WARN_INTERVAL)) {
            log.warn("{}: the end hooks are still running", scope.id());
        }
    }

    private void runInOrder(RunScope scope) {
        for (Entry entry = takeLast(); entry != null; entry = takeLast()) {
            try {
                entry.hook.run();
            } catch (Throwable thrown) {
                log.warn("{}: the end hook '{}' failed", scope.id(), entry.name, thrown);
            }
            // An interrupt flag that a hook leaves behind must not fail the next hook.
            Thread.interrupted();
        }
    }
}
