package dev.mooring.session;

import dev.mooring.run.RunEnded;
import dev.mooring.run.RunScope;
import java.util.concurrent.Executor;

/** A scope of a run as the owner of sessions. An end hook of the scope closes them. */
record RunOwner(RunScope scope) implements Owner {
    @Override
    public String id() {
        return scope.id();
    }

    @Override
    public void atEnd(Runnable task) {
        var _ = scope.onEnd("close MCP sessions", task::run);
    }

    @Override
    public Executor threads() {
        return scope.executor();
    }

    /**
     * Checks that a session may be opened for a caller, even if another owner will hold it.
     *
     * @throws RunEnded if the caller is a run that is closing or has ended
     */
    static void requireOpen(Owner caller) {
        if (caller instanceof RunOwner(RunScope scope)) {
            scope.requireOpen("open a session");
        }
    }
}
