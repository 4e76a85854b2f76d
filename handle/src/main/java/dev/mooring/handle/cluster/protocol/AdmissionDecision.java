package dev.mooring.handle.cluster.protocol;

/** The decision whether a replica may serve a call itself. */
sealed interface AdmissionDecision {

    /** The replica owns the handle and holds its lease. */
    record Admitted(Ticket ticket) implements AdmissionDecision {}

    /** The replica owns the handle, but may not use it now. */
    record Deferred(NotSentReason.Reason reason) implements AdmissionDecision {}

    /** The replica does not have the handle. */
    record NotHeld() implements AdmissionDecision {}
}
