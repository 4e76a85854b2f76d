package dev.mooring.handle.cluster;

import org.apiguardian.api.API;

/** Identifies a call that a replica has accepted from another. Never used twice. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record OfferId(ReplicaId replica, long number) {}
