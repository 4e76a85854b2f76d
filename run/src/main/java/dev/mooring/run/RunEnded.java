package dev.mooring.run;

import org.apiguardian.api.API;

/** Thrown if an operation needs an open run or scope that is closing or has ended. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class RunEnded extends IllegalStateException {
    private static final long serialVersionUID = 1;

    RunEnded(String operation, RunScope scope) {
        super(message(operation, scope));
    }

    /** Repeats the exception for another caller, with that caller's stack trace. */
    public RunEnded(RunEnded first) {
        super(first.getMessage(), first);
    }

    private static String message(String operation, RunScope scope) {
        boolean runEnded = scope.run().state() != RunState.OPEN;
        return "Cannot %s in %s: the %s is closing or has ended. Start a new run with AgentRun.callIsolated."
                .formatted(operation, runEnded ? scope.run().id() : scope.id(), runEnded ? "run" : "scope");
    }
}
