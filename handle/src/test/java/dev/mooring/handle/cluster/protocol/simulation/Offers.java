package dev.mooring.handle.cluster.protocol.simulation;

import dev.mooring.handle.cluster.ClusterTimes;
import dev.mooring.handle.cluster.ReplicaId;
import dev.mooring.handle.cluster.protocol.ClusterClock;
import dev.mooring.handle.cluster.protocol.ClusterClock.Reading;
import dev.mooring.handle.cluster.protocol.Replica;
import dev.mooring.handle.cluster.protocol.Ticket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The calls that a replica has accepted from other replicas and does not run yet, as the gateway keeps them. A forwarded call takes two messages: the
 * owner accepts the offer, and then the forwarding replica confirms it. A replica that gets no answer to its offer confirms
 * nothing, so that its caller can safely try again, even if the owner only was slow. Each offer is taken at most once, so that a
 * repeated message runs no call twice. Thread-safe.
 */
final class Offers {
    /** Longer than the forwarding replica waits. */
    private static final long LIFETIME_NANOS = 2 * ClusterTimes.DECISION.toNanos();

    private final ClusterClock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<OfferId, Pending> pending = new HashMap<>();
    private long lastNumber;

    private record Pending(Ticket ticket, Reading since) {}

    /** Creates an empty set of offers. */
    Offers(ClusterClock clock) {
        this.clock = clock;
    }

    /** Keeps an admitted call until it is confirmed. */
    OfferId add(ReplicaId owner, Ticket ticket) {
        lock.lock();
        try {
            var id = new OfferId(owner, ++lastNumber);
            pending.put(id, new Pending(ticket, clock.read()));
            return id;
        } finally {
            lock.unlock();
        }
    }

    /** Returns a confirmed call, to be run. Returns empty if it was taken before or has expired. */
    Optional<Ticket> take(OfferId id) {
        lock.lock();
        try {
            return Optional.ofNullable(pending.remove(id)).map(Pending::ticket);
        } finally {
            lock.unlock();
        }
    }

    /** Removes the offers that were not confirmed in time, and returns them. They never run. */
    List<OfferId> expire(Replica replica) {
        lock.lock();
        try {
            Reading now = clock.read();
            List<OfferId> expired = new ArrayList<>();
            pending.forEach((id, offer) -> {
                if (offer.since().nanosUntil(now) >= LIFETIME_NANOS) {
                    expired.add(id);
                    replica.finish(offer.ticket());
                }
            });
            expired.forEach(pending::remove);
            return expired;
        } finally {
            lock.unlock();
        }
    }
}
