package dev.mooring.session;

import dev.mooring.run.RunScope;
import java.util.concurrent.Executor;

/** A scope of a run: its end hooks close what is held for it, and its forks open it. */
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
}
