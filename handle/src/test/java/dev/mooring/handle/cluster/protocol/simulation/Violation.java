package dev.mooring.handle.cluster.protocol.simulation;

/** Thrown when an invariant does not hold. */
final class Violation extends RuntimeException {
    private static final long serialVersionUID = 1;

    Violation(String message) {
        super(message, null, false, false);
    }
}
