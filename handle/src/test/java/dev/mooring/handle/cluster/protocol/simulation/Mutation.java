package dev.mooring.handle.cluster.protocol.simulation;

/** A defect that the simulation must find. */
enum Mutation {
    NONE(1),
    /** The owner does not check its lease right before it sends a call. */
    SENDS_WITHOUT_LEASE(3_800),
    /** The owner does not check its lease right before it returns a result. */
    ANSWERS_WITHOUT_LEASE(1),
    /** The store accepts renewals and writes with an old epoch. */
    NO_FENCING(1),
    /** The store revokes handles as soon as the lease has ended. */
    NO_GRACE(1),
    /** A replica revokes the handles of others as soon as it has its own lease. */
    NO_TRUST(1),
    /** A replica adopts a handle that another has adopted. */
    ADOPT_IGNORES_OWNER(1),
    /** A draining replica releases handles while calls are in flight. */
    RELEASE_DURING_CALLS(1),
    /** A stopping replica still sends calls after it has told the store that its handles are lost. */
    SERVES_AFTER_LEAVING(14_900),
    /** The owner runs a forwarded call as soon as it is offered. */
    RUNS_OFFERS(1),
    /** An offer can be confirmed twice. */
    OFFER_TAKEN_TWICE(1),
    /** A permit is good for two calls. */
    PERMIT_TAKEN_TWICE(1),
    /** The caller of a call that was sent with a permit and is not answered is told to try again. */
    TRY_AGAIN_AFTER_PERMIT(1),
    /** A replica repeats a forwarded call whose answer does not arrive. */
    REPEATS_CALLS(1),
    /** The owner opens a new session for a handle whose state is gone. */
    OPENS_BLANK_SESSION(1),
    /** The lease counts from the store's reply, on a clock that stands still while the machine is suspended. */
    LEASE_IGNORES_SUSPENSION(1);

    private final long firstSeed;

    Mutation(long firstSeed) {
        this.firstSeed = firstSeed;
    }

    /** A seed shortly before the first one that finds the defect, to save time. */
    long firstSeed() {
        return firstSeed;
    }
}
