package dev.mooring.handle.cluster.protocol;

/** A handle that this replica owns. Its identity is that of the sessions behind it. Guarded by the replica's lock. */
final class HeldHandle {
    final long version;
    int inFlight;
    boolean isReleasing;

    HeldHandle(long version) {
        this.version = version;
    }
}
