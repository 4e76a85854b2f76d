package dev.mooring.handle.cluster.protocol;

import dev.mooring.handle.cluster.ReplicaId;
import dev.mooring.handle.cluster.protocol.ClusterClock.Reading;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.apiguardian.api.API;

/**
 * The unused {@linkplain Permits permits} that a replica has received from others. It uses only recent ones: a replica that
 * issued a permit a moment ago is probably still there. Without a recent permit, a call is {@linkplain RoutingStep.Forward
 * offered}, so that its caller can safely try again if the other replica does not answer. Thread-safe.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class ReceivedPermits {
    private final ClusterClock clock;
    private final long maxAgeNanos;
    private final ReentrantLock lock = new ReentrantLock();

    /** The permits of each replica, the newest first. */
    private final Map<ReplicaId, Deque<Received>> unused = new HashMap<>();

    private record Received(String permit, Reading at) {}

    /** @param maxAge the age from which a permit is not used */
    public ReceivedPermits(ClusterClock clock, Duration maxAge) {
        this.clock = clock;
        this.maxAgeNanos = maxAge.toNanos();
    }

    /** Keeps a permit that a replica has issued. */
    public void add(ReplicaId issuer, String permit) {
        lock.lock();
        try {
            Reading now = clock.read();
            unused.values().removeIf(permits -> {
                removeOld(permits, now);
                return permits.isEmpty();
            });
            unused.computeIfAbsent(issuer, _ -> new ArrayDeque<>()).addFirst(new Received(permit, now));
        } finally {
            lock.unlock();
        }
    }

    private void removeOld(Deque<Received> permits, Reading now) {
        Received oldest = permits.peekLast();
        while (oldest != null && oldest.at().nanosUntil(now) >= maxAgeNanos) {
            permits.removeLast();
            oldest = permits.peekLast();
        }
    }

    /** Removes and returns the newest permit of a replica. Returns empty if the replica has issued no recent permit. */
    public Optional<String> take(ReplicaId issuer) {
        lock.lock();
        try {
            Deque<Received> permits = unused.get(issuer);
            if (permits == null) {
                return Optional.empty();
            }
            removeOld(permits, clock.read());
            return Optional.ofNullable(permits.pollFirst()).map(Received::permit);
        } finally {
            lock.unlock();
        }
    }
}
