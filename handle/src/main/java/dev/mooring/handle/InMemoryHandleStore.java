package dev.mooring.handle;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Policy;
import com.github.benmanes.caffeine.cache.RemovalCause;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * A store that keeps handles in this process.
 *
 * <p>The store has no background thread. An expired handle is invisible at once. The store frees it, and calls the end
 * listener, at the latest during the next {@link #put}, {@link #tombstone} or {@link #sweep}.
 *
 * @param <S> the type of the state
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class InMemoryHandleStore<S> implements HandleStore<S> {
    private static final int MAX_TOMBSTONES = 100_000;

    private final HandleStoreOptions<S> options;
    private final HandleCounts counts;
    private final Cache<HandleId, Entry<S>> handles;
    private final Cache<HandleId, Tombstone> tombstones;

    /** A handle with the time of its last use, from which the tombstone of an expired handle gets its time. */
    private static final class Entry<S> {
        final Handle<S> handle;
        volatile long usedAt;

        Entry(Handle<S> handle, long usedAt) {
            this.handle = handle;
            this.usedAt = usedAt;
        }
    }

    /** Creates an empty store that refuses new handles when a limit is reached. */
    public InMemoryHandleStore(HandleLimits limits) {
        this(HandleStoreOptions.of(limits));
    }

    /** Creates an empty store. */
    public InMemoryHandleStore(HandleStoreOptions<S> options) {
        this.options = options;
        this.counts = new HandleCounts(options.limits());
        this.handles = Caffeine.newBuilder()
                .expireAfterAccess(options.limits().idle())
                .ticker(options::ticks)
                .executor(Runnable::run)
                .evictionListener(this::onEviction)
                .build();
        this.tombstones = Caffeine.newBuilder()
                .expireAfterWrite(HandleStoreOptions.TOMBSTONE_LIFETIME)
                .maximumSize(MAX_TOMBSTONES)
                .ticker(options::ticks)
                .executor(Runnable::run)
                .build();
    }

    @Override
    public Optional<Handle<S>> get(HandleId id) {
        Entry<S> entry = handles.policy().getIfPresentQuietly(id);
        return entry == null ? Optional.empty() : Optional.of(entry.handle);
    }

    @Override
    public boolean touch(HandleId id) {
        Entry<S> entry = handles.getIfPresent(id);
        if (entry == null) {
            return false;
        }
        entry.usedAt = options.ticks();
        return true;
    }

    @Override
    public PutResult put(Handle<S> handle) {
        handles.cleanUp();
        Optional<PutResult.LimitReached> refusal = counts.reserve(handle.owner());
        while (refusal.isPresent()) {
            if (!makeRoom(refusal.get().limit(), handle.owner())) {
                return refusal.get();
            }
            refusal = counts.reserve(handle.owner());
        }
        if (handles.asMap().putIfAbsent(handle.id(), new Entry<>(handle, options.ticks())) != null) {
            counts.release(handle.owner());
            throw new IllegalStateException("The store already has a handle with this id");
        }
        return new PutResult.Stored();
    }

    @Override
    public Optional<Handle<S>> update(HandleId id, UnaryOperator<S> change) {
        Entry<S> changed = handles.asMap()
                .computeIfPresent(
                        id,
                        (_, entry) -> new Entry<>(
                                entry.handle.withState(change.apply(entry.handle.state())), options.ticks()));
        return changed == null ? Optional.empty() : Optional.of(changed.handle);
    }

    @Override
    public boolean remove(HandleId id) {
        return remove(id, HandleEnd.Reason.ENDED);
    }

    @Override
    public boolean remove(HandleKey key, HandleEnd.Reason reason) {
        return handles.asMap().keySet().stream()
                .filter(id -> HandleKey.of(id).equals(key))
                .findFirst()
                .map(id -> remove(id, reason))
                .orElse(false);
    }

    private boolean remove(HandleId id, HandleEnd.Reason reason) {
        AtomicReference<@Nullable Handle<S>> removed = new AtomicReference<>();
        var end = new HandleEnd(options.now(), reason);
        var _ = handles.asMap().computeIfPresent(id, (_, entry) -> {
            removed.set(entry.handle);
            writeTombstone(entry.handle, end);
            return null;
        });
        Handle<S> handle = removed.get();
        if (handle != null) {
            counts.release(handle.owner()); // only now, because lookups find the handle until it is removed
            options.notifyEnd(stored(handle), end);
        }
        return handle != null;
    }

    @Override
    public Optional<Tombstone> tombstone(HandleId id) {
        handles.cleanUp(); // may write the tombstone
        return Optional.ofNullable(tombstones.getIfPresent(id));
    }

    @Override
    public void sweep() {
        handles.asMap().keySet().stream()
                .filter(id -> options.isInUse(HandleKey.of(id)))
                .forEach(this::touch);
        handles.cleanUp();
        tombstones.cleanUp();
    }

    @Override
    public List<StoredHandle<S>> handles() {
        return handles.asMap().values().stream()
                .map(entry -> stored(entry.handle))
                .toList();
    }

    @Override
    public int count() {
        return counts.total();
    }

    @Override
    public void close() {
        // Nothing to write or release.
    }

    /** Evicts a handle for a new one. Returns false if there is no handle to evict. */
    private boolean makeRoom(Limit limit, HandleOwner owner) {
        return EvictionStep.at(limit, owner, counts, options.evictsIdlest()).stream()
                .anyMatch(this::evict);
    }

    private boolean evict(EvictionStep step) {
        Policy.FixedExpiration<HandleId, Entry<S>> idleOrder =
                handles.policy().expireAfterAccess().orElseThrow();
        Optional<Handle<S>> chosen = idleOrder.oldest(entries -> step.order(
                        entries.map(entry -> entry.getValue().handle).filter(handle -> step.includes(handle.owner())),
                        handle -> options.evictionRank(HandleKey.of(handle.id())),
                        handle -> options.isInUse(HandleKey.of(handle.id())))
                .findFirst());
        chosen.ifPresent(handle -> remove(handle.id(), HandleEnd.Reason.EVICTED));
        return chosen.isPresent();
    }

    /** Called by the cache, which holds its own lock meanwhile: this method must not call the cache. */
    private void onEviction(@Nullable HandleId id, @Nullable Entry<S> evicted, RemovalCause cause) {
        Entry<S> entry = Objects.requireNonNull(evicted, "The cache holds values strongly");
        Duration sinceExpiry = Duration.ofNanos(options.ticks() - entry.usedAt)
                .minus(options.limits().idle());
        var end = new HandleEnd(options.now().minus(sinceExpiry), HandleEnd.Reason.EXPIRED);
        writeTombstone(entry.handle, end);
        counts.release(entry.handle.owner());
        options.notifyEnd(stored(entry.handle), end);
    }

    /** Runs while the cache removes the handle, so that a lookup finds either the handle or its tombstone. */
    private void writeTombstone(Handle<S> handle, HandleEnd end) {
        if (options.keepsTombstones()) {
            tombstones.put(handle.id(), new Tombstone(handle.owner(), end));
        }
    }

    private static <S> StoredHandle<S> stored(Handle<S> handle) {
        return new StoredHandle<>(HandleKey.of(handle.id()), handle.owner(), handle.state());
    }
}
