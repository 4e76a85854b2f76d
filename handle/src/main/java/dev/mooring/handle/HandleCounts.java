package dev.mooring.handle;

import dev.mooring.handle.HandleStore.Limit;
import dev.mooring.handle.HandleStore.PutResult;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.apiguardian.api.API;

/** The number of handles in a store, checked against its limits; for implementations of {@link HandleStore}. Thread-safe. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class HandleCounts {

    private final HandleLimits limits;

    /** Guards the counts. Code that holds it calls nothing else. */
    private final ReentrantLock lock = new ReentrantLock();

    private final Map<HandleOwner, Integer> byOwner = new HashMap<>();
    private int total;

    /** Starts with no handle. */
    public HandleCounts(HandleLimits limits) {
        this.limits = limits;
    }

    /** Counts one more handle. If a limit is reached, counts nothing and returns that limit. */
    public Optional<PutResult.LimitReached> reserve(HandleOwner owner) {
        lock.lock();
        try {
            int ownersCount = byOwner.getOrDefault(owner, 0);
            if (total >= limits.overall()) {
                return Optional.of(new PutResult.LimitReached(Limit.OVERALL, limits.overall()));
            }
            if (owner instanceof HandleOwner.Principal && ownersCount >= limits.perPrincipal()) {
                return Optional.of(new PutResult.LimitReached(Limit.PER_PRINCIPAL, limits.perPrincipal()));
            }
            byOwner.put(owner, ownersCount + 1);
            total++;
            return Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns the principal with the most handles, if it has at least two handles more than the given owner. Otherwise the
     * owner already has its fair share.
     */
    public Optional<HandleOwner> largestPrincipalAboveFairShare(HandleOwner owner) {
        lock.lock();
        try {
            int ownersCount = byOwner.getOrDefault(owner, 0);
            return byOwner.entrySet().stream()
                    .filter(each -> each.getKey() instanceof HandleOwner.Principal && each.getValue() > ownersCount + 1)
                    .max(Map.Entry.comparingByValue())
                    .map(Map.Entry::getKey);
        } finally {
            lock.unlock();
        }
    }

    /** Counts one handle less. */
    public void release(HandleOwner owner) {
        lock.lock();
        try {
            Integer count = byOwner.get(owner);
            if (count != null) { // null if replace() has already left the handle out
                byOwner.computeIfPresent(owner, (_, number) -> number == 1 ? null : number - 1);
                total--;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Replaces all counts, for example by those of a database that other processes change too. */
    public void replace(Map<HandleOwner, Integer> counts) {
        lock.lock();
        try {
            byOwner.clear();
            byOwner.putAll(counts);
            total = counts.values().stream().mapToInt(Integer::intValue).sum();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the number of handles of all owners. */
    public int total() {
        lock.lock();
        try {
            return total;
        } finally {
            lock.unlock();
        }
    }
}
