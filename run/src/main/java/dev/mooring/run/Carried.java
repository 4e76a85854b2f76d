package dev.mooring.run;

import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Tasks that a foreign thread runs on behalf of a scope. The thread is given back as it came: no scope, log context or interrupt sticks. */
final class Carried {
    private Carried() {}

    static <T extends @Nullable Object, X extends Exception> T run(RunScope scope, RunBody<? extends T, X> task)
            throws X {
        Strand strand = Strand.begun(scope);
        scope.life().enter(strand);
        try (var _ = LogContext.enter(scope.run().id())) {
            return ScopedValue.where(Strand.CURRENT, strand).call(task::call);
        } finally {
            boolean interruptedByOthers = strand.end();
            scope.life().leave(strand);
            if (interruptedByOthers || strand.isInterruptedAround()) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Nobody waits for a task given to an executor, so its failure would be lost. */
    static void logFailure(String scopeId, Runnable task) {
        try {
            task.run();
        } catch (Throwable thrown) {
            LoggerFactory.getLogger(AgentRun.class).warn("{}: a task of its executor failed", scopeId, thrown);
            throw thrown;
        }
    }
}
