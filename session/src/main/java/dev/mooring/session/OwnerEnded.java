package dev.mooring.session;

import org.apiguardian.api.API;

/** Thrown if a caller needs a session for an owner that has ended. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class OwnerEnded extends IllegalStateException {
    OwnerEnded(Owner owner) {
        super("Cannot open a session for " + owner.id() + ": it has ended. Open a new owner for further calls.");
    }

    /** Repeats the exception for another caller, with that caller's stack trace. */
    OwnerEnded(OwnerEnded first) {
        super(first.getMessage(), first);
    }
}
