package dev.mooring.handle.cluster.protocol;

/**
 * A handle that this replica owns, compared by identity: after a loss and a new adoption, the key has another object.
 * Guarded by the replica's lock.
 */
final class HeldHandle {
    final long version;
    int inFlight;
    boolean isReleasing;

    HeldHandle(long version) {
        this.version = version;
    }
}
