package dev.mooring.run;

import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Runs tasks of a scope on foreign threads. Afterwards the thread has its previous scope, log context and interrupt flag.
 */
final class ForeignThreadTask {
    private ForeignThreadTask() {}

    static <T extends @Nullable Object, X extends Exception> T run(RunScope scope, RunBody<? extends T, X> task)
            throws X {
        ThreadBinding binding = ThreadBinding.begun(scope);
        scope.life().enter(binding);
        try (var _ = LogContext.enter(scope.run().id())) {
            return ScopedValue.where(ThreadBinding.CURRENT, binding).call(task::call);
        } finally {
            boolean interruptedByOthers = binding.end();
            scope.life().leave(binding);
            if (interruptedByOthers || binding.isOuterInterrupted()) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Logs the failure of a task of an executor, because no caller waits for its outcome. */
    static void logFailure(String scopeId, Runnable task) {
        try {
            task.run();
        } catch (Throwable thrown) {
            LoggerFactory.getLogger(AgentRun.class).warn("{}: a task of the executor failed", scopeId, thrown);
            throw thrown;
        }
    }
}
