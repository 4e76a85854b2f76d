package dev.mooring.handle.cluster;

/** Whether a replica may serve a call itself. */
sealed interface Admission {

    /** The replica owns the handle and holds its lease. */
    record Admitted(Ticket ticket) implements Admission {}

    /** The replica owns the handle, but may not use it now. */
    record Deferred(Verdict.Reason reason) implements Admission {}

    /** The replica does not have the handle. */
    record NotHeld() implements Admission {}
}
