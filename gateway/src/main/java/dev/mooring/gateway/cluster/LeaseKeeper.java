package dev.mooring.gateway.cluster;

import dev.mooring.handle.HandleKey;
import dev.mooring.handle.HandleStoreUnavailable;
import dev.mooring.handle.cluster.ClusterStore;
import dev.mooring.handle.cluster.ClusterTimes;
import dev.mooring.handle.cluster.FencingToken;
import dev.mooring.handle.cluster.Peer;
import dev.mooring.handle.cluster.ReplicaId;
import dev.mooring.handle.cluster.protocol.ClusterClock;
import dev.mooring.handle.cluster.protocol.LeaseTask;
import dev.mooring.handle.cluster.protocol.Replica;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the lease of a replica, on a platform thread of its own, so that busy virtual threads do not delay a renewal. Work that
 * can take long runs on other threads.
 */
final class LeaseKeeper implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseKeeper.class);

    private final ClusterStore store;
    private final Replica replica;
    private final String address;
    private final ExecutorService threads;
    private final Consumer<Set<HandleKey>> onLost;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final AtomicBoolean isMaintaining = new AtomicBoolean();
    private final Thread thread =
            Thread.ofPlatform().daemon().name("cluster-lease").unstarted(this::keepLease);
    private volatile boolean isFailing;

    /** @param onLost ends the sessions of handles that this replica has lost */
    LeaseKeeper(
            ClusterStore store,
            Replica replica,
            String address,
            ExecutorService threads,
            Consumer<Set<HandleKey>> onLost) {
        this.store = store;
        this.replica = replica;
        this.address = address;
        this.threads = threads;
        this.onLost = onLost;
    }

    /**
     * Takes the first lease, then keeps it.
     *
     * @throws HandleStoreUnavailable if the store fails
     */
    void start() {
        carryOut(replica.leaseTask());
        thread.start();
    }

    /** Renews the lease now, to tell the store whether the replica drains, and to learn of the other replicas. */
    void renewNow() {
        try {
            replica.token().ifPresent(token -> renew(token, replica.isDraining(), ClusterClock.SYSTEM.read()));
        } catch (HandleStoreUnavailable e) {
            LOG.debug("Cannot renew the lease now; the next renewal tries again: {}", e.getMessage());
        }
    }

    private void keepLease() {
        long waitNanos = 0;
        while (!isClosedWithin(waitNanos)) {
            try {
                waitNanos = carryOut(replica.leaseTask());
                onSuccess();
            } catch (HandleStoreUnavailable e) {
                onFailure(e);
                waitNanos = ClusterTimes.RETRY.toNanos();
            } catch (RuntimeException e) {
                LOG.error("Cannot renew the lease; trying again", e);
                waitNanos = ClusterTimes.RETRY.toNanos();
            }
        }
    }

    private boolean isClosedWithin(long nanos) {
        try {
            return closed.await(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private void onFailure(HandleStoreUnavailable e) {
        if (!isFailing) {
            isFailing = true;
            LOG.warn(
                    "{} Sessions stay open. After {} s without the store, calls are told to try again.",
                    e.getMessage(),
                    ClusterTimes.LEASE.toSeconds());
        }
    }

    private void onSuccess() {
        if (isFailing) {
            isFailing = false;
            LOG.warn("The store is reachable again.");
        }
    }

    /** Returns how long to wait for the next task. */
    private long carryOut(LeaseTask task) {
        ClusterClock.Reading sentAt = ClusterClock.SYSTEM.read();
        switch (task) {
            case LeaseTask.Join _ -> {
                FencingToken token = store.join(address);
                replica.onJoined(token, sentAt);
                LOG.info("Joined the cluster as {}, at {}", token.replica(), address);
                renew(token, false, sentAt); // learns of the other replicas
            }
            case LeaseTask.Renew(FencingToken token, boolean isDraining) -> renew(token, isDraining, sentAt);
            case LeaseTask.Recover(ReplicaId id) -> {
                Set<HandleKey> lost = replica.onRecovered(store.recover(id));
                LOG.warn("Other replicas have revoked {} sessions of this replica, which ends them", lost.size());
                if (!lost.isEmpty()) {
                    threads.execute(() -> onLost.accept(lost));
                }
            }
            case LeaseTask.Wait(long nanos) -> {
                return nanos;
            }
        }
        return 0;
    }

    private void renew(FencingToken token, boolean isDraining, ClusterClock.Reading sentAt) {
        Optional<List<Peer>> others = store.renew(token, isDraining);
        if (others.isEmpty()) {
            replica.onFenced(token);
            return;
        }
        replica.onRenewed(token, sentAt, others.get());
        if (isMaintaining.compareAndSet(false, true)) {
            threads.execute(() -> maintain(token));
        }
    }

    /** Revokes the handles of replicas whose leases are overdue, and records the ends of own handles. */
    private void maintain(FencingToken token) {
        try {
            store.revokeOverdue(token);
            recordEnds();
        } catch (HandleStoreUnavailable e) {
            LOG.debug("Cannot revoke handles of other replicas or record ended handles: {}", e.getMessage());
        } finally {
            isMaintaining.set(false);
        }
    }

    /** Tells the store of handles that have ended. */
    void recordEnds() {
        FencingToken token = replica.token().orElse(null);
        if (token != null) {
            for (HandleKey key : replica.unrecordedEnds()) {
                store.end(key, token.replica());
                replica.onEndRecorded(key);
            }
        }
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
