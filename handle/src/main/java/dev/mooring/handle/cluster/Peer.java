package dev.mooring.handle.cluster;

import org.apiguardian.api.API;

/**
 * A replica, as the other replicas know it.
 *
 * @param address the internal address, to which other replicas forward calls
 * @param isDraining whether the replica is about to stop, and takes no new handles
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Peer(ReplicaId id, String address, boolean isDraining) {}
