package dev.mooring.store;

import dev.mooring.handle.EvictionStep;
import dev.mooring.handle.Handle;
import dev.mooring.handle.HandleCodec;
import dev.mooring.handle.HandleCounts;
import dev.mooring.handle.HandleEnd;
import dev.mooring.handle.HandleEnd.Reason;
import dev.mooring.handle.HandleId;
import dev.mooring.handle.HandleKey;
import dev.mooring.handle.HandleOwner;
import dev.mooring.handle.HandleStore;
import dev.mooring.handle.HandleStoreOptions;
import dev.mooring.handle.StoredHandle;
import dev.mooring.store.HandleTable.Row;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Handles in a database, which other processes may use at the same time. Every lookup asks the {@link HandleTable}. {@link
 * UseTimes} writes the times of uses to the table later. Every operation can throw {@link StoreFailed}.
 *
 * <p>The limits are exact in one process. Several processes together can exceed a limit by the handles that they mint between
 * two calls of {@link #recount}.
 */
final class SqlHandleStore<S> implements HandleStore<S> {
    private static final int BATCH = 1_000;
    private static final int LOCKS = 64;

    private final HandleTable table;
    private final RecentStates<S> states;
    private final HandleStoreOptions<S> options;
    private final UseTimes uses;
    private final HandleCounts counts;

    /** Shared by calls that count and insert a handle; exclusive for a recount, which must not see one without the other. */
    private final ReadWriteLock counting = new ReentrantReadWriteLock();

    /** Striped by the hash of the key. Concurrent updates of a handle in this process wait instead of retrying. */
    private final List<ReentrantLock> updating =
            Stream.generate(ReentrantLock::new).limit(LOCKS).toList();

    /** @param writer runs the writes that no caller waits for */
    SqlHandleStore(HandleTable table, HandleCodec<S> codec, HandleStoreOptions<S> options, Executor writer) {
        this.table = table;
        this.states = new RecentStates<>(codec);
        this.options = options;
        this.uses = new UseTimes(table, writer);
        this.counts = new HandleCounts(options.limits());
        recount();
    }

    /** Takes over the counts of the database. */
    void recount() {
        counting.writeLock().lock();
        try {
            counts.replace(table.counts());
        } finally {
            counting.writeLock().unlock();
        }
    }

    private long now() {
        return options.now().toEpochMilli();
    }

    private long idleMillis() {
        return options.limits().idle().toMillis();
    }

    private boolean isAlive(Row row) {
        return uses.lastUse(row.key(), row.used()) > now() - idleMillis();
    }

    private @Nullable Row findAlive(HandleKey key) {
        Row row = table.find(key);
        return row != null && isAlive(row) ? row : null;
    }

    @Override
    public Optional<Handle<S>> get(HandleId id) {
        Row row = findAlive(HandleKey.of(id));
        S state = row == null ? null : decode(row);
        return row == null || state == null ? Optional.empty() : Optional.of(new Handle<>(id, row.owner(), state));
    }

    /** Returns null if this version cannot read the state: then the handle is lost. */
    private @Nullable S decode(Row row) {
        try {
            return states.decode(row);
        } catch (IllegalArgumentException e) {
            if (delete(row, new HandleEnd(options.now(), Reason.LOST))) {
                counts.release(row.owner());
            }
            return null;
        }
    }

    @Override
    public boolean touch(HandleId id) {
        HandleKey key = HandleKey.of(id);
        long now = now();
        if (uses.useAgain(key, now - idleMillis(), now)) {
            return true;
        }
        Row row = findAlive(key);
        if (row == null) {
            return false;
        }
        uses.use(key, row.used(), now);
        return true;
    }

    @Override
    public PutResult put(Handle<S> handle) {
        counting.readLock().lock();
        try {
            Optional<PutResult.LimitReached> refusal = counts.reserve(handle.owner());
            if (refusal.isPresent()) {
                endExpired();
                refusal = counts.reserve(handle.owner());
            }
            while (refusal.isPresent()) {
                if (!makeRoom(refusal.get().limit(), handle.owner())) {
                    return refusal.get();
                }
                refusal = counts.reserve(handle.owner());
            }
            insert(handle);
            return new PutResult.Stored();
        } finally {
            counting.readLock().unlock();
        }
    }

    private void insert(Handle<S> handle) {
        boolean isStored = false;
        try {
            HandleKey key = HandleKey.of(handle.id());
            long now = now();
            isStored = table.insert(key, handle.owner(), states.encode(key, handle.state()), now);
            if (!isStored) {
                throw new IllegalStateException("The store already has a handle with this id");
            }
            uses.useStored(key, now);
        } finally {
            if (!isStored) {
                counts.release(handle.owner());
            }
        }
    }

    @Override
    public Optional<Handle<S>> update(HandleId id, UnaryOperator<S> change) {
        HandleKey key = HandleKey.of(id);
        ReentrantLock lock = updating.get(Math.floorMod(key.hashCode(), LOCKS));
        lock.lock();
        try {
            while (true) {
                Row row = findAlive(key);
                S before = row == null ? null : decode(row);
                if (row == null || before == null) {
                    return Optional.empty();
                }
                S after = change.apply(before);
                if (store(row, before, after)) {
                    return Optional.of(new Handle<>(id, row.owner(), after));
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns false if another process has changed the row. */
    private boolean store(Row row, S before, S after) {
        long now = now();
        if (after.equals(before)) {
            uses.use(row.key(), row.used(), now);
            return true;
        }
        boolean isStored = table.update(row, states.encode(row.key(), after), now);
        if (isStored) {
            uses.useStored(row.key(), now);
        }
        return isStored;
    }

    @Override
    public boolean remove(HandleKey key, Reason reason) {
        Row row = findAlive(key);
        while (row != null) {
            if (end(row, new HandleEnd(options.now(), reason))) {
                return true;
            }
            row = findAlive(key); // used or ended meanwhile
        }
        return false;
    }

    /** Returns false if the handle was used or ended since the row was read. */
    private boolean end(Row row, HandleEnd end) {
        S state;
        try {
            state = states.decode(row);
        } catch (IllegalArgumentException e) {
            state = null;
        }
        if (!delete(row, end)) {
            return false;
        }
        uses.forget(row.key());
        states.forget(row.key());
        counts.release(row.owner());
        if (state != null) {
            options.notifyEnd(new StoredHandle<>(row.key(), row.owner(), state), end);
        }
        return true;
    }

    /** Returns false if the handle was used or ended since the row was read. */
    private boolean delete(Row row, HandleEnd end) {
        return options.keepsTombstones() ? table.replaceByTombstone(row, end) : table.delete(row);
    }

    @Override
    public Optional<Tombstone> tombstone(HandleId id) {
        HandleKey key = HandleKey.of(id);
        Row row = table.find(key);
        while (row != null && !isAlive(row)) {
            expire(row);
            row = table.find(key); // not null if a use was written meanwhile
        }
        Instant oldest = options.now().minus(HandleStoreOptions.TOMBSTONE_LIFETIME);
        return table.tombstone(key).filter(tombstone -> tombstone.end().at().isAfter(oldest));
    }

    private void expire(Row row) {
        long at = uses.lastUse(row.key(), row.used()) + idleMillis();
        end(row, new HandleEnd(Instant.ofEpochMilli(at), Reason.EXPIRED));
    }

    @Override
    public void sweep() {
        long now = now();
        for (HandleKey key : uses.keys()) {
            if (options.isInUse(key)) {
                uses.useAgain(key, 0, now);
            }
        }
        uses.flush(now - idleMillis());
        endExpired();
        table.forgetEnded(
                options.now().minus(HandleStoreOptions.TOMBSTONE_LIFETIME).toEpochMilli());
    }

    private void endExpired() {
        long until = now() - idleMillis();
        List<Row> expired = table.usedUntil(until, BATCH);
        boolean hasMore = true;
        while (hasMore && !expired.isEmpty()) {
            int ended = 0;
            for (Row row : expired) {
                if (!isAlive(row) && options.isEndable(row.key())) {
                    expire(row);
                    ended++;
                }
            }
            hasMore = expired.size() == BATCH && ended > 0;
            expired = hasMore ? table.usedUntil(until, BATCH) : List.of();
        }
    }

    /** Evicts a handle for a new one. Returns false if there is no handle to evict. */
    private boolean makeRoom(Limit limit, HandleOwner owner) {
        uses.flush(now() - idleMillis()); // the database orders by use
        return EvictionStep.at(limit, owner, counts, options.evictsIdlest()).stream()
                .anyMatch(this::evict);
    }

    private boolean evict(EvictionStep step) {
        return step.order(
                        idlest(step.owners()),
                        row -> options.evictionRank(row.key()),
                        row -> options.isInUse(row.key()))
                .anyMatch(
                        row -> options.isEndable(row.key()) && end(row, new HandleEnd(options.now(), Reason.EVICTED)));
    }

    /** @param owners none for the handles of all owners */
    private Stream<Row> idlest(Set<HandleOwner> owners) {
        return owners.isEmpty()
                ? table.usedUntil(Long.MAX_VALUE, BATCH).stream()
                : owners.stream()
                        .flatMap(owner -> table.idlestOf(owner, BATCH).stream())
                        .sorted(Comparator.comparingLong(Row::used));
    }

    @Override
    public List<StoredHandle<S>> handles() {
        List<StoredHandle<S>> handles = new ArrayList<>();
        for (Row row : table.usedUntil(Long.MAX_VALUE, Integer.MAX_VALUE)) {
            S state = isAlive(row) ? decode(row) : null;
            if (state != null) {
                handles.add(new StoredHandle<>(row.key(), row.owner(), state));
            }
        }
        return handles;
    }

    @Override
    public int count() {
        return counts.total();
    }

    @Override
    public void close() {
        uses.flush(Long.MIN_VALUE);
    }
}
