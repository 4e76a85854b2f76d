package dev.mooring.handle.cluster.protocol.simulation;

import dev.mooring.handle.cluster.ReplicaId;

/** Identifies a call that a replica has accepted from another. Never used twice. */
record OfferId(ReplicaId replica, long number) {}
