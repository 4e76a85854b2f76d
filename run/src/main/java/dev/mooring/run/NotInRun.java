package dev.mooring.run;

/** Something that needs a run was called outside of one. */
public final class NotInRun extends IllegalStateException {
    private static final long serialVersionUID = 1;

    NotInRun() {
        super(
                "No run is open on this thread (" + Thread.currentThread().getName()
                        + "). Start one with AgentRun.call, or carry it to this thread with RunScope.wrap or RunScope.executor.");
    }
}
