package dev.mooring.handle.cluster.protocol;

import dev.mooring.handle.cluster.ClusterTimes;
import dev.mooring.handle.cluster.FencingToken;
import dev.mooring.handle.cluster.protocol.ClusterClock.Reading;
import org.jspecify.annotations.Nullable;

/**
 * The lease of a replica as the replica knows it. It counts from the moment at which the replica sent its renewal, before the
 * store executed it, so that it ends for the replica before it ends for the store. Not thread-safe.
 */
final class Lease {
    private @Nullable FencingToken token;
    private boolean isFenced;
    private boolean isOver;

    /** When the last successful renewal was sent; null until there is one with the current token. */
    private @Nullable Reading renewedAt;

    LeaseTask next(Reading now, boolean isDraining) {
        if (isOver) {
            return new LeaseTask.Wait(ClusterTimes.RENEWAL.toNanos());
        }
        if (token == null) {
            return new LeaseTask.Join();
        }
        if (isFenced) {
            return new LeaseTask.Recover(token.replica());
        }
        long untilRenewal = renewedAt == null ? 0 : ClusterTimes.RENEWAL.toNanos() - renewedAt.nanosUntil(now);
        return untilRenewal > 0 ? new LeaseTask.Wait(untilRenewal) : new LeaseTask.Renew(token, isDraining);
    }

    void start(FencingToken granted, Reading sentAt) {
        token = granted;
        isFenced = false;
        renewedAt = null;
        extend(sentAt);
    }

    /** Returns false if the renewal belongs to an older token. */
    boolean renew(FencingToken renewed, Reading sentAt) {
        if (!isCurrent(renewed)) {
            return false;
        }
        extend(sentAt);
        return true;
    }

    private void extend(Reading sentAt) {
        renewedAt = renewedAt == null || renewedAt.nanosUntil(sentAt) > 0 ? sentAt : renewedAt;
    }

    void fence(FencingToken outdated) {
        if (isCurrent(outdated)) {
            isFenced = true;
        }
    }

    /** Continues with a newer token, under which the lease is not held yet. Returns false if the token is not newer. */
    boolean recover(FencingToken newer) {
        if (token == null || !token.replica().equals(newer.replica()) || newer.epoch() <= token.epoch()) {
            return false;
        }
        token = newer;
        isFenced = false;
        renewedAt = null;
        return true;
    }

    /** Ends the lease, so that it cannot be renewed. */
    void end() {
        isOver = true;
    }

    /** Forgets the token, so that the replica joins anew. */
    void drop() {
        token = null;
        isFenced = false;
        renewedAt = null;
    }

    boolean isCurrent(FencingToken other) {
        return !isFenced && other.equals(token);
    }

    boolean isHeld(Reading now) {
        return token != null
                && !isOver
                && !isFenced
                && renewedAt != null
                && renewedAt.nanosUntil(now) < ClusterTimes.LEASE.toNanos();
    }

    @Nullable
    FencingToken token() {
        return token;
    }
}
