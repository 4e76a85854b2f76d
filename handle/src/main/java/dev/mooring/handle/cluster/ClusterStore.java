package dev.mooring.handle.cluster;

import dev.mooring.handle.HandleKey;
import dev.mooring.handle.HandleLimits;
import dev.mooring.handle.HandleOwner;
import dev.mooring.handle.HandleStoreUnavailable;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * The port to the store that the replicas of a cluster share. Each operation is atomic and uses the store's own clock, so
 * that the clocks of the replicas need not agree.
 *
 * <p>Implementations are thread-safe. Each operation can throw {@link HandleStoreUnavailable}; it may then have been
 * executed, or be executed later.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface ClusterStore extends AutoCloseable {

    /**
     * Adds a replica, with a lease from now on.
     *
     * @param address the address to which other replicas forward calls
     */
    FencingToken join(String address);

    /**
     * Renews the lease of a replica, even after its end. Returns the other replicas whose leases have not ended, or empty
     * if the token is out of date: then the replica must {@link #recover}.
     */
    Optional<List<Peer>> renew(FencingToken token, boolean isDraining);

    /**
     * Returns the current token of a replica whose token is out of date. The handles of the replica are lost, or released if
     * they are resumable. Does not renew the lease.
     */
    Recovery recover(ReplicaId replica);

    /**
     * Records a new handle and its owner, unless a limit across all replicas is reached. Lost handles do not count.
     *
     * @param scope handles of the same scope share the limits
     */
    OwnResult own(HandleKey key, String scope, HandleOwner caller, HandleLimits limits, FencingToken token);

    /**
     * Records that the state behind a handle outlives its owner. If the owner's handles are revoked, or the owner leaves,
     * this handle is released instead of lost. Changes nothing if another replica owns the handle.
     */
    void markResumable(HandleKey key, ReplicaId owner);

    /** Returns the owner of a handle. */
    Ownership find(HandleKey key);

    /** Takes over a released handle. Returns false if the version or the token is out of date, or the lease has ended. */
    boolean adopt(HandleKey key, long version, FencingToken token);

    /** Leaves a handle to the next replica that adopts it. Returns false if the version or the token is out of date. */
    boolean release(HandleKey key, long version, FencingToken token);

    /**
     * Reports that the owner has no state for the handle. Returns false if the version is out of date or another replica owns
     * the handle.
     */
    boolean lose(HandleKey key, long version, ReplicaId owner);

    /** Forgets a handle that its caller has ended, or that has expired. Changes nothing if another replica owns it. */
    void end(HandleKey key, ReplicaId owner);

    /**
     * Revokes the handles of all replicas whose leases ended more than {@link ClusterTimes#GRACE} ago, and raises the epochs
     * of these replicas. Forgets records older than {@link ClusterTimes#MEMORY}.
     *
     * @param token of the replica that asks. It must have held its lease for {@link ClusterTimes#TRUST} without a gap: the
     *     store decides this when it executes the operation, because an outage can delay the operation until after its end
     * @return whether that replica may revoke. If not, nothing is changed
     */
    boolean revokeOverdue(FencingToken token);

    /** Ends the lease of a replica that stops. Handles that it has not released are lost, except resumable ones. */
    void leave(FencingToken token);

    /** Releases the connections to the store. Call {@link #leave} first, or the handles of the replica are revoked. */
    @Override
    void close();
}
