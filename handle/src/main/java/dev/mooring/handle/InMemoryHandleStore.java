package dev.mooring.handle;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The handles of one process. There is no background thread: expired handles are invisible at once and are freed when
 * the next one is minted, or by {@link #sweep()}.
 */
public final class InMemoryHandleStore<S extends Serializable> implements HandleStore<S> {

    private final HandleLimits limits;
    private final Consumer<Handle<S>> onEnd;
    private final Cache<HandleId, Handle<S>> handles;

    /** Guards {@link #held} and {@link #total}; taken inside the cache's own lock by evictions, so never around it. */
    private final ReentrantLock counting = new ReentrantLock();

    private final Map<Caller, Integer> held = new HashMap<>();
    private int total;

    public InMemoryHandleStore(HandleLimits limits) {
        this(limits, System::nanoTime, _ -> {});
    }

    /**
     * @param nanoTime the clock for idle time, as {@link System#nanoTime()}
     * @param onEnd told of each handle that expired or was removed, on a virtual thread of its own
     */
    public InMemoryHandleStore(HandleLimits limits, LongSupplier nanoTime, Consumer<Handle<S>> onEnd) {
        this.limits = limits;
        this.onEnd = onEnd;
        this.handles = Caffeine.newBuilder()
                .expireAfterAccess(limits.idle())
                .ticker(nanoTime::getAsLong)
                .executor(Runnable::run)
                .evictionListener(this::evicted)
                .build();
    }

    @Override
    public Optional<Handle<S>> get(HandleId id) {
        return Optional.ofNullable(handles.policy().getIfPresentQuietly(id));
    }

    @Override
    public boolean touch(HandleId id) {
        return handles.getIfPresent(id) != null;
    }

    @Override
    public Placement put(Handle<S> handle) {
        sweep();
        Optional<Placement> refusal = reserve(handle.owner());
        if (refusal.isPresent()) {
            return refusal.get();
        }
        if (handles.asMap().putIfAbsent(handle.id(), handle) != null) {
            release(handle.owner());
            throw new IllegalStateException("This handle is stored already");
        }
        return new Placement.Placed();
    }

    @Override
    public Optional<Handle<S>> update(HandleId id, UnaryOperator<S> change) {
        return Optional.ofNullable(
                handles.asMap().computeIfPresent(id, (_, handle) -> handle.withState(change.apply(handle.state()))));
    }

    @Override
    public boolean remove(HandleId id) {
        Handle<S> removed = handles.asMap().remove(id);
        if (removed == null) {
            return false;
        }
        ended(removed);
        return true;
    }

    /** Frees what has expired. Needed only by those who wait for {@code onEnd} without minting. */
    public void sweep() {
        handles.cleanUp();
    }

    /** How many there are, those included that have expired and are not freed yet. */
    public int count() {
        counting.lock();
        try {
            return total;
        } finally {
            counting.unlock();
        }
    }

    private Optional<Placement> reserve(Caller owner) {
        counting.lock();
        try {
            int own = held.getOrDefault(owner, 0);
            if (total >= limits.overall()) {
                return Optional.of(new Placement.CapReached(Cap.OVERALL, limits.overall()));
            }
            if (owner instanceof Caller.Principal && own >= limits.perPrincipal()) {
                return Optional.of(new Placement.CapReached(Cap.PER_PRINCIPAL, limits.perPrincipal()));
            }
            held.put(owner, own + 1);
            total++;
            return Optional.empty();
        } finally {
            counting.unlock();
        }
    }

    private void release(Caller owner) {
        counting.lock();
        try {
            held.computeIfPresent(owner, (_, own) -> own == 1 ? null : own - 1);
            total--;
        } finally {
            counting.unlock();
        }
    }

    private void evicted(@Nullable HandleId id, @Nullable Handle<S> handle, RemovalCause cause) {
        ended(Objects.requireNonNull(handle, "Handles are held strongly"));
    }

    private void ended(Handle<S> handle) {
        release(handle.owner());
        Thread.ofVirtual().name("handle-ended").start(() -> onEnd.accept(handle));
    }
}
