package dev.mooring.handle.cluster;

import java.time.Duration;
import org.apiguardian.api.API;

/** The times of the protocol. All replicas of a cluster use the same. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class ClusterTimes {
    /** How long a replica serves its handles without a renewal of its lease. */
    public static final Duration LEASE = Duration.ofSeconds(10);

    /** The interval between renewals. */
    public static final Duration RENEWAL = Duration.ofSeconds(3);

    /** The interval between attempts while the store fails. */
    public static final Duration RETRY = Duration.ofSeconds(1);

    /** How long after the end of its owner's lease a handle is revoked. */
    public static final Duration GRACE = Duration.ofSeconds(60);

    /**
     * How long a replica must hold its own lease without a gap before it may revoke the handles of others. After an outage of
     * the store all leases have ended, and every running replica can renew its lease before another replica revokes its
     * handles.
     */
    public static final Duration TRUST = Duration.ofSeconds(20);

    /** The timeout for routing a call: after it, the call is not sent, and the caller is told to try again. */
    public static final Duration DECISION = Duration.ofSeconds(2);

    /** How long the store remembers lost handles, released handles and stopped replicas. */
    public static final Duration MEMORY = Duration.ofHours(24);

    private ClusterTimes() {}
}
