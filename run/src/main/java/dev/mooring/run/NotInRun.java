package dev.mooring.run;

import org.apiguardian.api.API;

/** Thrown if code that needs a run is called outside a run. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class NotInRun extends IllegalStateException {
    private static final long serialVersionUID = 1;

    NotInRun() {
        super(
                "No run is bound to this thread (" + Thread.currentThread().getName()
                        + "). Start one with AgentRun.call, or bind one to this thread with RunScope.wrap or RunScope.executor.");
    }
}
