package dev.mooring.session;

import org.apiguardian.api.API;

/** Thrown when a caller needs a session for an owner that has ended. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class OwnerEnded extends IllegalStateException {
    OwnerEnded(Owner owner) {
        super(owner.id() + " has ended: no session can be opened for it");
    }

    /** Repeats the exception for another caller, with that caller's stack trace. */
    OwnerEnded(OwnerEnded first) {
        super(first.getMessage(), first);
    }
}
