package dev.mooring.run;

/** Something was asked of a run, or of one scope of it, that is closing or has ended. */
public final class RunEnded extends IllegalStateException {
    private static final long serialVersionUID = 1;

    RunEnded(String what, RunScope scope) {
        super(message(what, scope));
    }

    /** The same news for another caller, with a stack trace of its own. */
    public RunEnded(RunEnded first) {
        super(first.getMessage(), first);
    }

    private static String message(String what, RunScope scope) {
        boolean whole = scope.run().state() != RunState.OPEN;
        return "%s has ended: cannot %s in %s"
                .formatted(
                        whole ? "the run" : "the scope",
                        what,
                        whole ? scope.run().id() : scope.id());
    }
}
