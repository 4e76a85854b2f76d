package dev.mooring.gateway.cluster;

import dev.mooring.handle.cluster.ReplicaId;

/**
 * The state of a replica that this replica knows.
 *
 * @param isSelf whether it is this replica
 * @param isServing whether it holds its lease
 */
public record ReplicaState(ReplicaId id, String address, boolean isSelf, boolean isServing, boolean isDraining) {}
