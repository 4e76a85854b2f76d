package dev.mooring.run;

import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** Thrown if a run or a scope was cancelled before its body ended. The cause is the exception of the body, if any. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class RunCancelled extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String scopeId;
    private final String reason;

    RunCancelled(String scopeId, String reason, @Nullable Throwable cause) {
        super(scopeId + " was cancelled: " + reason, cause);
        this.scopeId = scopeId;
        this.reason = reason;
    }

    /** Returns the id of the cancelled scope; for a whole run, the run id. */
    public String scopeId() {
        return scopeId;
    }

    /** Returns the reason given to {@link RunScope#cancel}. */
    public String reason() {
        return reason;
    }
}
