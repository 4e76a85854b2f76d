package dev.mooring.handle.cluster;

import org.apiguardian.api.API;

/** The result of the recovery of a fenced replica. Its handles are lost, or other replicas can adopt them. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public sealed interface Recovery {

    /** The replica can renew its lease with a new token. */
    record Recovered(FencingToken token) implements Recovery {}

    /** The store has forgotten the replica, which joins anew. */
    record Forgotten() implements Recovery {}
}
