package dev.mooring.handle;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Policy;
import com.github.benmanes.caffeine.cache.RemovalCause;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * A store that keeps handles in this process.
 *
 * <p>The store has no background thread. An expired handle is invisible at once. The store frees it, and calls the end
 * listener, during the next {@link #put} or {@link #sweep}. A program that relies on the end listener or on {@link
 * Builder#inUse} calls {@code sweep} from a timer, several times per idle timeout.
 *
 * @param <S> the type of the state
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class InMemoryHandleStore<S> implements HandleStore<S> {

    private final HandleLimits limits;
    private final boolean evictsIdlest;
    private final Predicate<? super Handle<S>> inUse;
    private final Consumer<? super Handle<S>> endListener;
    private final Executor endExecutor;
    private final Cache<HandleId, Handle<S>> handles;

    /**
     * Guards {@link #countByOwner} and {@link #total}. The eviction listener acquires it while the cache holds its own lock,
     * so code that holds this lock must not call the cache.
     */
    private final ReentrantLock countLock = new ReentrantLock();

    private final Map<HandleOwner, Integer> countByOwner = new HashMap<>();
    private int total;

    /** Creates an empty store that refuses new handles when a limit is reached. */
    public InMemoryHandleStore(HandleLimits limits) {
        this(new Builder<>(limits));
    }

    private InMemoryHandleStore(Builder<S> builder) {
        this.limits = builder.limits;
        this.evictsIdlest = builder.evictsIdlest;
        this.inUse = builder.inUse;
        this.endListener = builder.endListener;
        this.endExecutor = builder.endExecutor;
        this.handles = Caffeine.newBuilder()
                .expireAfterAccess(limits.idle())
                .ticker(builder.ticker::getAsLong)
                .executor(Runnable::run)
                .evictionListener(this::onEviction)
                .build();
    }

    /** Returns a builder for a store with these limits. */
    public static <S> Builder<S> builder(HandleLimits limits) {
        return new Builder<>(limits);
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
    public PutResult put(Handle<S> handle) {
        handles.cleanUp();
        Optional<PutResult.LimitReached> refusal = reserve(handle.owner());
        while (refusal.isPresent()) {
            if (!evictsIdlest || !evictIdlest(refusal.get().limit(), handle.owner())) {
                return refusal.get();
            }
            refusal = reserve(handle.owner());
        }
        if (handles.asMap().putIfAbsent(handle.id(), handle) != null) {
            release(handle.owner());
            throw new IllegalStateException("The store already has a handle with this id");
        }
        return new PutResult.Stored();
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
        onEnd(removed);
        return true;
    }

    /** Restarts the idle timeout of handles that are in use, and frees expired handles. */
    public void sweep() {
        handles.asMap().values().stream().filter(inUse).forEach(handle -> touch(handle.id()));
        handles.cleanUp();
    }

    /** Returns the handles that have not expired. Does not count as a use. */
    public List<Handle<S>> handles() {
        return List.copyOf(handles.asMap().values());
    }

    /** Returns the number of handles, including those that have expired but are not freed yet. */
    public int count() {
        countLock.lock();
        try {
            return total;
        } finally {
            countLock.unlock();
        }
    }

    private Optional<PutResult.LimitReached> reserve(HandleOwner owner) {
        countLock.lock();
        try {
            int ownersCount = countByOwner.getOrDefault(owner, 0);
            if (total >= limits.overall()) {
                return Optional.of(new PutResult.LimitReached(Limit.OVERALL, limits.overall()));
            }
            if (owner instanceof HandleOwner.Principal && ownersCount >= limits.perPrincipal()) {
                return Optional.of(new PutResult.LimitReached(Limit.PER_PRINCIPAL, limits.perPrincipal()));
            }
            countByOwner.put(owner, ownersCount + 1);
            total++;
            return Optional.empty();
        } finally {
            countLock.unlock();
        }
    }

    private void release(HandleOwner owner) {
        countLock.lock();
        try {
            countByOwner.computeIfPresent(owner, (_, count) -> count == 1 ? null : count - 1);
            total--;
        } finally {
            countLock.unlock();
        }
    }

    /**
     * Evicts the idlest handle of the same owner, or at the overall limit, if the owner has none, the idlest of all. Returns
     * false if every such handle is in use.
     */
    private boolean evictIdlest(Limit limit, HandleOwner owner) {
        return evictIdlest(handle -> handle.owner().equals(owner))
                || (limit == Limit.OVERALL && evictIdlest(handle -> true));
    }

    private boolean evictIdlest(Predicate<Handle<S>> candidates) {
        Policy.FixedExpiration<HandleId, Handle<S>> idleOrder =
                handles.policy().expireAfterAccess().orElseThrow();
        Optional<HandleId> idlest = idleOrder.oldest(entries -> entries.map(Map.Entry::getValue)
                .filter(candidates.and(handle -> !inUse.test(handle)))
                .map(Handle::id)
                .findFirst());
        idlest.ifPresent(this::remove);
        return idlest.isPresent();
    }

    private void onEviction(@Nullable HandleId id, @Nullable Handle<S> handle, RemovalCause cause) {
        onEnd(Objects.requireNonNull(handle, "The cache holds values strongly"));
    }

    private void onEnd(Handle<S> handle) {
        release(handle.owner());
        endExecutor.execute(() -> endListener.accept(handle));
    }

    /**
     * Options of an {@link InMemoryHandleStore}.
     *
     * @param <S> the type of the state
     */
    public static final class Builder<S> {
        private final HandleLimits limits;
        private LongSupplier ticker = System::nanoTime;
        private boolean evictsIdlest;
        private Predicate<? super Handle<S>> inUse = _ -> false;
        private Consumer<? super Handle<S>> endListener = _ -> {};
        private Executor endExecutor =
                task -> Thread.ofVirtual().name("handle-ended").start(task);

        private Builder(HandleLimits limits) {
            this.limits = limits;
        }

        /** Sets the clock for idle time, in nanoseconds. The default is {@link System#nanoTime()}. */
        public Builder<S> ticker(LongSupplier nanoTime) {
            ticker = nanoTime;
            return this;
        }

        /** Makes room for a new handle by ending the idlest one. By default the store refuses the new handle. */
        public Builder<S> evictIdlestAtLimit() {
            evictsIdlest = true;
            return this;
        }

        /**
         * Protects handles from eviction and, as far as {@link #sweep()} runs in time, from expiry.
         *
         * @param isInUse tells whether a handle has a call in flight; must be fast and must not call the store
         */
        public Builder<S> inUse(Predicate<? super Handle<S>> isInUse) {
            inUse = isInUse;
            return this;
        }

        /** Sets the listener for handles that expired or were removed. The store calls it on a new virtual thread. */
        public Builder<S> onEnd(Consumer<? super Handle<S>> listener) {
            endListener = listener;
            return this;
        }

        Builder<S> endExecutor(Executor executor) {
            endExecutor = executor;
            return this;
        }

        /** Creates an empty store. */
        public InMemoryHandleStore<S> build() {
            return new InMemoryHandleStore<>(this);
        }
    }
}
