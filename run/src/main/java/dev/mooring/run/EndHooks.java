package dev.mooring.run;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The end hooks of one scope, last registered first, each taken out before it runs so that it runs once. */
final class EndHooks {
    private static final Logger log = LoggerFactory.getLogger(EndHook.class);
    private static final Duration WORTH_A_WORD = Duration.ofSeconds(30);

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

    /** Runs the hooks on a thread of their own, which nobody can interrupt, and waits for it. */
    void runAll(RunScope scope, Calm calm) {
        if (isEmpty()) {
            return;
        }
        Strand strand = Strand.toBegin(scope);
        Runnable inScope = () -> ScopedValue.where(Strand.CURRENT, strand).run(() -> runOneByOne(scope));
        Thread thread = Thread.ofVirtual().name(scope.id() + " end").start(LogContext.carriedTo(inScope));
        while (!calm.join(thread, WORTH_A_WORD)) {
            log.warn("{}: the end hooks are still at work", scope.id());
        }
    }

    private void runOneByOne(RunScope scope) {
        for (Entry entry = takeLast(); entry != null; entry = takeLast()) {
            try {
                entry.hook.run();
            } catch (Throwable thrown) {
                log.warn("{}: the end hook '{}' failed", scope.id(), entry.name, thrown);
            }
            // A hook that left its interrupt flag set must not fail the next one.
            Thread.interrupted();
        }
    }
}
