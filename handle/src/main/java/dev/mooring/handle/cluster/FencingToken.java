package dev.mooring.handle.cluster;

import org.apiguardian.api.API;

/**
 * The right to write to the store as a replica. The store raises the epoch of a replica when it revokes the replica's
 * handles, and refuses writes with an older epoch. So a replica that was cut off cannot continue before it has learned which
 * handles it has lost.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record FencingToken(ReplicaId replica, long epoch) {}
