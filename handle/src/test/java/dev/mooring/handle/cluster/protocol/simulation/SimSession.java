package dev.mooring.handle.cluster.protocol.simulation;

/** A live session behind a handle: the state that must not be lost silently. */
final class SimSession {
    /** Whether the session is with a remote server, so that it outlives its process. */
    final boolean isRemote;

    /** How many calls have run. */
    int counter;

    SimSession(boolean isRemote) {
        this.isRemote = isRemote;
    }
}
