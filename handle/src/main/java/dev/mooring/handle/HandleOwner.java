package dev.mooring.handle;

import org.apiguardian.api.API;

/** The party that a handle belongs to: a principal, or all anonymous callers together. Only the owner can use a handle. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public sealed interface HandleOwner {

    /** The common owner of all handles minted for callers without authentication. */
    HandleOwner ANONYMOUS = new Anonymous();

    /**
     * Returns the owner for an authenticated caller.
     *
     * @param name the name of the principal; owners with equal names are equal
     */
    static HandleOwner principal(String name) {
        return new Principal(name);
    }

    /** All callers that are not authenticated. */
    record Anonymous() implements HandleOwner {}

    /** An authenticated caller. */
    record Principal(String name) implements HandleOwner {}
}
