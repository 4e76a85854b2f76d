package dev.mooring.session;

import dev.mooring.run.RunScope;
import java.util.concurrent.Executor;

/**
 * Somebody for whom sessions are held until an end: a run, one invocation in it, the program, or what a server calls a
 * handle. Owners are told apart by {@code equals}.
 */
public interface Owner {
    /** For logs. */
    String id();

    /**
     * Has something done at the end.
     *
     * @throws RuntimeException if the end has come already; nothing can be held any more
     */
    void atEnd(Runnable task);

    /** Threads of the owner's, on which sessions are opened. */
    Executor threads();

    /** A run, as its root scope, or one invocation in it. */
    static Owner of(RunScope scope) {
        return new RunOwner(scope);
    }
}
