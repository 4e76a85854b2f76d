package dev.mooring.handle.cluster.protocol;

import dev.mooring.handle.cluster.ClusterTimes;
import dev.mooring.handle.cluster.protocol.ClusterClock.Reading;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.apiguardian.api.API;

/**
 * The permits that a replica has issued to other replicas. A call with a permit needs no {@linkplain RoutingStep.Forward
 * offer}: its owner runs the call as soon as it arrives, which saves a round trip. A permit is good for one call, so that a
 * repeated message runs nothing twice. If a call with a permit gets no answer, its caller is told that the call may or may not
 * have happened. Thread-safe.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class Permits {
    /** How long a permit is valid. The caller of a call that arrives later has probably stopped waiting. */
    private static final long LIFETIME_NANOS = 2 * ClusterTimes.DECISION.toNanos();

    private final ClusterClock clock;
    private final String prefix;
    private final ReentrantLock lock = new ReentrantLock();

    /** When each permit was issued, in that order. */
    private final Map<String, Reading> issued = new LinkedHashMap<>();

    private long lastNumber;

    /** @param prefix the start of every permit. No other replica, and no earlier process, has used the same */
    public Permits(ClusterClock clock, String prefix) {
        this.clock = clock;
        this.prefix = prefix;
    }

    /** Returns a new permit. */
    public String issue() {
        lock.lock();
        try {
            Reading now = clock.read();
            removeExpired(now);
            String permit = prefix + ++lastNumber;
            issued.put(permit, now);
            return permit;
        } finally {
            lock.unlock();
        }
    }

    /** Uses up a permit. Returns false if it was used before, has expired, or is not one of this replica. */
    public boolean take(String permit) {
        lock.lock();
        try {
            removeExpired(clock.read());
            return issued.remove(permit) != null;
        } finally {
            lock.unlock();
        }
    }

    private void removeExpired(Reading now) {
        Iterator<Reading> oldestFirst = issued.values().iterator();
        while (oldestFirst.hasNext() && oldestFirst.next().nanosUntil(now) >= LIFETIME_NANOS) {
            oldestFirst.remove();
        }
    }
}
