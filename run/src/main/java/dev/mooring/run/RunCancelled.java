package dev.mooring.run;

import org.jspecify.annotations.Nullable;

/** A run, or one scope of it, was cancelled before its body was over. The cause is what the body threw, if it threw. */
public final class RunCancelled extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String scopeId;
    private final String reason;

    RunCancelled(String scopeId, String reason, @Nullable Throwable cause) {
        super(scopeId + " was cancelled: " + reason, cause);
        this.scopeId = scopeId;
        this.reason = reason;
    }

    /** The id of the cancelled scope: for a whole run, the run's id. */
    public String scopeId() {
        return scopeId;
    }

    public String reason() {
        return reason;
    }
}
